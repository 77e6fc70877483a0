// A library in the cache ends with a seal: a mark and the hash of everything before it (an ELF file may be
// followed by any bytes). Loading a truncated library can kill the process, so that the seal is checked
// before; reading a library takes a fraction of a millisecond. What is loaded runs with the user's rights,
// and anybody can compute its key: so the directory and the file must belong to the user and be writable by
// nobody else, and the file must be no link.
#include "native/native_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace quorate {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t complete = 0x31455441524f5551;  // "QUORATE1"

constexpr off_t largest_library = off_t{1} << 28;

struct Seal {
  std::uint64_t mark = complete;
  std::uint64_t hash = 0;
};

// Whether the file belongs to this user and nobody else may write it.
bool only_own(const struct stat& facts) {
  return facts.st_uid == geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// The content of a regular file that is only_own; none for links and folders.
std::optional<std::string> own_content(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat facts {};
  std::string bytes;
  bool good = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && only_own(facts) &&
              facts.st_size <= largest_library;
  if (good) bytes.resize(static_cast<std::size_t>(facts.st_size));
  for (std::size_t at = 0; good && at < bytes.size();) {
    const ssize_t got = read(file, bytes.data() + at, bytes.size() - at);
    good = got > 0 || (got < 0 && errno == EINTR);
    if (got > 0) at += static_cast<std::size_t>(got);
  }
  close(file);
  if (!good) return std::nullopt;
  return bytes;
}

bool sealed(const fs::path& path) {
  const auto bytes = own_content(path);
  if (!bytes || bytes->size() < sizeof(Seal)) return false;
  const std::size_t length = bytes->size() - sizeof(Seal);
  Seal seal;
  std::memcpy(&seal, bytes->data() + length, sizeof(Seal));
  return seal.mark == complete && seal.hash == XXH3_64bits(bytes->data(), length);
}

bool add_seal(const fs::path& path) {
  // Independently of the user's umask.
  if (chmod(path.c_str(), S_IRWXU) != 0) return false;
  const auto bytes = own_content(path);
  if (!bytes) return false;
  Seal seal;
  seal.hash = XXH3_64bits(bytes->data(), bytes->size());
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(reinterpret_cast<const char*>(&seal), sizeof(Seal));
  return static_cast<bool>(file.flush());
}

// Whether nobody else may write into the directory.
bool is_own(const fs::path& directory) {
  struct stat facts {};
  return stat(directory.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && only_own(facts);
}

}  // namespace

std::optional<fs::path> NativeCache::user_directory() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  fs::path directory;
  if (cache != nullptr && fs::path(cache).is_absolute()) {
    directory = fs::path(cache) / "quorate";
  } else if (home != nullptr && fs::path(home).is_absolute()) {
    directory = fs::path(home) / ".cache" / "quorate";
  } else {
    return std::nullopt;
  }
  std::error_code error;
  fs::create_directories(directory.parent_path(), error);
  mkdir(directory.c_str(), 0700);
  if (!is_own(directory) || access(directory.c_str(), W_OK | X_OK) != 0) return std::nullopt;
  return directory;
}

NativeCache::NativeCache(std::optional<fs::path> directory, std::uint64_t limit)
    : directory_(std::move(directory)), limit_(limit) {}

std::optional<fs::path> NativeCache::find(const std::string& key) const {
  if (!directory_) return std::nullopt;
  const fs::path path = place(key);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return std::nullopt;
  if (!sealed(path)) {
    fs::remove(path, error);  // fails for a folder that is not empty
    return std::nullopt;
  }
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // notes the time of use, for trim()
  return path;
}

fs::path NativeCache::keep(const fs::path& library, const std::string& key) const {
  if (!directory_ || !add_seal(library)) return library;
  std::error_code error;
  fs::rename(library, place(key), error);
  if (error) return library;
  trim();
  return place(key);
}

void NativeCache::remove(const std::string& key) const {
  std::error_code error;
  if (directory_) fs::remove(place(key), error);
}

// Also removes what processes have left behind that were killed while compiling.
void NativeCache::trim() const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t size = 0;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  std::error_code ended;
  const fs::directory_iterator none;
  // A range-based loop would throw if an increment fails.
  for (fs::directory_iterator at(*directory_, ended); !ended && at != none; at.increment(ended)) {
    const fs::path path = at->path();
    const auto used = fs::last_write_time(path, error);
    if (error) continue;
    if (path.extension() != ".so") {
      if (fs::file_time_type::clock::now() - used > std::chrono::hours(1)) fs::remove_all(path, error);
    } else if (const auto size = fs::file_size(path, error); !error) {  // an error for a folder
      entries.push_back({path, used, size});
      total += size;
    }
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (std::size_t i = 0; i + 1 < entries.size() && total > limit_; ++i) {
    fs::remove(entries[i].path, error);
    total -= entries[i].size;
  }
}

NativeWorkshop::NativeWorkshop() {
  std::vector<fs::path> places;
  if (const auto directory = NativeCache::user_directory()) places.push_back(*directory);
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (!error) places.push_back(temporary);
  for (const fs::path& place : places) {
    std::string name = (place / "quorate-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) continue;
    path_ = name;
    return;
  }
}

NativeWorkshop::~NativeWorkshop() {
  std::error_code error;
  if (path_) fs::remove_all(*path_, error);
}

}  // namespace quorate
