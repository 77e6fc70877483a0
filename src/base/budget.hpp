// The one budget of a command: time, memory, and interruption by signals. Every loop that may take more than
// a millisecond asks it, in every part of the program. So it is process-wide, like the clock, the resident
// memory and the signals that it watches. Place in the flow: below everything.
//
// A spent budget is an exception, BudgetSpent, from the loop that notices it to where a verdict is made,
// which then is inconclusive with this reason. std::bad_alloc is treated in the same way there
// (within_budget).
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

// An object watches during its lifetime; a program has at most one at a time. Without one, nothing is ever
// spent.
class Budget {
 public:
  // Signals::watched: SIGINT (Ctrl-C), SIGTERM and SIGHUP spend the budget, unless the program was started
  // with the signal ignored; a second one calls the backstop. They are blocked in every thread that is made
  // afterwards, and must be unblocked in processes that are started.
  explicit Budget(Signals signals = Signals::left_alone);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Time counts from the construction. May be called again with other limits.
  static void limit(const BudgetLimits& limits);

  // What is spent. Costs one load, so that any loop can ask.
  static Spent spent() noexcept {
    if (!watched_by_thread_.load(std::memory_order_relaxed)) look_again();
    return spent_.load(std::memory_order_relaxed);
  }
  // For native code: a byte that becomes nonzero when something is spent.
  static const volatile unsigned char* flag() noexcept {
    return reinterpret_cast<const volatile unsigned char*>(&spent_);
  }
  // Throws BudgetSpent if something is spent.
  static void ask() {
    if (const Spent now = spent(); now != Spent::nothing) throw_if_due(now);
  }
  // Called where a signal arrives.
  static void interrupt() noexcept;
  // Called where an allocation failed.
  static void out_of_memory() noexcept;
  // Whether so many more bytes are within the limit. If not, memory becomes spent.
  static bool may_take(std::uint64_t bytes) noexcept;

  static double seconds() noexcept;       // since the construction
  static double seconds_left() noexcept;  // never negative; 1e300 without a limit
  // An equal share of the time for each of `left` remaining pieces of work; unused time goes to the others.
  static double share_of_time(std::size_t left) noexcept {
    return seconds_left() / static_cast<double>(left == 0 ? 1 : left);
  }
  static std::uint64_t limit_bytes() noexcept;
  static std::uint64_t resident_bytes() noexcept;  // the kernel's figure, now

  // To be called when the results only have to be written: from now on nothing becomes spent.
  static void conclude() noexcept;

  // Called in the watching thread if the program has not ended long after the budget was spent, because some
  // loop does not ask. It must not return.
  using Backstop = void (*)(Spent);
  void set_backstop(Backstop backstop) { backstop_ = backstop; }

 private:
  static void look_again() noexcept;
  static void look() noexcept;
  static void throw_if_due(Spent spent);
  void watch() noexcept;
  void run() noexcept;

  static inline std::atomic<Spent> spent_{Spent::nothing};
  static inline std::atomic<bool> watched_by_thread_{true};  // also true if nothing has to be watched
  Signals signals_;
  std::atomic<Backstop> backstop_ = nullptr;
  struct Watcher;
  Watcher* watcher_ = nullptr;
};

// During its lifetime ask() in this thread throws only some time after the budget was spent, so that a
// finding from before can be made presentable.
class BudgetGrace {
 public:
  BudgetGrace();
  ~BudgetGrace();
  // Whether this thread has a grace: threads that work for it then need one of their own.
  [[nodiscard]] static bool given();
  BudgetGrace(const BudgetGrace&) = delete;
  BudgetGrace& operator=(const BudgetGrace&) = delete;
};

// During its lifetime the backstop is not called: a file is being written, which may take long.
class BudgetHold {
 public:
  BudgetHold() noexcept;
  ~BudgetHold();
  BudgetHold(const BudgetHold&) = delete;
  BudgetHold& operator=(const BudgetHold&) = delete;
};

// For work that does not ask the budget but can be told to stop, such as a solver: during the lifetime of
// this object `ring` is called from another thread every few milliseconds once the budget is spent. Memory
// then counts as spent at four fifths of its limit. Without a watching thread `ring` is never called.
class BudgetAlarm {
 public:
  explicit BudgetAlarm(std::function<void()> ring);
  ~BudgetAlarm();
  BudgetAlarm(const BudgetAlarm&) = delete;
  BudgetAlarm& operator=(const BudgetAlarm&) = delete;

 private:
  std::function<void()> ring_;
};

// Runs `work`. Returns what was spent if that ended it.
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
