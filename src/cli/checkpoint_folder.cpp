#include "cli/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cli/output_file.hpp"
#include "search/checkpoint_file.hpp"

namespace quorate {

namespace {

namespace fs = std::filesystem;

std::string run_file(const std::string& folder) {
  return folder + "/run";
}

// States mean something only to the program that stored them.
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
  fmt::print(stderr, "quorate: {}\n", why);
  return false;
}

}  // namespace

std::string model_copy(const std::string& folder) {
  return folder + "/model.ftdp";
}

bool begin_checkpoints(const std::string& folder, const std::vector<std::string>& arguments,
                       const std::string& model_text) {
  std::error_code error;
  if (fs::exists(run_file(folder), error)) {
    return refuse(
        fmt::format("{} holds the checkpoints of another run: go on with it by `quorate resume {}`, or name "
                    "another folder",
                    folder, folder));
  }
  fs::create_directories(folder, error);
  if (error) return refuse(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  CheckpointOutput output(run_file(folder));
  output.value(program_fingerprint());
  output.value(std::uint64_t{arguments.size()});
  for (const std::string& argument : arguments) output.text(argument);
  output.text(model_text);
  const std::string trouble = output.finish();
  return trouble.empty() || refuse(trouble);
}

std::optional<std::vector<std::string>> resumed_arguments(const std::string& folder) {
  std::error_code error;
  if (!fs::exists(run_file(folder), error)) {
    refuse(fmt::format("{} holds no checkpoints: they are written by `quorate check ... --checkpoint {}`",
                       folder, folder));
    return std::nullopt;
  }
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
    refuse(fmt::format(
        "the checkpoints in {} were written by another version of quorate, whose states this one cannot read",
        folder));
    return std::nullopt;
  }
  if (!write_output(model_copy(folder), model_text)) return std::nullopt;
  return arguments;
}

}  // namespace quorate
