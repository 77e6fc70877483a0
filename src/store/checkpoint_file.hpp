// The bytes of a checkpoint: written to a temporary name and renamed when they are all on the disk, with a
// checksum at the end, so that a file is either complete or recognized as damaged.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace quorate {

// A running checksum of all bytes that pass.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;
  void add(const void* bytes, std::size_t size);
  [[nodiscard]] std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class CheckpointOutput {
 public:
  explicit CheckpointOutput(std::string path);
  ~CheckpointOutput();
  CheckpointOutput(const CheckpointOutput&) = delete;
  CheckpointOutput& operator=(const CheckpointOutput&) = delete;

  void bytes(const void* data, std::size_t size);
  template <typename T>
  requires std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>
  void value(const T& value) { bytes(&value, sizeof value); }
  // All, or the first ones.
  template <typename T>
  requires std::has_unique_object_representations_v<T>
  void list(const std::vector<T>& values) { list(values, values.size()); }
  template <typename T>
  requires std::has_unique_object_representations_v<T>
  void list(const std::vector<T>& values, std::size_t count) {
    value(std::uint64_t{count});
    bytes(values.data(), count * sizeof(T));
  }
  void text(const std::string& text);
  // For contents that could not be read from their source: `finish` then writes no checkpoint.
  void refuse(const std::string& why);
  void flag(bool flag) { value(std::uint8_t{flag}); }
  // Renames the file to its final name. Returns an empty text, or the error; then a file that had this name
  // before is unchanged.
  [[nodiscard]] std::string finish();

 private:
  void note_error();

  std::string path_;
  Checksum checksum_;  // before file_: its allocation may fail, and then no file may be open
  std::FILE* file_ = nullptr;
  std::string error_;
};

class CheckpointInput {
 public:
  // Reads the whole file once to see that it is not damaged.
  explicit CheckpointInput(const std::string& path);
  ~CheckpointInput();
  CheckpointInput(const CheckpointInput&) = delete;
  CheckpointInput& operator=(const CheckpointInput&) = delete;

  // Whether everything so far was there. What is read after a failure is zero.
  [[nodiscard]] bool good() const { return error_.empty(); }
  [[nodiscard]] const std::string& error() const { return error_; }
  // For contents that are wrong: the file is reported as damaged.
  void refuse(const std::string& why);
  // For contents that are well-formed but belong to another search or version.
  void refuse_as_foreign(const std::string& why);

  void bytes(void* data, std::size_t size);
  // Only for types in which every bit pattern is a value. The caller checks the value before using it as a
  // size, an index or a shift.
  template <typename T>
  requires std::has_unique_object_representations_v<T> || std::is_floating_point_v<T> T value() {
    static_assert(!std::is_same_v<T, bool> && !std::is_pointer_v<T>);
    T value{};
    bytes(&value, sizeof value);
    return value;
  }
  template <typename T>
  requires std::has_unique_object_representations_v<T> std::vector<T> list() {
    std::vector<T> values(count(sizeof(T)));
    bytes(values.data(), values.size() * sizeof(T));
    return values;
  }
  std::string text();
  bool flag();  // a byte other than 0 and 1 is refused
  // The number of elements that follow, of `size` bytes each; refused if the file is too short for them.
  std::uint64_t count(std::size_t size);

 private:
  void verify();

  std::string path_;
  std::FILE* file_ = nullptr;
  std::uint64_t left_ = 0;
  std::string error_;
};

}  // namespace quorate
