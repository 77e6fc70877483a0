// The compiler is started with posix_spawn, which is safe while other threads run, in a process group of its
// own, so that it can be killed together with the processes that it starts. Its end is polled every four
// milliseconds: a compilation takes about a second, and there is no simple way to wait for a child and for
// the end of a search at once.
#include "native/native_compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "base/budget.hpp"
#include "base/shown_text.hpp"

namespace quorate {

namespace {

namespace fs = std::filesystem;

// -fwrapv: overflow is left to the interpreter and must not be undefined behaviour. No vectors of 256 bits: a
// state is a few words, each changed by itself, and a function that leaves the upper halves of vector
// registers in use slows down the program that called it (by a quarter on Paxos (2,5)).
const std::vector<std::string>& flags() {
  static const std::vector<std::string> all{
      "-std=c++20",
      "-fPIC",
      "-shared",
      "-w",
      "-fwrapv",
      "-pipe",
      "-fno-rtti",
      "-fno-exceptions",
#ifdef __x86_64__
      "-march=native",
      "-fno-tree-slp-vectorize",
      "-mprefer-vector-width=128",
#endif
  };
  return all;
}

// The features of the processor, on which -march=native depends.
std::string processor() {
  std::string text;
#ifdef __x86_64__
  for (const unsigned leaf : {1U, 7U}) {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    __get_cpuid_count(leaf, 0, &a, &b, &c, &d);
    if (leaf == 1) b = 0;  // contains the number of the core
    text += fmt::format(" {:x} {:x} {:x} {:x}", a, b, c, d);
  }
#endif
  return text;
}

bool executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> in_search_path(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos)
    return executable(name) ? std::optional<fs::path>(name) : std::nullopt;
  const char* const variable = std::getenv("PATH");
  std::string rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const fs::path directory = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (directory.is_absolute() && executable(directory / name)) return directory / name;
  }
  return std::nullopt;
}

// The program's real path, size and time of change: asking it for its version would cost starting a process.
std::string identity_of(const fs::path& program) {
  std::error_code error;
  const fs::path real = fs::canonical(program, error);
  struct stat facts {};
  if (error || stat(real.c_str(), &facts) != 0) return program;
  return fmt::format("{} {} {}.{}", real.string(), facts.st_size, facts.st_mtim.tv_sec,
                     facts.st_mtim.tv_nsec);
}

std::vector<std::string> environment_with_temporaries(const fs::path& directory) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (!text.starts_with("TMPDIR=") && !text.starts_with("LC_ALL=")) variables.push_back(text);
  }
  variables.push_back("TMPDIR=" + directory.string());
  variables.emplace_back("LC_ALL=C");
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// The words before the compiler's command that limit its memory, and that of its children, to what --memory
// leaves: posix_spawn cannot set a limit, and one that is set after the start may come too late. Empty
// without a limit.
std::vector<std::string> within_memory() {
  const std::uint64_t limit = Budget::limit_bytes();
  if (limit == UINT64_MAX) return {};
  const std::uint64_t taken = std::min(limit, Budget::resident_bytes());
  return {"/bin/sh", "-c", R"(ulimit -d "$0"; exec "$@")", std::to_string((limit - taken) / 1024)};
}

// The process group of the running compiler, or 0. One program is compiled at a time.
std::atomic<pid_t> running = 0;

// Starts the compiler; returns its process, or -1.
pid_t start(std::vector<std::string> arguments, const fs::path& log) {
  std::vector<std::string> variables = environment_with_temporaries(log.parent_path());
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);  // this program may block some (base/budget.hpp)
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t ignored;  // signals that this program ignores
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  pid_t process = -1;
  const int failed = posix_spawn(&process, arguments.front().c_str(), &files, &attributes,
                                 pointers(arguments).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return -1;
  setpriority(PRIO_PGRP, static_cast<id_t>(process), 10);
  return process;
}

// The first line with an error, or else the first line, made fit to be shown.
std::string complaint(const fs::path& log) {
  constexpr std::size_t longest = 300;
  std::string said(std::size_t{1} << 16, '\0');
  std::ifstream file(log, std::ios::binary);
  file.read(said.data(), static_cast<std::streamsize>(said.size()));
  said.resize(static_cast<std::size_t>(file.gcount()));
  std::istringstream lines(said);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != std::string::npos) return shown(shortened_middle(line, longest));
    if (first.empty()) first = line;
  }
  return first.empty() ? "it printed no message" : shown(shortened_middle(first, longest));
}

}  // namespace

void kill_running_compiler() noexcept {
  if (const pid_t group = running.exchange(0); group > 0) kill(-group, SIGKILL);
}

std::optional<NativeCompiler> NativeCompiler::find() {
  const char* const chosen = std::getenv("CXX");
  for (const std::string& name : {std::string(chosen == nullptr ? "" : chosen), std::string("c++"),
                                  std::string("g++"), std::string("clang++")}) {
    const auto program = in_search_path(name);
    if (!program) continue;
    NativeCompiler found{*program, identity_of(*program) + processor()};
    found.identity += " " + found.optimization;
    for (const std::string& flag : flags()) found.identity += " " + flag;
    return found;
  }
  return std::nullopt;
}

std::string compile_library(const NativeCompiler& compiler, const fs::path& source, const fs::path& library,
                            const std::function<bool()>& stopped) {
  std::vector<std::string> arguments = within_memory();
  arguments.push_back(compiler.program);
  arguments.insert(arguments.end(), flags().begin(), flags().end());
  arguments.insert(arguments.end(), {compiler.optimization, "-o", library, source});
  const fs::path log = source.parent_path() / "log";
  const pid_t process = start(arguments, log);
  if (process < 0) return fmt::format("{} could not be started", shown(compiler.program.string()));
  running = process;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended != 0) running = 0;
    if (ended == process && WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    if (ended != 0) return fmt::format("{} failed: {}", shown(compiler.program.string()), complaint(log));
    if (stopped()) {
      running = 0;
      kill(-process, SIGKILL);
      waitpid(process, &status, 0);
      // Waits for the end of the processes that it had started, for a fifth of a second at most.
      for (int i = 0; i < 100 && kill(-process, 0) == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return "stopped";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }
}

}  // namespace quorate
