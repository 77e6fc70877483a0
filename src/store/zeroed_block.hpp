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
    // Of a block that is read before it is written, all over: the kernel would first give every page as a
    // shared one of zeros, then as a copy, and interrupt all other threads for it.
    at_once,
    // Never huge ones: of a block that is used from one end to the other, and mostly not at all. Addresses
    // for it may well be refused; that does not mean that memory is short, and nobody is asked to give any
    // up.
    small,
  };
  // Aligned to a cache line at least. Throws std::bad_alloc.
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
  // What the kernel has given if the first `used` bytes were touched.
  [[nodiscard]] std::uint64_t touched(std::uint64_t used) const;
  // Returns the memory of these bytes to the kernel, as far as they are whole pages; they are zeros again.
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
  bool huge_ = false;  // in huge pages, where the kernel has them
};

}  // namespace quorate
