// A range of numbers shared out in pieces among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace quorate {

// The next pieces of a range, for whoever asks.
class SharedRange {
 public:
  void set(std::uint64_t begin, std::uint64_t end, unsigned threads) {
    piece_ = std::clamp<std::uint64_t>((end - begin) / (std::uint64_t{threads} * 32), 1, 256);
    end_ = end;
    next_.store(begin);
  }
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  // Empty: nothing is left.
  Piece take() {
    const std::uint64_t begin = next_.fetch_add(piece_, std::memory_order_relaxed);
    return {std::min(begin, end_), std::min(begin + piece_, end_)};
  }
  [[nodiscard]] std::uint64_t left() const {
    return end_ - std::min(end_, next_.load(std::memory_order_relaxed));
  }

 private:
  std::atomic<std::uint64_t> next_{0};
  std::uint64_t end_ = 0;
  std::uint64_t piece_ = 1;
};

// visit(thread, number) for each number, by `threads` threads.
template <typename Visit>
void parallel_for(unsigned threads, std::uint64_t begin, std::uint64_t end, const Visit& visit) {
  SharedRange range;
  range.set(begin, end, threads);
  const auto work = [&](unsigned thread) {
    for (auto piece = range.take(); piece.begin < piece.end; piece = range.take()) {
      for (std::uint64_t number = piece.begin; number < piece.end; ++number) visit(thread, number);
    }
  };
  if (end - begin < 64) threads = 1;
  std::vector<std::jthread> others;
  for (unsigned t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
}

}  // namespace quorate
