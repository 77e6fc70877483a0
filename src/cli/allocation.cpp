// The program's allocator: the C library's, with two additions. A block of 1 MiB or more that would exceed
// --memory is refused before it is taken, since a table that doubles would pass the limit before any loop
// asks the budget. And an allocation that fails spends the budget's memory and gives up the reserve
// (base/memory_reserve.hpp), so that the command ends with a report.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "base/budget.hpp"
#include "base/memory_reserve.hpp"

namespace {

constexpr std::size_t large = std::size_t{1} << 20U;

void* checked(void* block) {
  if (block != nullptr) return block;
  quorate::Budget::out_of_memory();
  quorate::give_up_memory_reserve();
  throw std::bad_alloc();
}

void refuse_if_large(std::size_t bytes) {
  if (bytes >= large && !quorate::Budget::may_take(bytes)) throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) {
  refuse_if_large(bytes);
  return checked(std::malloc(bytes == 0 ? 1 : bytes));
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  refuse_if_large(bytes);
  const auto unit = static_cast<std::size_t>(alignment);
  return checked(std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit));
}

void operator delete(void* block) noexcept {
  std::free(block);
}

void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}

void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}

void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
