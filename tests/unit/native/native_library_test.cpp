#include "native/native_library.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace quorate {
namespace {

// Half a program begins like one: the dynamic linker would die of a signal.
TEST(NativeLibrary, AFileThatIsCutOffIsRefused) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "cut-off.so";
  std::ifstream whole("/proc/self/exe", std::ios::binary);
  std::string beginning(5000, '\0');
  ASSERT_TRUE(whole.read(beginning.data(), static_cast<std::streamsize>(beginning.size())));
  for (const std::string& text :
       {beginning, beginning.substr(0, 40), std::string("no library"), std::string()}) {
    std::ofstream(path, std::ios::binary) << text;
    std::string problem;
    EXPECT_EQ(NativeLibrary::open(path, problem), nullptr);
    EXPECT_NE(problem, "");
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace quorate
