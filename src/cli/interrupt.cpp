#include "cli/interrupt.hpp"

#include <csignal>

namespace quorate {

namespace {

std::atomic<bool> raised{false};

}  // namespace

const std::atomic<bool>& interrupted() {
  return raised;
}

void stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { raised.store(true); };
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace quorate
