// An environment for tests of native code: a cache, a home folder and a compiler whose calls can be observed.
#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quorate {

class NativeEnvironment {
 public:
  NativeEnvironment() {
    std::string name = (std::filesystem::temp_directory_path() / "quorate-test-XXXXXX").string();
    root_ = mkdtemp(name.data());
    set("XDG_CACHE_HOME", (root_ / "cache").string());
  }
  ~NativeEnvironment() {
    for (const auto& [name, value] : before_) {
      if (value) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
    std::filesystem::remove_all(root_);
  }
  NativeEnvironment(const NativeEnvironment&) = delete;
  NativeEnvironment& operator=(const NativeEnvironment&) = delete;

  void set(const std::string& name, const std::optional<std::string>& value) {
    const char* const now = std::getenv(name.c_str());
    before_.try_emplace(name, now == nullptr ? std::nullopt : std::optional<std::string>(now));
    if (value) {
      setenv(name.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name.c_str());
    }
  }

  // A compiler that is this shell script.
  void compiler(const std::string& script) {
    const auto path = root_ / "compiler";
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    chmod(path.c_str(), 0755);
    set("CXX", path.string());
  }
  // The system's compiler, with its calls counted.
  void counting_compiler() { compiler("echo >> " + (root_ / "calls").string() + "\nexec c++ \"$@\""); }
  [[nodiscard]] std::size_t calls() const {
    std::ifstream file(root_ / "calls");
    std::size_t lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    return lines;
  }

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  [[nodiscard]] std::vector<std::filesystem::path> cached() const {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root_ / "cache" / "quorate", error))
      files.push_back(entry.path());
    return files;
  }

 private:
  std::filesystem::path root_;
  std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace quorate
