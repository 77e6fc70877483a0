#include "smt/solver_watch.hpp"

#include <system_error>
#include <thread>

namespace quorate {

namespace {

bool threads_can_be_had() {
  try {
    std::thread([] {}).join();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

void limit_time(z3::params& options, unsigned milliseconds) {
  static const bool possible = threads_can_be_had();
  if (possible) options.set("timeout", milliseconds);
}

}  // namespace quorate
