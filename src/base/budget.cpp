// A thread reads the clock and the number of resident pages every ten milliseconds and sets a flag, so that
// asking costs one load and a loop can ask in each of its rounds. If the thread cannot be started, asking
// reads them itself, at most every ten milliseconds.
//
// There are three stages. Spent: ask() throws. Overdue, most of a second later: ask() throws even with a
// BudgetGrace. Later: some loop does not ask, and the backstop ends the program. The last stage is measured
// in processor time first, so that on a busy machine a program that is about to end is not cut off.
#include "base/budget.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace quorate {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{10};
constexpr double overdue_after = 0.7;             // seconds of the clock
constexpr double backstop_after_processor = 1.4;  // seconds of the processor, for one core
constexpr double backstop_after_clock = 8;
constexpr std::uint64_t grace_bytes = std::uint64_t{16} << 20U;

// Atomics outside of the class, since signal handlers and the allocator use them.
std::atomic<double> limit_seconds{1e300};
std::atomic<std::uint64_t> limit_of_bytes{UINT64_MAX};
std::atomic<Clock::rep> began{0};
std::atomic<double> spent_at{1e300};  // seconds
std::atomic<double> spent_at_processor{0};
std::atomic<bool> overdue{false};
std::atomic<bool> concluded{false};
std::atomic<bool> interrupted{false};
std::atomic<int> statm{-1};
std::atomic<Clock::rep> looked{0};
thread_local int graces = 0;
std::atomic<int> holds{0};
std::atomic<int> alarm_count{0};
std::mutex alarms_mutex;
std::vector<const std::function<void()>*> alarms;

// The greatest resident memory so far, for systems without /proc.
std::uint64_t most_resident_bytes() noexcept {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) << 10U;
}

// Work with an alarm allocates without asking: a solver enlarges its largest array by half at once, faster
// than it can be stopped. So it is ended while there is room for that.
std::uint64_t limit_for_work(std::uint64_t limit) noexcept {
  return alarm_count > 0 ? limit - limit / 5 : limit;
}

double processor_seconds() noexcept {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void mark(std::atomic<Spent>& flag, Spent what) noexcept {
  if (concluded) return;
  Spent nothing = Spent::nothing;
  if (!flag.compare_exchange_strong(nothing, what)) return;
  spent_at_processor = processor_seconds();
  spent_at = Budget::seconds();
}

}  // namespace

std::string to_text(Spent spent) {
  switch (spent) {
    case Spent::nothing:
      return "";
    case Spent::time:
      return "the limit on time was reached";
    case Spent::memory:
      return "the limit on memory was reached";
    case Spent::interruption:
      return "interrupted";
  }
  return "";
}

struct Budget::Watcher {
  std::atomic<bool> ending = false;
  std::thread thread;
};

namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
constexpr int wake_up = SIGURG;  // sent by the destructor to the watching thread alone; ignored elsewhere

// Ignored signals, as with nohup or for background jobs, must stay ignored: blocking one would make it
// pending.
bool is_ignored(int signal) {
  struct sigaction before {};
  return sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
}

sigset_t signal_set() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : ending_signals) {
    if (!is_ignored(signal)) sigaddset(&set, signal);
  }
  return set;
}

// Used if there is no watching thread to wait for signals.
void handle_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { Budget::interrupt(); };
  for (const int signal : ending_signals) {
    if (!is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

Budget::Budget(Signals signals) : signals_(signals) {
  began = Clock::now().time_since_epoch().count();
  limit_seconds = 1e300;
  limit_of_bytes = UINT64_MAX;
  spent_at = 1e300;
  overdue = concluded = interrupted = false;
  spent_ = Spent::nothing;
  if (statm < 0) statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const sigset_t set = signal_set();
  // Blocked, so that handlers of libraries, such as a solver's, do not receive them.
  if (signals_ == Signals::watched) pthread_sigmask(SIG_BLOCK, &set, nullptr);
  auto watcher = std::make_unique<Watcher>();
  watcher_ = watcher.get();
  // A new thread inherits the signal mask: with all signals blocked none can end it at its start.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    watcher->thread = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    static_cast<void>(watcher.release());
    watched_by_thread_ = true;
  } catch (const std::system_error&) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    watcher_ = nullptr;
    watched_by_thread_ = false;
    if (signals_ == Signals::left_alone) return;
    handle_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  }
}

Budget::~Budget() {
  if (watcher_ != nullptr) {
    watcher_->ending = true;
    pthread_kill(watcher_->thread.native_handle(), wake_up);  // ends its sigtimedwait
    watcher_->thread.join();
    delete watcher_;
  }
  watched_by_thread_ = true;
  spent_ = Spent::nothing;
  limit_seconds = 1e300;
  limit_of_bytes = UINT64_MAX;
}

// The watching thread: waits for a signal, or for the time of the next look.
void Budget::run() noexcept {
  sigset_t awaited = signal_set();
  if (signals_ == Signals::left_alone) sigemptyset(&awaited);
  sigaddset(&awaited, wake_up);
  constexpr timespec pause{0, std::chrono::nanoseconds(between_looks).count()};
  bool asked_before = false;
  while (!watcher_->ending) {
    const int signal = sigtimedwait(&awaited, nullptr, &pause);
    if (watcher_->ending) return;
    if (signal > 0 && signal != wake_up) {
      const Backstop backstop = backstop_;
      if (asked_before && backstop != nullptr) backstop(Spent::interruption);
      asked_before = true;
      interrupt();
    }
    watch();
  }
}

void Budget::limit(const BudgetLimits& limits) {
  limit_seconds = limits.seconds;
  limit_of_bytes = limits.bytes;
}

void Budget::interrupt() noexcept {
  interrupted = true;
  mark(spent_, Spent::interruption);
}

void Budget::out_of_memory() noexcept {
  mark(spent_, Spent::memory);
}

bool Budget::may_take(std::uint64_t bytes) noexcept {
  const std::uint64_t limit = limit_of_bytes.load(std::memory_order_relaxed);
  if (limit == UINT64_MAX) return true;
  const std::uint64_t grace = graces > 0 || concluded ? grace_bytes : 0;
  if (resident_bytes() + bytes <= limit + grace) return true;
  out_of_memory();
  return false;
}

double Budget::seconds() noexcept {
  const Clock::duration since(Clock::now().time_since_epoch().count() - began.load());
  return std::chrono::duration<double>(since).count();
}

double Budget::seconds_left() noexcept {
  const double limit = limit_seconds;
  if (limit >= 1e300) return limit;
  return std::max(0.0, limit - seconds());
}

std::uint64_t Budget::limit_bytes() noexcept {
  return limit_of_bytes;
}

std::uint64_t Budget::resident_bytes() noexcept {
  std::array<char, 128> text{};
  const ssize_t length = pread(statm, text.data(), text.size() - 1, 0);
  if (length <= 0) return most_resident_bytes();
  // "size resident ...", in pages.
  const char* resident = text.data();
  while (*resident != '\0' && *resident != ' ') ++resident;
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::strtoull(resident, nullptr, 10) * page;
}

void Budget::conclude() noexcept {
  concluded = true;
  spent_ = Spent::nothing;
}

void Budget::look() noexcept {
  if (concluded) return;
  const double now = seconds();
  if (interrupted) mark(spent_, Spent::interruption);
  if (now > limit_seconds) mark(spent_, Spent::time);
  const std::uint64_t limit = limit_of_bytes;
  const std::uint64_t resident = limit == UINT64_MAX ? 0 : resident_bytes();
  if (resident > limit_for_work(limit)) mark(spent_, Spent::memory);
  if (spent_ == Spent::nothing) return;
  if (now > spent_at + overdue_after || (limit != UINT64_MAX && resident > limit + limit / 20 + grace_bytes))
    overdue = true;
}

void Budget::look_again() noexcept {
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (Clock::duration(now - looked.load(std::memory_order_relaxed)) < between_looks) return;
  looked.store(now, std::memory_order_relaxed);
  look();
}

void Budget::watch() noexcept {
  look();
  if (concluded || spent_ == Spent::nothing) return;
  {
    const std::lock_guard lock(alarms_mutex);
    for (const auto* const ring : alarms) (*ring)();
  }
  const Backstop backstop = backstop_;
  if (backstop == nullptr || holds > 0) return;
  const bool stuck = processor_seconds() > spent_at_processor + backstop_after_processor &&
                     seconds() > spent_at + overdue_after;
  if (stuck || seconds() > spent_at + backstop_after_clock) backstop(spent_);
}

void Budget::throw_if_due(Spent spent) {
  if (concluded || (graces > 0 && !overdue)) return;
  throw BudgetSpent(spent);
}

BudgetAlarm::BudgetAlarm(std::function<void()> ring) : ring_(std::move(ring)) {
  const std::lock_guard lock(alarms_mutex);
  alarms.push_back(&ring_);
  ++alarm_count;
}

BudgetAlarm::~BudgetAlarm() {
  const std::lock_guard lock(alarms_mutex);
  std::erase(alarms, &ring_);
  --alarm_count;
}

BudgetHold::BudgetHold() noexcept {
  ++holds;
}

// Restarts the grace and the time until the backstop.
BudgetHold::~BudgetHold() {
  if (spent_at.load() < 1e300) {
    spent_at_processor = processor_seconds();
    spent_at = Budget::seconds();
    overdue = false;
  }
  --holds;
}

BudgetGrace::BudgetGrace() {
  ++graces;
}

BudgetGrace::~BudgetGrace() {
  --graces;
}

bool BudgetGrace::given() {
  return graces > 0;
}

}  // namespace quorate
