// A temporary file with two buffers in memory: the rows at the end that are not written yet, and a window on
// the rows that were read last. The file is unlinked as soon as it is open. After the first error the file is
// not used again: rows read as zeros, and the search must look at `good` before it claims anything.
#include "store/state_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace quorate {

namespace {

constexpr std::size_t buffer_words = std::size_t{1} << 14;

std::string temporary_folder() {
  for (const char* const name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const char* const folder = std::getenv(name);
    if (folder != nullptr && *folder != '\0') return folder;
  }
  return "/tmp";
}

// No other program can open the file, and the system removes it when the program ends in any way.
int nameless_file(const std::string& folder) {
  std::string name = folder + "/quorate-states-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) unlink(name.c_str());
  return file;
}

}  // namespace

StateFile::StateFile(std::size_t words)
    : words_(words),
      rows_(std::max<std::size_t>(16, buffer_words / words)),
      folder_(temporary_folder()),
      file_(nameless_file(folder_)) {
  if (file_ < 0) fail("made", errno);
}

void StateFile::fail(const char* what, int error) {
  trouble_ =
      fmt::format("the temporary file of states in {} could not be {}: {} (set TMPDIR to use another folder)",
                  folder_, what, std::strerror(error));
}

StateFile::~StateFile() {
  if (file_ >= 0) close(file_);
}

std::uint64_t StateFile::bytes() const {
  return (tail_.capacity() + window_.capacity()) * sizeof(std::uint64_t);
}

void StateFile::append(const std::uint64_t* row) {
  if (!good()) return;
  tail_.insert(tail_.end(), row, row + words_);
  ++size_;
  if (size_ - written_ >= rows_) flush();
}

void StateFile::flush() {
  const char* next = reinterpret_cast<const char*>(tail_.data());
  std::size_t left = tail_.size() * sizeof(std::uint64_t);
  auto at = static_cast<off_t>(written_ * words_ * sizeof(std::uint64_t));
  while (left > 0) {
    const ssize_t count = pwrite(file_, next, left, at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      return fail("written", count < 0 ? errno : ENOSPC);
    }
    next += count;
    at += count;
    left -= static_cast<std::size_t>(count);
  }
  written_ = size_;
  tail_.clear();
}

void StateFile::load(std::uint64_t number) {
  window_begin_ = number;
  window_.assign(std::min<std::uint64_t>(rows_, written_ - number) * words_, 0);
  char* next = reinterpret_cast<char*>(window_.data());
  std::size_t left = window_.size() * sizeof(std::uint64_t);
  auto at = static_cast<off_t>(number * words_ * sizeof(std::uint64_t));
  while (left > 0) {
    const ssize_t count = pread(file_, next, left, at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      fail("read", count < 0 ? errno : EIO);
      window_.assign(window_.size(), 0);
      return;
    }
    next += count;
    at += count;
    left -= static_cast<std::size_t>(count);
  }
}

void StateFile::read(std::uint64_t number, std::uint64_t* row) {
  if (number >= written_) {
    std::copy_n(tail_.begin() + static_cast<std::ptrdiff_t>((number - written_) * words_), words_, row);
    return;
  }
  const bool there = number >= window_begin_ && (number - window_begin_) * words_ < window_.size();
  if (!there) load(number);
  std::copy_n(window_.begin() + static_cast<std::ptrdiff_t>((number - window_begin_) * words_), words_, row);
}

}  // namespace quorate
