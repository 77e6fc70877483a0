#include "native/native_library.hpp"

#include <dlfcn.h>

namespace quorate {

std::shared_ptr<const NativeLibrary> NativeLibrary::open(const std::filesystem::path& path,
                                                         std::string& problem) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const why = dlerror();
    problem = why == nullptr ? "it cannot be loaded" : why;
    return nullptr;
  }
  return std::shared_ptr<const NativeLibrary>(new NativeLibrary(handle));
}

NativeLibrary::~NativeLibrary() {
  dlclose(handle_);
}

const native::Functions* NativeLibrary::functions(const std::string& name, const std::string& key) const {
  const auto* const found =
      static_cast<const native::Functions*>(dlsym(handle_, ("quorate_" + name).c_str()));
  if (found == nullptr || found->version != native::interface_version || found->key != key) return nullptr;
  return found;
}

}  // namespace quorate
