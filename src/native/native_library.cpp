// The dynamic linker maps what the headers of a file promise, and dies of a signal (SIGBUS) where the file is
// shorter. So a file that a compiler has cut off, or that somebody has damaged, is looked at first.
#include "native/native_library.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <cstring>
#include <fstream>
#include <system_error>

namespace quorate {

namespace {

// A shared library for this kind of machine, all of whose segments are inside of the file.
bool is_whole(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || error) return false;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (error || !file.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_DYN ||
      header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > size)
    return false;
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return false;
    if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset) return false;
  }
  return header.e_phnum > 0;
}

}  // namespace

std::shared_ptr<const NativeLibrary> NativeLibrary::open(const std::filesystem::path& path,
                                                         std::string& problem) {
  if (!is_whole(path)) {
    problem = "it is no shared library, or only a part of one";
    return nullptr;
  }
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
