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
  // For contents that could not be had.
  void refuse(const std::string& why);
  void flag(bool flag) { value(std::uint8_t{flag}); }
  // Puts the file in its place. Empty, or what went wrong, and then the file that was there before still is.
  [[nodiscard]] std::string finish();

 private:
  void note_error();

  std::string path_;
  Checksum checksum_;  // before the file, since it may find no memory
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
  // For contents that cannot be right.
  void refuse(const std::string& why);
  // For contents that may be right, but are of no use here.
  void refuse_as_foreign(const std::string& why);

  void bytes(void* data, std::size_t size);
  // Any bits are one: numbers, and what is made of them. Whoever uses it as a size, an index or a shift looks
  // first whether it can be one.
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
  bool flag();  // anything but yes and no is refused
  // How many things of this size come; never more than the file can hold.
  std::uint64_t count(std::size_t size);

 private:
  void verify();

  std::string path_;
  std::FILE* file_ = nullptr;
  std::uint64_t left_ = 0;
  std::string error_;
};

}  // namespace quorate
