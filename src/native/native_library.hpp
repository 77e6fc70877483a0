// A loaded shared library of emitted functions. It stays loaded until nobody holds it.
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

  // What emit_system printed under the name; null if it is not there, was compiled from another text, or for
  // another version of Quorate.
  [[nodiscard]] const native::Functions* functions(const std::string& name, const std::string& key) const;

 private:
  explicit NativeLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace quorate
