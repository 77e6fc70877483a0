// Threads that may not be had, and what they meet that they cannot deal with themselves.
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

// Joined when this ends.
class WorkerThreads {
 public:
  // False: the system has no thread, or no memory for one. A grace of the caller is one of the thread.
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

// The first exception of several threads: none may leave its thread, and all must know that it is over.
class FirstTrouble {
 public:
  // To be called while an exception is handled.
  void keep() noexcept {
    const std::scoped_lock lock(mutex_);
    if (!trouble_) trouble_ = std::current_exception();
    any_.store(true);
  }
  [[nodiscard]] bool any() const { return any_.load(std::memory_order_relaxed); }
  // By one thread, after the others have ended.
  void rethrow() {
    if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr trouble_;
  std::atomic<bool> any_{false};
};

}  // namespace quorate
