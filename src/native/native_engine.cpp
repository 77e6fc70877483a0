// Small models must not pay for native code. Nothing happens in the first 8 ms, not even a lookup in the
// cache, which needs the emitted text. The compiler, which competes with the search for the cores, is started
// only when the search has taken about as long as the shortest compilation. With Engine::automatic a failure
// is reported and never ends a search.
#include "native/native_engine.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "base/budget.hpp"
#include "native/emit_system.hpp"
#include "native/native_cache.hpp"
#include "native/native_compiler.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace quorate {

namespace {

namespace fs = std::filesystem;

constexpr int before_cache = 8;       // milliseconds
constexpr int before_compiler = 280;  // milliseconds more
constexpr const char* entry = "entry";

std::string key_of(const std::string& text, const std::string& identity) {
  const std::string all = native_runtime() + '\0' + text + '\0' + identity;
  const XXH128_hash_t hash = XXH3_128bits(all.data(), all.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::string to_text(Engine engine) {
  if (engine == Engine::automatic) return "auto";
  return engine == Engine::native ? "native" : "interpreted";
}

NativeEngine::~NativeEngine() {
  stop();
  use(nullptr);
}

void NativeEngine::use(const native::Functions* functions) {
  system_.use(functions);
  if (canonicalizer_ != nullptr)
    canonicalizer_->use(functions == nullptr ? nullptr : functions->canonicalize);
}

const StatePermutation* NativeEngine::permutation() const {
  return canonicalizer_ == nullptr ? nullptr : &canonicalizer_->permutation();
}

std::string NativeEngine::start(Engine engine) {
  if (engine == Engine::native) {
    std::string problem;
    try {
      problem = load_or_compile(false);
    } catch (const std::system_error& error) {  // of a file system, or of a stream
      problem = error.what();
    }
    if (!problem.empty()) Budget::ask();  // throws if the reason is that the budget is spent
    return problem;
  }
  if (engine != Engine::automatic) return "";
  try {
    thread_ = std::thread([this] { run_beside(); });
  } catch (const std::system_error&) {
    trouble_ = "no thread could be started for the compiler";
  }
  return "";
}

void NativeEngine::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool NativeEngine::stopped() const {
  if (Budget::spent() != Spent::nothing) return true;
  const std::scoped_lock lock(mutex_);
  return stop_;
}

bool NativeEngine::stopped_after(int milliseconds) {
  std::unique_lock lock(mutex_);
  return wake_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return stop_; });
}

bool NativeEngine::in_use() const {
  const std::scoped_lock lock(mutex_);
  return library_ != nullptr;
}

std::string NativeEngine::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

// The body of the thread, which no exception may leave.
void NativeEngine::run_beside() noexcept {
  try {
    if (stopped_after(before_cache)) return;
    tell(load_or_compile(true));
  } catch (const std::exception& error) {
    try {
      tell(error.what());
    } catch (const std::exception&) {
      // No memory for the text: the search is about to end for the same reason.
    }
  }
}

void NativeEngine::tell(const std::string& problem) {
  const std::scoped_lock lock(mutex_);
  if (!stop_ && Budget::spent() == Spent::nothing) trouble_ = problem;
}

std::string NativeEngine::load(const fs::path& path, const std::string& key) {
  std::string problem;
  auto library = NativeLibrary::open(path, problem);
  if (!library) return problem;
  const native::Functions* const functions = library->functions(entry, key);
  if (functions == nullptr || functions->words != system_.shape().words)
    return "the compiled library belongs to another model";
  const std::scoped_lock lock(mutex_);
  library_ = std::move(library);
  *functions->spent = Budget::flag();
  use(functions);
  return "";
}

std::string NativeEngine::load_or_compile(bool wait_first) {
  if (std::string reason = not_emitted(system_.model()); !reason.empty()) return reason;
  const auto compiler = NativeCompiler::find();
  // The compiler's identity is part of the key, so that the cache cannot be used without one.
  if (!compiler)
    return "no C++ compiler was found (c++, g++ or clang++ in the search path, or the one that CXX names)";
  // The key is a hash of the text and is itself printed in the text: the hash is that of the text with an
  // empty key.
  const auto draft = emit_system(system_, permutation(), entry, "");
  if (!draft) return "the model is too large to be compiled";
  const std::string key = key_of(*draft, compiler->identity);
  const NativeCache cache(NativeCache::user_directory());
  if (const auto cached = cache.find(key)) {
    if (load(*cached, key).empty()) return "";
    cache.remove(key);
  }
  if (wait_first && stopped_after(before_compiler)) return "";
  const NativeWorkshop workshop;
  if (!workshop.path()) return "there is no directory for temporary files (set TMPDIR)";
  const fs::path source = *workshop.path() / "model.cpp";
  std::ofstream file(source);
  file << native_runtime() << *emit_system(system_, permutation(), entry, key);
  if (!file.flush()) return "the emitted program could not be written to " + source.string();
  const fs::path library = *workshop.path() / "model.so";
  const std::string problem = compile_library(*compiler, source, library, [this] { return stopped(); });
  if (!problem.empty()) return problem;
  return load(cache.keep(library, key), key);
}

}  // namespace quorate
