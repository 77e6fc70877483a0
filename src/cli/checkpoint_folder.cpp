// The folder holds `run` (a fingerprint of the program, the arguments, the model's text), `lock`, and one
// file for each search (search/checkpoints). The fingerprint is a checksum of the program's file: packed
// states mean something only to the program that stored them. `resume` writes the model's text back to a
// file, so that the check does not depend on what has become of the original.
#include "cli/checkpoint_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "store/checkpoint_file.hpp"

namespace quorate {

namespace {

namespace fs = std::filesystem;

std::string run_file(const std::string& folder) {
  return folder + "/run";
}

// A checksum of the file that is being executed.
std::uint64_t program_fingerprint() {
  Checksum checksum;
  std::ifstream program("/proc/self/exe", std::ios::binary);
  std::array<char, 65536> piece{};
  while (program.read(piece.data(), piece.size()) || program.gcount() > 0) {
    checksum.add(piece.data(), static_cast<std::size_t>(program.gcount()));
  }
  return checksum.value();
}

bool refuse(const std::string& why) {
  complain("quorate: {}\n", why);
  return false;
}

}  // namespace

std::string model_copy(const std::string& folder) {
  return folder + "/model.ftdp";
}

FolderLock::~FolderLock() {
  if (file_ >= 0) close(file_);
}

bool FolderLock::take(const std::string& folder) {
  file_ = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0)
    return refuse(fmt::format("cannot write to the folder {}: {}", folder, std::strerror(errno)));
  // Where the file system has no locks, flock fails in another way, and the run goes on.
  if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    std::array<char, 32> holder{};
    const ssize_t length = pread(file_, holder.data(), holder.size() - 1, 0);
    return refuse(fmt::format("{} is in use by another run of quorate{}: two runs cannot write to one folder",
                              folder, length > 0 ? fmt::format(" (process {})", holder.data()) : ""));
  }
  const std::string process = std::to_string(getpid());
  if (ftruncate(file_, 0) != 0 || pwrite(file_, process.data(), process.size(), 0) < 0) return true;
  return true;
}

bool begin_checkpoints(FolderLock& lock, const std::string& folder, const std::vector<std::string>& arguments,
                       const std::string& model_text) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return refuse(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  if (!lock.take(folder)) return false;
  if (fs::exists(run_file(folder), error)) {
    return refuse(
        fmt::format("{} holds the checkpoints of another run: continue that run with `quorate resume {}`, or "
                    "name another folder",
                    folder, folder));
  }
  CheckpointOutput output(run_file(folder));
  output.value(program_fingerprint());
  output.value(std::uint64_t{arguments.size()});
  for (const std::string& argument : arguments) output.text(argument);
  output.text(model_text);
  const std::string trouble = output.finish();
  return trouble.empty() || refuse(trouble);
}

std::optional<std::vector<std::string>> resumed_arguments(FolderLock& lock, const std::string& folder) {
  std::error_code error;
  if (!fs::exists(run_file(folder), error)) {
    refuse(fmt::format("{} holds no checkpoints: they are written by `quorate check ... --checkpoint {}`",
                       folder, folder));
    return std::nullopt;
  }
  if (!lock.take(folder)) return std::nullopt;
  CheckpointInput input(run_file(folder));
  const auto fingerprint = input.value<std::uint64_t>();
  std::vector<std::string> arguments(input.count(sizeof(std::uint64_t)));
  for (std::string& argument : arguments) argument = input.text();
  const std::string model_text = input.text();
  if (!input.good()) {
    refuse(input.error());
    return std::nullopt;
  }
  if (fingerprint != program_fingerprint()) {
    refuse(
        fmt::format("the checkpoints in {} were written by another version of quorate: resume with that "
                    "version, or start the check again in another folder",
                    folder));
    return std::nullopt;
  }
  if (!write_output(model_copy(folder), model_text)) return std::nullopt;
  return arguments;
}

}  // namespace quorate
