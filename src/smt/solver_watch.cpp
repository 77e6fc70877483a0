#include "smt/solver_watch.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace quorate {

namespace {

constexpr std::chrono::milliseconds between_looks{50};

}  // namespace

SolverWatch::SolverWatch(z3::context& context, const std::atomic<bool>* interrupted) {
  if (interrupted == nullptr) return;
  thread_ = std::jthread([&context, interrupted](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      ended.wait_for(lock, stop, between_looks, [] { return false; });
      if (interrupted->load()) context.interrupt();
    }
  });
}

}  // namespace quorate
