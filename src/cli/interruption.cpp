#include "cli/interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "base/budget.hpp"
#include "cli/exit_code.hpp"

namespace quorate {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> asked_before{false};

void on_signal(int) {
  if (asked_before.exchange(true)) _exit(static_cast<int>(ExitCode::inconclusive));
  Budget::interrupt();
}

}  // namespace

void watch_for_interruption() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // Whoever starts a program with nohup, or in the background of a script, wants the signal ignored.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace quorate
