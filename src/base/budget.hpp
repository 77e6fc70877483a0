// The one budget of a command: its time, its memory and the user's patience. Every loop that may take more
// than a millisecond asks it, in every part of the program; so it is process-wide, like the clock, the
// kernel's figure of memory and the signals that it watches. Place in the flow: below everything.
//
// A spent budget is an exception, BudgetSpent, from wherever it is noticed to where a verdict is made: that
// verdict is then inconclusive, with the reason. std::bad_alloc is treated alike there (within_budget).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <utility>

namespace quorate {

enum class Spent : std::uint8_t { nothing, time, memory, interruption };

// Why a verdict is inconclusive: "the limit on time was reached". Empty for nothing.
std::string to_text(Spent spent);

class BudgetSpent : public std::exception {
 public:
  explicit BudgetSpent(Spent what) : what_(what) {}
  [[nodiscard]] Spent spent() const { return what_; }
  [[nodiscard]] const char* what() const noexcept override { return "the budget is spent"; }

 private:
  Spent what_;
};

struct BudgetLimits {
  double seconds = 1e300;
  std::uint64_t bytes = UINT64_MAX;  // of the whole process, as the kernel counts its resident pages
};

enum class Signals : std::uint8_t { left_alone, watched };

// An object of it watches from its construction to its end; a program has at most one at a time. Without one,
// nothing is ever spent.
class Budget {
 public:
  // Signals that are watched, SIGINT (Ctrl-C), SIGTERM and SIGHUP, spend the budget, unless the program was
  // started with the order to ignore them; the second one calls the backstop. They are blocked in every
  // thread that is made afterwards, and must be unblocked in processes that are started.
  explicit Budget(Signals signals = Signals::left_alone);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Time counts from the construction. May be called again with other limits.
  static void limit(const BudgetLimits& limits);

  // What is known to be spent. One load: it may be asked in any loop.
  static Spent spent() noexcept {
    if (!watched_by_thread_.load(std::memory_order_relaxed)) look_again();
    return spent_.load(std::memory_order_relaxed);
  }
  // For code that is compiled elsewhere: a byte that is not 0 once something is spent.
  static const volatile unsigned char* flag() noexcept {
    return reinterpret_cast<const volatile unsigned char*>(&spent_);
  }
  // The same as an exception.
  static void ask() {
    if (const Spent now = spent(); now != Spent::nothing) throw_if_due(now);
  }
  // Called where a signal arrives.
  static void interrupt() noexcept;
  // Called where an allocation failed.
  static void out_of_memory() noexcept;
  // Whether so many bytes more are within the limit. If not, memory is spent.
  static bool may_take(std::uint64_t bytes) noexcept;

  static double seconds() noexcept;       // since the construction
  static double seconds_left() noexcept;  // never negative; 1e300 without a limit
  // For one of `left` pieces of work that are still to be done: what it leaves is for the others.
  static double share_of_time(std::size_t left) noexcept {
    return seconds_left() / static_cast<double>(left == 0 ? 1 : left);
  }
  static std::uint64_t limit_bytes() noexcept;
  static std::uint64_t resident_bytes() noexcept;  // the kernel's figure, now

  // The results are there and only have to be written: from now on nothing is spent any more.
  static void conclude() noexcept;

  // Who dies last: called in the watching thread when the program has not come to its end long after the
  // budget was spent, because some loop does not ask. It must not return.
  using Backstop = void (*)(Spent);
  void set_backstop(Backstop backstop) { backstop_ = backstop; }

 private:
  static void look_again() noexcept;
  static void look() noexcept;
  static void throw_if_due(Spent spent);
  void watch() noexcept;
  void run() noexcept;

  static inline std::atomic<Spent> spent_{Spent::nothing};
  static inline std::atomic<bool> watched_by_thread_{true};  // also where nothing has to be watched
  Signals signals_;
  std::atomic<Backstop> backstop_ = nullptr;
  struct Watcher;
  Watcher* watcher_ = nullptr;
};

// While it lives, ask() in this thread does not throw until a moment after the budget was spent: what was
// found before is made presentable.
class BudgetGrace {
 public:
  BudgetGrace();
  ~BudgetGrace();
  // Whether this thread has one: threads that work for it need one of their own.
  [[nodiscard]] static bool given();
  BudgetGrace(const BudgetGrace&) = delete;
  BudgetGrace& operator=(const BudgetGrace&) = delete;
};

// While it lives, the backstop waits: something of value is being written, which takes as long as it takes.
class BudgetHold {
 public:
  BudgetHold() noexcept;
  ~BudgetHold();
  BudgetHold(const BudgetHold&) = delete;
  BudgetHold& operator=(const BudgetHold&) = delete;
};

// While it lives, `ring` is called from another thread every few milliseconds once the budget is spent: for
// work that asks nobody, such as a solver's, and can be told to stop. Memory is spent at four fifths of its
// limit then. Without a watching thread `ring` is never called.
class BudgetAlarm {
 public:
  explicit BudgetAlarm(std::function<void()> ring);
  ~BudgetAlarm();
  BudgetAlarm(const BudgetAlarm&) = delete;
  BudgetAlarm& operator=(const BudgetAlarm&) = delete;

 private:
  std::function<void()> ring_;
};

// Runs `work`. What was spent before it came to its end, if it did not.
template <typename Work>
Spent within_budget(Work&& work) {
  try {
    std::forward<Work>(work)();
    return Spent::nothing;
  } catch (const BudgetSpent& end) {
    return end.spent();
  } catch (const std::bad_alloc&) {
    Budget::out_of_memory();
    return Spent::memory;
  }
}

}  // namespace quorate
