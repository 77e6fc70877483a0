// Rows of 64-bit words in a temporary file, in the order in which they were appended: the states of a search
// that does not keep them in memory. A breadth-first search reads them from the front while it appends at the
// end, both sequentially; access to any other row costs one read.
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

  // False after the first failure to make, write or read the file, and from then on; `trouble` has the
  // reason.
  [[nodiscard]] bool good() const { return trouble_.empty(); }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  void append(const std::uint64_t* row);
  // The row is all zeros if it could not be read.
  void read(std::uint64_t number, std::uint64_t* row);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Memory in use, without the file.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  void flush();
  void load(std::uint64_t number);
  void fail(const char* what, int error);

  std::size_t words_;
  std::size_t rows_;  // in a buffer
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
