// Small blocks come from the heap, large ones from mmap: their pages are zero, and are taken from the kernel
// as they are touched. Huge pages are asked for where a block is large enough for it (docs/internals.md, "The
// store and the threads"); blocks that are read before they are written are populated at once. Memory that is
// refused ends the search as a limit does: the budget is told, and the reserve for the report is freed.
#include "store/zeroed_block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "base/budget.hpp"
#include "base/memory_reserve.hpp"

namespace quorate {

namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t large = std::size_t{1} << 18;

// The least size of a block that gets huge pages. If it is filled from one end a single byte may take a whole
// huge page, so that the block must be several times as large.
std::size_t worth_huge_pages(ZeroedBlock::Pages pages) {
  switch (pages) {
    case ZeroedBlock::Pages::at_once:
      return huge_page;
    case ZeroedBlock::Pages::when_touched:
      return 8 * huge_page;
    default:
      return SIZE_MAX;
  }
}

std::size_t rounded(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// A refusal is reported as the program's operator new does, unless the block is one whose refusal does not
// mean that memory is short (Pages::small).
void* mapped_memory(std::size_t bytes, ZeroedBlock::Pages pages) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) return memory;
  if (pages != ZeroedBlock::Pages::small) {
    Budget::out_of_memory();
    give_up_memory_reserve();
  }
  throw std::bad_alloc();
}

}  // namespace

ZeroedBlock::ZeroedBlock(std::size_t bytes, Pages pages) : bytes_(bytes) {
  if (bytes < large) {
    data_ = ::operator new (bytes, std::align_val_t{cache_line});
    std::memset(data_, 0, bytes);
    return;
  }
  if (pages == Pages::at_once && !Budget::may_take(bytes)) throw std::bad_alloc();
  huge_ = bytes >= worth_huge_pages(pages);
  // The kernel gives huge pages only at their own alignment.
  mapped_ = rounded(bytes, page) + (huge_ ? huge_page : 0);
  mapping_ = mapped_memory(mapped_, pages);
  data_ = mapping_;
  if (huge_) {
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    data_ = static_cast<std::byte*>(mapping_) + (rounded(address, huge_page) - address);
    madvise(data_, rounded(bytes, page), MADV_HUGEPAGE);
  } else {
    madvise(data_, rounded(bytes, page), MADV_NOHUGEPAGE);
  }
  // A kernel that does not know this call gives the pages when they are touched.
  if (pages == Pages::at_once) madvise(data_, rounded(bytes, page), MADV_POPULATE_WRITE);
}

std::uint64_t ZeroedBlock::touched(std::uint64_t used) const {
  if (mapping_ == nullptr) return bytes_;
  return std::min<std::uint64_t>(rounded(used, huge_ ? huge_page : page), rounded(bytes_, page));
}

void ZeroedBlock::give_back(std::uint64_t begin, std::uint64_t end) {
  begin = rounded(begin, page);
  end = end / page * page;
  if (mapping_ != nullptr && begin < end)
    madvise(static_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);
}

void ZeroedBlock::release() {
  if (mapping_ != nullptr) {
    munmap(mapping_, mapped_);
  } else if (data_ != nullptr) {
    ::operator delete (data_, std::align_val_t{cache_line});
  }
}

}  // namespace quorate
