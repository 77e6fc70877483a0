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
  // Differs for another compiler, another version of it, other flags, or another processor.
  std::string identity;
  std::string optimization = "-O2";

  // $CXX, or else the first of c++, g++ and clang++ in $PATH.
  static std::optional<NativeCompiler> find();
};

// Compiles `source` to the shared library `library`, both in a directory of their own, which also gets the
// compiler's temporary files. Calls `stopped` every few milliseconds, and kills the compiler when it returns
// true. Returns an empty text, or the error.
std::string compile_library(const NativeCompiler& compiler, const std::filesystem::path& source,
                            const std::filesystem::path& library, const std::function<bool()>& stopped);

// For a program that must end at once: kills the compiler without waiting for it.
void kill_running_compiler() noexcept;

}  // namespace quorate
