// The layout of packed states: scalars ("cells") and channel slots as bit fields of 64-bit words; none
// crosses a word boundary. It is computed once from the model, its semantics and the room in channels.
//
// Cells and slots are numbered in the order of the text, but placed process by process, each with the
// channels that are related to it more than to their other end. So each stretch of a state takes few values,
// which is how the store compresses states. Rejected: all variables first and then all channels, with which
// Paxos (3,3) takes 19.6 bytes a state and OM(1) with n = 4 takes 24.
//
// Every scalar of a variable is one cell; the cells of one variable are numbered consecutively, so that an
// array element is base + index * stride. A cell's raw value 0 means undefined; value = raw + bias.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/message_flow.hpp"
#include "model/arithmetic.hpp"
#include "model/model.hpp"
#include "model/semantics.hpp"

namespace quorate {

struct Cell {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint64_t mask = 0;  // unshifted
  std::int64_t bias = 0;
  std::int64_t low = 0;  // the values that it can hold
  std::int64_t high = 0;
  std::uint64_t members = 0;  // the processes of a group as bits, if low..high contains others; else 0
  TypeId type;
};

// A scalar inside a packed message: the same coding as a Cell, in one 64-bit word.
struct MessageCell {
  std::uint32_t shift = 0;
  std::uint64_t mask = 0;
  std::int64_t bias = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t members = 0;
  TypeId type;
};

// How messages of a kind are packed. The lowest bits are a tag, kind + 1, so that a message is never 0, which
// means an empty slot. A model whose only kind is printed has no tag; there a message without a defined field
// is 0, and counts as no message.
struct MessageFormat {
  std::uint64_t tag = 0;         // the tag bits of this kind
  std::uint32_t first_cell = 0;  // its first scalar in Layout::message_cells
  std::uint32_t cell_count = 0;
  std::vector<std::uint32_t> fields;  // first cell of each field
  std::uint32_t width = 0;            // bits, tag included
};

struct Slot {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint64_t mask = 0;
};

// Slots hold packed messages; under GRM and RM shifted left by one, with the lowest bit for "delivered".
// Unordered channels are sorted in descending order, FIFO channels have the oldest message first; empty slots
// (0) are last.
struct ChannelLayout {
  ProcessId from;
  ProcessId to;
  std::uint32_t first_slot = 0;
  std::uint32_t slot_count = 0;
  bool at_bound = false;  // slot_count equals the declared bound
};

struct Layout {
  MessageFlow flow;  // which kinds a channel can hold, by roles
  std::vector<Cell> cells;
  std::vector<std::vector<std::uint32_t>> variable_cells;  // [process][variable]: first cell
  std::vector<std::int32_t> status_cells;                  // [process]: cell, or -1: always correct
  std::vector<std::uint32_t> monitor_cells;                // [variable]: first cell
  std::vector<MessageCell> message_cells;
  std::vector<MessageFormat> formats;  // [kind]
  std::uint64_t tag_mask = 0;
  std::vector<Slot> slots;
  std::vector<ChannelLayout> channels;
  std::vector<std::int32_t> channel_index;  // [from * P + to]: channel, or -1: never used
  std::size_t processes = 0;
  std::size_t words = 0;
  std::size_t bits = 0;
  bool delivered_flag = false;

  [[nodiscard]] const ChannelLayout* channel(ProcessId from, ProcessId to) const {
    const auto index = channel_index[from.index() * processes + to.index()];
    return index < 0 ? nullptr : &channels[static_cast<std::size_t>(index)];
  }
};

// The number of scalars in a value of the type.
std::uint32_t scalar_count(const Model& model, TypeId type);
// The position of a field's first scalar within its record.
std::uint32_t field_offset(const Model& model, const Type& record, std::size_t field);

// `problem` is set if the model is too large to be packed (a message over 62 bits).
Layout make_layout(const Model& model, const Semantics& semantics, const ChannelRoom& room,
                   std::optional<std::pair<std::string, Span>>& problem);

inline constexpr std::int64_t undefined_value = arithmetic::not_an_integer;

// The value of a scalar's bits, in a state or in a message.
inline std::int64_t decoded(std::uint64_t raw, std::int64_t bias) {
  return raw == 0 ? undefined_value : static_cast<std::int64_t>(raw) + bias;
}

inline std::int64_t load(const Cell& cell, const std::uint64_t* state) {
  return decoded((state[cell.word] >> cell.shift) & cell.mask, cell.bias);
}

// The value must be undefined or one that the cell can hold.
inline void store(const Cell& cell, std::uint64_t* state, std::int64_t value) {
  const std::uint64_t raw = value == undefined_value ? 0 : static_cast<std::uint64_t>(value - cell.bias);
  state[cell.word] = (state[cell.word] & ~(cell.mask << cell.shift)) | (raw << cell.shift);
}

inline std::uint64_t load_slot(const Slot& slot, const std::uint64_t* state) {
  return (state[slot.word] >> slot.shift) & slot.mask;
}

inline void store_slot(const Slot& slot, std::uint64_t* state, std::uint64_t value) {
  state[slot.word] = (state[slot.word] & ~(slot.mask << slot.shift)) | (value << slot.shift);
}

}  // namespace quorate
