// A block of memory filled with zeros that never moves. Large blocks come from the kernel page by page as
// they are touched, in huge pages where it has them: a search jumps about in gigabytes, and most of its time
// would go into page tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace quorate {

class ZeroedBlock {
 public:
  ZeroedBlock() = default;
  enum class Pages {
    when_touched,
    // For a block that is read in many places before it is written: on demand, the kernel would map every
    // page twice, first as a shared page of zeros, then as a copy, and interrupt the other threads for it.
    at_once,
    // No huge pages: for a block of which only the beginning may ever be used. If the kernel refuses the
    // addresses, memory is not short for that reason: no out-of-memory state is set and no reserve is freed.
    small,
  };
  // Aligned at least to a cache line. Throws std::bad_alloc.
  explicit ZeroedBlock(std::size_t bytes, Pages pages = Pages::when_touched);
  ~ZeroedBlock() { release(); }
  ZeroedBlock(const ZeroedBlock&) = delete;
  ZeroedBlock& operator=(const ZeroedBlock&) = delete;
  ZeroedBlock(ZeroedBlock&& other) noexcept { swap(other); }
  ZeroedBlock& operator=(ZeroedBlock&& other) noexcept {
    swap(other);
    return *this;
  }

  template <typename T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  // The memory in use if the first `used` bytes were touched.
  [[nodiscard]] std::uint64_t touched(std::uint64_t used) const;
  // Returns the whole pages among these bytes to the kernel; their content becomes zero.
  void give_back(std::uint64_t begin, std::uint64_t end);

 private:
  void release();
  void swap(ZeroedBlock& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    std::swap(huge_, other.huge_);
  }

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  void* mapping_ = nullptr;  // null: a small block of the heap
  std::size_t mapped_ = 0;
  bool huge_ = false;  // huge pages were asked for
};

}  // namespace quorate
