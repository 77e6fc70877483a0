// The system's C++ compiler, run as a process of low priority beside the search. Knows nothing of models.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace quorate {

struct NativeCompiler {
  std::filesystem::path program;
  // Another compiler, another version of it, other flags or another processor give another identity.
  std::string identity;
  std::string optimization = "-O2";

  // $CXX, or else the first of c++, g++ and clang++ in $PATH.
  static std::optional<NativeCompiler> find();
};

// Compiles `source` to the shared library `library`; both lie in a directory of their own, where the
// compiler's temporary files go as well. Returns when it is done or `stopped` says so, which is asked some
// hundred times a second; the compiler is then killed. Empty, or what went wrong.
std::string compile_library(const NativeCompiler& compiler, const std::filesystem::path& source,
                            const std::filesystem::path& library, const std::function<bool()>& stopped);

// For a program that ends at once, without waiting for anybody.
void kill_running_compiler() noexcept;

}  // namespace quorate
