#include "native/native_cache.hpp"

#include <gtest/gtest.h>

#include "native/native_environment.hpp"

namespace quorate {
namespace {

namespace fs = std::filesystem;

fs::path file_with(const fs::path& path, const std::string& content) {
  std::ofstream(path) << content;
  return path;
}

struct NativeCacheTest : ::testing::Test {
  NativeCacheTest() : cache(NativeCache::user_directory()) {}
  void keep(const std::string& key, const std::string& content) {
    EXPECT_NE(cache.keep(file_with(environment.root() / "library", content), key),
              environment.root() / "library");
  }
  NativeEnvironment environment;
  NativeCache cache;
};

TEST_F(NativeCacheTest, FindsWhatItKeeps) {
  EXPECT_FALSE(cache.find("a"));
  keep("a", "library of a");
  ASSERT_TRUE(cache.find("a"));
  EXPECT_FALSE(cache.find("b"));
  cache.remove("a");
  EXPECT_FALSE(cache.find("a"));
}

TEST_F(NativeCacheTest, RemovesWhatIsDamaged) {
  keep("a", "library of a");
  const fs::path place = cache.find("a").value();
  const auto size = fs::file_size(place);
  for (const auto shorter : {size - 1, size / 2, std::uintmax_t{3}, std::uintmax_t{0}}) {
    keep("a", "library of a");
    fs::resize_file(place, shorter);
    EXPECT_FALSE(cache.find("a"));
    EXPECT_FALSE(fs::exists(place));
  }
  keep("a", "library of a");
  std::fstream(place, std::ios::in | std::ios::out).write("L", 1);
  EXPECT_FALSE(cache.find("a"));
}

TEST_F(NativeCacheTest, ForgetsTheLongestUnused) {
  const NativeCache small(NativeCache::user_directory(), 130);
  const std::string content(40, 'x');
  for (const char* const key : {"a", "b"}) {
    ASSERT_NE(small.keep(file_with(environment.root() / "library", content), key), "");
    fs::last_write_time(small.find(key).value(), fs::file_time_type::clock::now() - std::chrono::minutes(5));
  }
  EXPECT_TRUE(small.find("a"));  // used now
  ASSERT_NE(small.keep(file_with(environment.root() / "library", content), "c"), "");
  EXPECT_FALSE(small.find("b"));
  EXPECT_TRUE(small.find("c"));
  // A library that is larger than all is kept for now all the same.
  ASSERT_NE(small.keep(file_with(environment.root() / "library", std::string(400, 'x')), "d"), "");
  EXPECT_TRUE(small.find("d"));
  EXPECT_EQ(environment.cached().size(), 1U);
}

TEST_F(NativeCacheTest, SweepsOldLeftovers) {
  const fs::path old = environment.root() / "cache" / "quorate" / "quorate-killed";
  fs::create_directory(old);
  file_with(old / "model.cpp", "text");
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  keep("a", "library of a");
  EXPECT_FALSE(fs::exists(old));
}

TEST_F(NativeCacheTest, DoesWithoutADirectory) {
  for (const std::optional<std::string>& place :
       {std::optional<std::string>("/dev/null/none"), std::optional<std::string>()}) {
    environment.set("XDG_CACHE_HOME", place);
    environment.set("HOME", place);
    EXPECT_FALSE(NativeCache::user_directory());
    const NativeCache none(NativeCache::user_directory());
    EXPECT_FALSE(none.find("a"));
    const fs::path library = file_with(environment.root() / "library", "text");
    EXPECT_EQ(none.keep(library, "a"), library);
    EXPECT_TRUE(NativeWorkshop().path());
  }
}

TEST_F(NativeCacheTest, DistrustsFilesThatOthersCanWriteTo) {
  keep("a", "library of a");
  const fs::path place = cache.find("a").value();
  EXPECT_EQ(fs::status(place).permissions(), fs::perms::owner_all);
  fs::permissions(place, fs::perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(cache.find("a"));
  EXPECT_FALSE(fs::exists(place));
}

TEST_F(NativeCacheTest, DistrustsLinksAndFolders) {
  keep("a", "library of a");
  const fs::path place = cache.find("a").value();
  const fs::path elsewhere = environment.root() / "elsewhere";
  fs::rename(place, elsewhere);
  fs::create_symlink(elsewhere, place);
  EXPECT_FALSE(cache.find("a"));
  EXPECT_TRUE(fs::exists(elsewhere));
  fs::remove(place);
  fs::create_directory(place);
  file_with(place / "file", "text");
  EXPECT_FALSE(cache.find("a"));
  const fs::path library = file_with(environment.root() / "library", "library of a");
  EXPECT_EQ(cache.keep(library, "a"), library);  // there is no place for it
  EXPECT_TRUE(fs::exists(place / "file"));
}

TEST_F(NativeCacheTest, DistrustsDirectoriesThatOthersCanWriteTo) {
  fs::permissions(environment.root() / "cache" / "quorate", fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(NativeCache::user_directory());
}

}  // namespace
}  // namespace quorate
