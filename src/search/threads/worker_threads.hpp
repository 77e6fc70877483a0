// Threads that may fail to start, and the exceptions that they leave to the thread that started them.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/budget.hpp"

namespace quorate {

// The destructor joins all threads.
class WorkerThreads {
 public:
  // False: the system gives no thread, or no memory for one. A BudgetGrace of the caller holds for the thread
  // too.
  template <typename Work>
  bool start(Work work) {
    try {
      threads_.emplace_back([work = std::move(work), given = BudgetGrace::given()] {
        std::optional<BudgetGrace> grace;
        if (given) grace.emplace();
        work();
      });
      return true;
    } catch (const std::system_error&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

 private:
  std::vector<std::jthread> threads_;
};

// Keeps the first exception of several threads, since none may leave its thread; the others can ask for it.
class FirstTrouble {
 public:
  // To be called while an exception is handled.
  void keep() noexcept {
    const std::scoped_lock lock(mutex_);
    if (!trouble_) trouble_ = std::current_exception();
    any_.store(true);
  }
  [[nodiscard]] bool any() const { return any_.load(std::memory_order_relaxed); }
  // To be called by one thread after the others have ended.
  void rethrow() {
    if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr trouble_;
  std::atomic<bool> any_{false};
};

}  // namespace quorate
