// For each kind of message the scalars are found once that a permutation changes: those that name processes
// or sets of them, and those inside arrays indexed by processes, which move to another place of the message.
// All other bits of a message are copied by one mask.
#include "reduction/symmetry/message_symmetry.hpp"

#include <algorithm>
#include <bit>

namespace quorate {

std::uint64_t permuted_set(std::uint64_t set, std::int64_t low, const ProcessMap& map) {
  std::uint64_t image = 0;
  for (; set != 0; set &= set - 1) {
    image |= std::uint64_t{1} << (map[static_cast<std::size_t>(low + std::countr_zero(set))] - low);
  }
  return image;
}

Mention mention_of(const Model& model, TypeId id, const std::vector<bool>& moved) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::process) {
    for (const auto value : model.values_of(id)) {
      if (moved[static_cast<std::size_t>(value)]) return Mention::process;
    }
  }
  if (type.kind == TypeKind::set && mention_of(model, type.element, moved) == Mention::process) {
    return Mention::set;
  }
  return Mention::none;
}

MessageSymmetry::MessageSymmetry(const Model& model, const Layout& layout, const std::vector<bool>& moved)
    : layout_(layout), moved_(moved) {
  for (std::size_t k = 0; k < model.messages.size(); ++k) {
    Format format;
    format.kept = ~std::uint64_t{0};
    const MessageKind& kind = model.messages[k];
    for (std::size_t f = 0; f < kind.fields.size(); ++f) {
      add_field(model, kind.fields[f].type, layout.formats[k].fields[f], format);
    }
    format.mentions = !format.scalars.empty();
    formats_.push_back(std::move(format));
  }
}

void MessageSymmetry::add_field(const Model& model, TypeId type, std::uint32_t first_cell, Format& format) {
  for (ScalarPlace& place : scalar_places(model, type)) {
    Scalar scalar;
    scalar.cell = first_cell + place.offset;
    scalar.mention = mention_of(model, place.type, moved_);
    if (scalar.mention == Mention::set) scalar.set_low = model.type(model.type(place.type).element).low;
    const bool indexed = std::ranges::any_of(
        place.indices, [&](const ProcessIndex& index) { return moved_[index.process.index()]; });
    if (scalar.mention == Mention::none && !indexed) continue;
    scalar.salt = (std::uint64_t{first_cell} + place.origin + 1) * 2;
    scalar.indices = std::move(place.indices);
    const MessageCell& cell = layout_.message_cells[scalar.cell];
    format.kept &= ~(cell.mask << cell.shift);
    format.scalars.push_back(std::move(scalar));
  }
}

const MessageSymmetry::Format& MessageSymmetry::format_of(std::uint64_t message) const {
  const std::uint64_t tag = message & layout_.tag_mask;
  return formats_[tag == 0 ? 0 : tag - 1];
}

std::uint64_t MessageSymmetry::permuted(std::uint64_t message, const ProcessMap& map) const {
  const Format& format = format_of(message);
  if (!format.mentions) return message;
  std::uint64_t image = message & format.kept;
  for (const Scalar& scalar : format.scalars) {
    const MessageCell& cell = layout_.message_cells[scalar.cell];
    std::uint64_t raw = (message >> cell.shift) & cell.mask;
    if (raw == 0) continue;
    const std::uint64_t value = raw + static_cast<std::uint64_t>(cell.bias);
    if (scalar.mention == Mention::process) raw = map[value] - static_cast<std::uint64_t>(cell.bias);
    if (scalar.mention == Mention::set) {
      raw = permuted_set(value, scalar.set_low, map) - static_cast<std::uint64_t>(cell.bias);
    }
    std::int64_t target = scalar.cell;
    for (const ProcessIndex& index : scalar.indices) {
      target += (map[index.process.index()] - std::int64_t{index.process.value}) * index.stride;
    }
    image |= raw << layout_.message_cells[static_cast<std::size_t>(target)].shift;
  }
  return image;
}

}  // namespace quorate
