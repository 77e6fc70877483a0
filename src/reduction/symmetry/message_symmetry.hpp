// Processes inside packed messages: renaming them under a permutation, and listing which ones a message
// mentions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "reduction/symmetry/scalar_places.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

inline constexpr std::size_t most_processes = 64;
// map[p]: the image of process p.
using ProcessMap = std::array<std::uint8_t, most_processes>;

// The image of a set of processes, given as a bit mask in which bit k stands for process low + k.
std::uint64_t permuted_set(std::uint64_t set, std::int64_t low, const ProcessMap& map);

// How a scalar can mention processes.
enum class Mention { none, process, set };

class MessageSymmetry {
 public:
  // moved[p]: whether some permutation of the group moves process p.
  MessageSymmetry(const Model& model, const Layout& layout, const std::vector<bool>& moved);

  // Whether messages of the kind can mention a process that is moved.
  [[nodiscard]] bool mentions(KindId kind) const { return formats_[kind.index()].mentions; }

  // The message with its processes renamed.
  [[nodiscard]] std::uint64_t permuted(std::uint64_t message, const ProcessMap& map) const;

  // Calls `part` with (salt, processes, count) for everything in the message that mentions moved processes,
  // and returns the message with these bits cleared. Salts do not depend on process numbers.
  template <typename Part>
  std::uint64_t take_apart(std::uint64_t message, const Part& part) const;

 private:
  static constexpr std::size_t most_indices = 4;
  struct Scalar {
    std::uint32_t cell = 0;  // in Layout::message_cells
    Mention mention = Mention::none;
    std::int64_t set_low = 0;
    std::uint64_t salt = 0;
    std::vector<ProcessIndex> indices;
  };
  struct Format {
    bool mentions = false;
    std::uint64_t kept = 0;  // mask of the tag and of the scalars that no permutation changes
    std::vector<Scalar> scalars;
  };

  void add_field(const Model& model, TypeId type, std::uint32_t first_cell, Format& format);
  [[nodiscard]] const Format& format_of(std::uint64_t message) const;

  const Layout& layout_;
  std::vector<bool> moved_;
  std::vector<Format> formats_;
};

// Whether a value of the type can name moved processes, and how.
Mention mention_of(const Model& model, TypeId type, const std::vector<bool>& moved);

template <typename Part>
std::uint64_t MessageSymmetry::take_apart(std::uint64_t message, const Part& part) const {
  const Format& format = format_of(message);
  if (!format.mentions) return message;
  for (const Scalar& scalar : format.scalars) {
    const MessageCell& cell = layout_.message_cells[scalar.cell];
    const std::uint64_t raw = (message >> cell.shift) & cell.mask;
    if (raw == 0) continue;
    std::array<std::uint8_t, most_indices + 1> processes{};
    std::size_t count = 0;
    for (const ProcessIndex& index : scalar.indices) {
      if (count < most_indices) processes[count++] = static_cast<std::uint8_t>(index.process.value);
    }
    const std::uint64_t value = raw + static_cast<std::uint64_t>(cell.bias);
    if (scalar.mention == Mention::process) {
      processes[count] = static_cast<std::uint8_t>(value);
      part(scalar.salt, processes.data(), count + 1);
    } else if (scalar.mention == Mention::set) {
      part(scalar.salt, processes.data(), count);
      for (std::uint64_t left = value; left != 0; left &= left - 1) {
        processes[count] = static_cast<std::uint8_t>(scalar.set_low + __builtin_ctzll(left));
        part(scalar.salt + 1, processes.data(), count + 1);
      }
    } else {
      part(scalar.salt + (raw << 8), processes.data(), count);
    }
  }
  return message & format.kept;
}

}  // namespace quorate
