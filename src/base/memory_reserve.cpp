#include "base/memory_reserve.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstddef>

namespace quorate {

namespace {

constexpr std::size_t reserve_bytes = std::size_t{4} << 20;

// Global, since operator new must reach it.
std::atomic<void*> memory_reserve{nullptr};

}  // namespace

// The pages are never touched: addresses are what is short under `ulimit -v`, and the search that ends frees
// pages.
void hold_memory_reserve() noexcept {
  if (memory_reserve.load() != nullptr) return;
  void* const held = mmap(nullptr, reserve_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void* none = nullptr;
  if (held != MAP_FAILED && !memory_reserve.compare_exchange_strong(none, held)) munmap(held, reserve_bytes);
}

void give_up_memory_reserve() noexcept {
  if (void* const held = memory_reserve.exchange(nullptr); held != nullptr) munmap(held, reserve_bytes);
}

}  // namespace quorate
