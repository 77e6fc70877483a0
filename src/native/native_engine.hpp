// Gives a ModelSystem native code: from the cache, or compiled while the search runs, which begins with the
// interpreter and uses native code from some state on. Only Engine::native waits for it.
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

// How states are executed. automatic: by the interpreter, and by native code if the search takes long enough.
enum class Engine { automatic, interpreted, native };

std::string to_text(Engine engine);

class NativeEngine {
 public:
  // Does nothing before start(). Both arguments must outlive this. canonicalizer: for the states of this
  // system, or null.
  explicit NativeEngine(const ModelSystem& system, const Canonicalizer* canonicalizer = nullptr)
      : system_(system), canonicalizer_(canonicalizer) {}
  // After this the system is interpreted again.
  ~NativeEngine();
  NativeEngine(const NativeEngine&) = delete;
  NativeEngine& operator=(const NativeEngine&) = delete;

  // Engine::native: waits for native code, or returns the reason why there is none. Engine::automatic: works
  // in a thread of its own, after a delay, so that a short search costs nothing.
  std::string start(Engine engine);
  // Stops compiling and waits for that, which takes milliseconds; native code that is in use stays in use.
  void stop();

  [[nodiscard]] bool in_use() const;
  // Why there is no native code although the search was long enough; otherwise empty.
  [[nodiscard]] std::string trouble() const;

 private:
  // Sleeps; returns true as soon as stop() is called.
  bool stopped_after(int milliseconds);
  [[nodiscard]] bool stopped() const;
  void run_beside() noexcept;
  void tell(const std::string& problem);
  // Returns an empty text, or why there is no native code.
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
