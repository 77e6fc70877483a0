// Checkpoints on disk: a magic text with a format version, the contents, a checksum (XXH3) over both.
//
// A file is written as NAME.part, synced, and renamed; then the folder is synced. So a crash or a full disk
// at any moment leaves the old checkpoint or the new one, never half of one. A reader first reads the whole
// file for its checksum and starts again from the beginning. The checksum tells damage, not intent: whoever
// forges a file with a right checksum must not be able to make the program read outside its memory. So the
// length of every list is compared with what is left of the file, and the callers check every number that
// they use as a size, an index or a shift. After the first error everything that is read is zero.
#include "store/checkpoint_file.hpp"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

namespace quorate {

namespace {

constexpr std::array<char, 24> magic{"quorate checkpoint 2\n"};

}  // namespace

struct Checksum::State {
  XXH3_state_t* xxh = XXH3_createState();
};

Checksum::Checksum() : state_(std::make_unique<State>()) {
  if (state_->xxh == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state_->xxh);
}

Checksum::~Checksum() {
  XXH3_freeState(state_->xxh);
}

void Checksum::add(const void* bytes, std::size_t size) {
  XXH3_64bits_update(state_->xxh, bytes, size);
}

std::uint64_t Checksum::value() const {
  return XXH3_64bits_digest(state_->xxh);
}

CheckpointOutput::CheckpointOutput(std::string path)
    : path_(std::move(path)), file_(std::fopen((path_ + ".part").c_str(), "wb")) {
  if (file_ == nullptr) {
    note_error();
  } else {
    bytes(magic.data(), magic.size());
  }
}

CheckpointOutput::~CheckpointOutput() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove((path_ + ".part").c_str());
}

void CheckpointOutput::note_error() {
  if (error_.empty()) error_ = fmt::format("cannot write {}: {}", path_, std::strerror(errno));
}

void CheckpointOutput::refuse(const std::string& why) {
  if (error_.empty()) error_ = fmt::format("cannot write {}: {}", path_, why);
}

void CheckpointOutput::bytes(const void* data, std::size_t size) {
  if (!error_.empty() || size == 0) return;
  checksum_.add(data, size);
  if (std::fwrite(data, 1, size, file_) != size) note_error();
}

void CheckpointOutput::text(const std::string& text) {
  value(std::uint64_t{text.size()});
  bytes(text.data(), text.size());
}

std::string CheckpointOutput::finish() {
  if (!error_.empty()) return error_;
  const std::uint64_t sum = checksum_.value();
  if (std::fwrite(&sum, 1, sizeof sum, file_) != sizeof sum || std::fflush(file_) != 0 ||
      fsync(fileno(file_)) != 0)
    note_error();
  if (error_.empty() && std::rename((path_ + ".part").c_str(), path_.c_str()) != 0) note_error();
  if (!error_.empty()) return error_;
  std::fclose(std::exchange(file_, nullptr));
  // Without this a power failure could undo the renaming.
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  const int directory = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (directory >= 0) {
    fsync(directory);
    close(directory);
  }
  return "";
}

CheckpointInput::CheckpointInput(const std::string& path)
    : path_(path), file_(std::fopen(path.c_str(), "rb")) {
  if (file_ == nullptr) {
    error_ = fmt::format("cannot read {}: {}", path, std::strerror(errno));
    return;
  }
  verify();
  std::rewind(file_);
  std::array<char, magic.size()> first{};
  bytes(first.data(), first.size());
  if (first != magic) refuse_as_foreign("it is no checkpoint of this version of quorate");
}

void CheckpointInput::verify() {
  struct stat status {};
  fstat(fileno(file_), &status);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < magic.size() + sizeof(std::uint64_t)) return refuse("it is too short");
  left_ = size - sizeof(std::uint64_t);
  Checksum checksum;
  std::vector<char> piece(std::size_t{1} << 20);
  for (std::uint64_t done = 0; done < left_;) {
    const std::size_t part = std::min<std::uint64_t>(piece.size(), left_ - done);
    if (std::fread(piece.data(), 1, part, file_) != part) return refuse("it cannot be read to its end");
    checksum.add(piece.data(), part);
    done += part;
  }
  std::uint64_t sum = 0;
  if (std::fread(&sum, 1, sizeof sum, file_) != sizeof sum || sum != checksum.value())
    refuse("its checksum is wrong");
}

CheckpointInput::~CheckpointInput() {
  if (file_ != nullptr) std::fclose(file_);
}

void CheckpointInput::refuse(const std::string& why) {
  if (error_.empty()) error_ = fmt::format("{} is damaged: {}", path_, why);
}

void CheckpointInput::refuse_as_foreign(const std::string& why) {
  if (error_.empty()) error_ = fmt::format("{} cannot be used: {}", path_, why);
}

bool CheckpointInput::flag() {
  const auto flag = value<std::uint8_t>();
  if (flag > 1) refuse("a flag is neither 0 nor 1");
  return flag == 1;
}

void CheckpointInput::bytes(void* data, std::size_t size) {
  if (size == 0) return;
  if (size > left_) refuse("data is missing");
  if (good() && std::fread(data, 1, size, file_) != size) refuse("it cannot be read to its end");
  if (!good()) {
    std::memset(data, 0, size);
    return;
  }
  left_ -= size;
}

std::uint64_t CheckpointInput::count(std::size_t size) {
  const auto count = value<std::uint64_t>();
  if (count > left_ / size) {
    refuse("data is missing");
    return 0;
  }
  return count;
}

std::string CheckpointInput::text() {
  std::string text(count(1), '\0');
  bytes(text.data(), text.size());
  return text;
}

}  // namespace quorate
