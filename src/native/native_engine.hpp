// Gives a ModelSystem native code: at once if it is in the cache, otherwise compiled beside the search, which
// begins with the interpreter and goes on with native code from some state on. Nobody waits for it but who
// asks to.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "native/native_library.hpp"
#include "reduction/symmetry/canonical_form.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// How states are executed: automatic is the interpreter, and native code where the search is long enough for
// it.
enum class Engine { automatic, interpreted, native };

std::string to_text(Engine engine);

class NativeEngine {
 public:
  // Does nothing before start(). Both must live longer. canonicalizer: of the states of this system, or null.
  explicit NativeEngine(const ModelSystem& system, const Canonicalizer* canonicalizer = nullptr)
      : system_(system), canonicalizer_(canonicalizer) {}
  // The system is interpreted again.
  ~NativeEngine();
  NativeEngine(const NativeEngine&) = delete;
  NativeEngine& operator=(const NativeEngine&) = delete;

  // Engine::native: returns when there is native code, or with the reason why there is none.
  // Engine::automatic: works beside the caller; so short a search that it ends before pays nothing.
  std::string start(Engine engine);
  // Stops compiling and waits for that, which takes milliseconds; native code that is there stays in use.
  void stop();

  [[nodiscard]] bool in_use() const;
  // Why there is no native code although the search was long enough; else empty.
  [[nodiscard]] std::string trouble() const;

 private:
  // Sleeps; true if stop() was called.
  bool stopped_after(int milliseconds);
  [[nodiscard]] bool stopped() const;
  void run_beside() noexcept;
  void tell(const std::string& problem);
  // Empty, or why there is no native code.
  std::string load_or_compile(bool wait_first);
  std::string load(const std::filesystem::path& path, const std::string& key);

  void use(const native::Functions* functions);
  [[nodiscard]] const StatePermutation* permutation() const;

  const ModelSystem& system_;
  const Canonicalizer* canonicalizer_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  std::string trouble_;
  std::shared_ptr<const NativeLibrary> library_;
  std::thread thread_;
};

}  // namespace quorate
