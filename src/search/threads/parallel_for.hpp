// A loop over a range of numbers by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "search/threads/worker_threads.hpp"

namespace quorate {

// Gives out a range in pieces: large ones first, so that neighbouring numbers stay with one thread, then
// smaller and smaller ones, so that all threads end at about the same time.
class SharedRange {
 public:
  static constexpr std::uint64_t smallest_piece = 32;

  void set(std::uint64_t begin, std::uint64_t end, unsigned threads) {
    end_ = end;
    shares_ = std::uint64_t{threads} * 2;
    next_.store(begin);
  }
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  // Empty: nothing is left.
  Piece take() {
    std::uint64_t begin = next_.load(std::memory_order_relaxed);
    for (;;) {
      if (begin >= end_) return {end_, end_};
      const std::uint64_t end =
          begin + std::min(end_ - begin, std::max(smallest_piece, (end_ - begin) / shares_));
      if (next_.compare_exchange_weak(begin, end, std::memory_order_relaxed)) return {begin, end};
    }
  }
  [[nodiscard]] std::uint64_t left() const {
    return end_ - std::min(end_, next_.load(std::memory_order_relaxed));
  }

 private:
  std::atomic<std::uint64_t> next_{0};
  std::uint64_t end_ = 0;
  std::uint64_t shares_ = 1;
};

// Calls visit(thread, number) for each number, by `threads` threads, or as many as can be started. An
// exception of one thread ends all and is thrown here.
template <typename Visit>
void parallel_for(unsigned threads, std::uint64_t begin, std::uint64_t end, const Visit& visit) {
  SharedRange range;
  range.set(begin, end, threads);
  FirstTrouble trouble;
  const auto work = [&](unsigned thread) noexcept {
    try {
      for (auto piece = range.take(); piece.begin < piece.end; piece = range.take()) {
        for (std::uint64_t number = piece.begin; number < piece.end && !trouble.any(); ++number)
          visit(thread, number);
      }
    } catch (...) {
      trouble.keep();
    }
  };
  if (end - begin < 64) threads = 1;
  {
    WorkerThreads others;
    for (unsigned t = 1; t < threads; ++t) {
      if (!others.start([&work, t] { work(t); })) break;
    }
    work(0);
  }
  trouble.rethrow();
}

}  // namespace quorate
