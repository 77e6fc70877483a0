// Compiled libraries, kept between runs in $XDG_CACHE_HOME/quorate or ~/.cache/quorate, named by the hash of
// what they were compiled from. Safe for several processes at once: files appear complete, by renaming, and a
// removed file stays usable for those that have loaded it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace quorate {

class NativeCache {
 public:
  // The size of all libraries together; beyond it those that were not used for longest are removed.
  static constexpr std::uint64_t default_limit = std::uint64_t{256} << 20;

  // Without a directory nothing is found and nothing is kept.
  explicit NativeCache(std::optional<std::filesystem::path> directory, std::uint64_t limit = default_limit);
  // The directory that the environment gives; none if it cannot be made or if others may write to it.
  static std::optional<std::filesystem::path> user_directory();

  // A complete, undamaged library; a damaged one is removed.
  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& key) const;
  // Moves the library into the cache. Returns its path there, or the old path if that failed.
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

// A temporary directory for a compilation, in the cache or in the system's temporary directory; removed by
// the destructor.
class NativeWorkshop {
 public:
  NativeWorkshop();
  ~NativeWorkshop();
  NativeWorkshop(const NativeWorkshop&) = delete;
  NativeWorkshop& operator=(const NativeWorkshop&) = delete;
  // None if it could not be made.
  [[nodiscard]] const std::optional<std::filesystem::path>& path() const { return path_; }

 private:
  std::optional<std::filesystem::path> path_;
};

}  // namespace quorate
