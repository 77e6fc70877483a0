#include "base/memory_reserve.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <new>

namespace quorate {

namespace {

constexpr std::size_t reserve_bytes = std::size_t{4} << 20;

// The handler of operator new has no other way to it.
std::atomic<void*> memory_reserve{nullptr};

// The pages are never touched: it is addresses that are short under `ulimit -v`, and pages are given up by
// what ends.
void give_up_reserve() {
  if (void* const held = memory_reserve.exchange(nullptr); held != nullptr) munmap(held, reserve_bytes);
  throw std::bad_alloc();
}

}  // namespace

void hold_memory_reserve() {
  if (memory_reserve.load() == nullptr) {
    void* const held = mmap(nullptr, reserve_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void* none = nullptr;
    if (held != MAP_FAILED && !memory_reserve.compare_exchange_strong(none, held))
      munmap(held, reserve_bytes);
  }
  std::set_new_handler(give_up_reserve);
}

}  // namespace quorate
