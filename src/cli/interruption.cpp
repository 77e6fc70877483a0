#include "cli/interruption.hpp"

#include <csignal>

namespace quorate {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted{false};

}  // namespace

const std::atomic<bool>* interruption() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted.store(true); };
  sigaction(SIGINT, &action, nullptr);
  return &interrupted;
}

}  // namespace quorate
