// Measures the seconds of consecutive parts of the work.
#pragma once

#include <chrono>

namespace quorate {

class Stopwatch {
 public:
  // Seconds since the last lap, or since construction.
  [[nodiscard]] double seconds() const { return seconds_until(std::chrono::steady_clock::now()); }
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double of_lap = seconds_until(now);
    last_ = now;
    return of_lap;
  }

 private:
  [[nodiscard]] double seconds_until(std::chrono::steady_clock::time_point now) const {
    return std::chrono::duration<double>(now - last_).count();
  }

  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace quorate
