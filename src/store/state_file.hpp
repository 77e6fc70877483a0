// Rows of some 64-bit words in a temporary file, in the order in which they were appended: the states of a
// search that wants its memory for something else. A breadth-first search reads them from the front while it
// appends at the end, which is what disks are good at; a jump elsewhere costs one read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace quorate {

class StateFile {
 public:
  explicit StateFile(std::size_t words);
  ~StateFile();
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;

  // False: it could not be made, written or read, and never will be again; `trouble` says why.
  [[nodiscard]] bool good() const { return trouble_.empty(); }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  void append(const std::uint64_t* row);
  // Zeros if it could not be read.
  void read(std::uint64_t number, std::uint64_t* row);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Memory, not what is on the disk.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  void flush();
  void load(std::uint64_t number);
  void fail(const char* what, int error);

  std::size_t words_;
  std::size_t rows_;  // of a buffer
  std::string folder_;
  int file_ = -1;
  std::string trouble_;
  std::uint64_t size_ = 0;
  std::uint64_t written_ = 0;          // rows in the file; the rest are in tail_
  std::vector<std::uint64_t> tail_;    // the last rows
  std::vector<std::uint64_t> window_;  // a copy of rows from window_begin_ on
  std::uint64_t window_begin_ = 0;
};

}  // namespace quorate
