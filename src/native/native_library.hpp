// A loaded shared library of emitted functions, which stays loaded as long as an object exists.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "system/execute/native_interface.hpp"

namespace quorate {

class NativeLibrary {
 public:
  // Null if it cannot be loaded; `problem` then says why.
  static std::shared_ptr<const NativeLibrary> open(const std::filesystem::path& path, std::string& problem);
  ~NativeLibrary();
  NativeLibrary(const NativeLibrary&) = delete;
  NativeLibrary& operator=(const NativeLibrary&) = delete;

  // The functions that emit_system printed under this name; null if there are none, or if they were compiled
  // from another text or for another version of the interface.
  [[nodiscard]] const native::Functions* functions(const std::string& name, const std::string& key) const;

 private:
  explicit NativeLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace quorate
