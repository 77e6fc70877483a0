// Compiled libraries, kept between runs by the hash of what they were compiled from: in
// $XDG_CACHE_HOME/quorate or ~/.cache/quorate. Safe for several processes at once: files appear complete, by
// renaming, and a file that is removed stays usable to those who have loaded it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace quorate {

class NativeCache {
 public:
  // All libraries together; the longest unused ones are removed when there are more.
  static constexpr std::uint64_t default_limit = std::uint64_t{256} << 20;

  // Without a usable directory nothing is found and nothing is kept.
  explicit NativeCache(std::optional<std::filesystem::path> directory, std::uint64_t limit = default_limit);
  // The directory that the environment says; none if it cannot be made or belongs to somebody else.
  static std::optional<std::filesystem::path> user_directory();

  // A complete, undamaged library; a damaged one is removed.
  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& key) const;
  // Moves the library into the cache. Its place there, or where it was.
  [[nodiscard]] std::filesystem::path keep(const std::filesystem::path& library,
                                           const std::string& key) const;
  void remove(const std::string& key) const;

 private:
  [[nodiscard]] std::filesystem::path place(const std::string& key) const {
    return *directory_ / (key + ".so");
  }
  void trim() const;

  std::optional<std::filesystem::path> directory_;
  std::uint64_t limit_;
};

// A new directory for a compilation, in the cache's or the system's place for temporary files; removed with
// this.
class NativeWorkshop {
 public:
  NativeWorkshop();
  ~NativeWorkshop();
  NativeWorkshop(const NativeWorkshop&) = delete;
  NativeWorkshop& operator=(const NativeWorkshop&) = delete;
  // None: there is no place where it could be made.
  [[nodiscard]] const std::optional<std::filesystem::path>& path() const { return path_; }

 private:
  std::optional<std::filesystem::path> path_;
};

}  // namespace quorate
