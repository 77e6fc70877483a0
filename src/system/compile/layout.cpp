// Layouts are made in two steps. First every scalar and slot gets its number and its width; a channel gets as
// many slots as its room says, at most its bound. Then the pieces are sorted by process and put into words:
// each into the first word with enough bits left. A type needs the bits for its values and for "undefined",
// which is raw 0: a set one bit for each element and one more.
#include "system/compile/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "analysis/message_flow.hpp"
#include "faults/fault_model.hpp"

namespace quorate {

std::uint32_t scalar_count(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::record) {
    std::uint32_t count = 0;
    for (const Field& field : type.fields) count += scalar_count(model, field.type);
    return count;
  }
  if (type.kind == TypeKind::array) {
    const auto length = std::max<std::int64_t>(0, model.type(type.index).size());
    return static_cast<std::uint32_t>(length) * scalar_count(model, type.element);
  }
  return 1;
}

std::uint32_t field_offset(const Model& model, const Type& record, std::size_t field) {
  std::uint32_t offset = 0;
  for (std::size_t i = 0; i < field; ++i) offset += scalar_count(model, record.fields[i].type);
  return offset;
}

namespace {

std::uint32_t bits_for(std::uint64_t largest) {
  return static_cast<std::uint32_t>(std::bit_width(largest));
}

// The values of a simple type as one interval, and the bits that they need.
struct Coding {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t members = 0;
  std::uint32_t width = 0;
};

Coding coding_of(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  Coding coding;
  if (type.kind == TypeKind::set) {
    const auto elements = std::max<std::int64_t>(0, model.type(type.element).size());
    coding.high = static_cast<std::int64_t>((std::uint64_t{1} << elements) - 1);
  } else {
    coding.low = type.low;
    coding.high = std::max(type.high, type.low - 1);
    if (type.kind == TypeKind::process && type.roles.size() > 1) {
      for (const auto value : model.values_of(id)) coding.members |= std::uint64_t{1} << value;
    }
  }
  coding.width = bits_for(static_cast<std::uint64_t>(coding.high - coding.low) + 1);
  return coding;
}

template <typename Visit>
void for_each_scalar(const Model& model, TypeId id, const Visit& visit) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::record) {
    for (const Field& field : type.fields) for_each_scalar(model, field.type, visit);
  } else if (type.kind == TypeKind::array) {
    for (std::int64_t i = 0; i < model.type(type.index).size(); ++i)
      for_each_scalar(model, type.element, visit);
  } else {
    visit(id);
  }
}

// Puts each piece into the first word that has room for it.
class BitPacker {
 public:
  std::pair<std::uint32_t, std::uint32_t> place(std::uint32_t width) {
    for (std::size_t word = 0; word < used_.size(); ++word) {
      if (used_[word] + width <= 64) return take(word, width);
    }
    used_.push_back(0);
    return take(used_.size() - 1, width);
  }
  [[nodiscard]] std::size_t words() const { return std::max<std::size_t>(1, used_.size()); }
  [[nodiscard]] std::size_t bits() const {
    return used_.empty() ? 0 : (used_.size() - 1) * 64 + used_.back();
  }

 private:
  std::pair<std::uint32_t, std::uint32_t> take(std::size_t word, std::uint32_t width) {
    const auto shift = used_[word];
    used_[word] += width;
    return {static_cast<std::uint32_t>(word), shift};
  }
  std::vector<std::uint32_t> used_;
};

std::uint64_t low_bits(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

class LayoutMaker {
 public:
  LayoutMaker(const Model& model, const Semantics& semantics, const ChannelRoom& room)
      : model_(model), semantics_(semantics), room_(room) {}

  Layout make(std::optional<std::pair<std::string, Span>>& problem) {
    layout_.processes = static_cast<std::size_t>(model_.process_count());
    layout_.delivered_flag = semantics_.traffic != Traffic::m;
    formats(problem);
    if (problem) return std::move(layout_);
    processes();
    channels();
    for (const Variable& variable : model_.monitor.variables) {
      layout_.monitor_cells.push_back(add_variable(variable.type, layout_.processes));
    }
    place_pieces();
    return std::move(layout_);
  }

 private:
  void formats(std::optional<std::pair<std::string, Span>>& problem) {
    const bool untagged = model_.messages.size() == 1 && model_.messages[0].printed;
    const std::uint32_t tag_width = untagged ? 0 : bits_for(model_.messages.size());
    layout_.tag_mask = low_bits(tag_width);
    for (std::size_t k = 0; k < model_.messages.size(); ++k) {
      const MessageKind& kind = model_.messages[k];
      MessageFormat format;
      format.tag = untagged ? 0 : k + 1;
      format.first_cell = static_cast<std::uint32_t>(layout_.message_cells.size());
      format.width = tag_width;
      for (const Field& field : kind.fields) {
        format.fields.push_back(static_cast<std::uint32_t>(layout_.message_cells.size()));
        for_each_scalar(model_, field.type, [&](TypeId id) { add_message_cell(id, format); });
      }
      format.cell_count = static_cast<std::uint32_t>(layout_.message_cells.size()) - format.first_cell;
      if (format.width > 62 && !problem) {
        problem = {fmt::format("a message `{}` needs {} bits, more than the 62 that a channel slot can hold",
                               kind.name, format.width),
                   kind.span};
      }
      layout_.formats.push_back(std::move(format));
    }
  }

  void add_message_cell(TypeId id, MessageFormat& format) {
    const Coding coding = coding_of(model_, id);
    layout_.message_cells.push_back(
        {format.width, low_bits(coding.width), coding.low - 1, coding.low, coding.high, coding.members, id});
    format.width += coding.width;
  }

  // A scalar or a slot that is numbered and not placed yet.
  struct Piece {
    std::size_t beside = 0;  // the process that it is placed with; the monitor counts as one more
    bool slot = false;
    std::size_t number = 0;
    std::uint32_t width = 0;
  };

  void processes() {
    const auto tracked = FaultModel(model_, semantics_).has_status;
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      for (std::int64_t i = 0; i < model_.roles[r].count; ++i) {
        const std::size_t process = layout_.variable_cells.size();
        std::vector<std::uint32_t> first_cells;
        for (const Variable& variable : model_.roles[r].variables)
          first_cells.push_back(add_variable(variable.type, process));
        layout_.variable_cells.push_back(std::move(first_cells));
        layout_.status_cells.push_back(
            tracked[r] ? static_cast<std::int32_t>(add_variable(model_.status_type, process)) : -1);
      }
    }
    variable_bits_.assign(layout_.processes, 0);
    for (const Piece& piece : pieces_) variable_bits_[piece.beside] += piece.width;
  }

  std::uint32_t add_variable(TypeId type, std::size_t beside) {
    const auto first = static_cast<std::uint32_t>(layout_.cells.size());
    for_each_scalar(model_, type, [&](TypeId id) {
      const Coding coding = coding_of(model_, id);
      pieces_.push_back({beside, false, layout_.cells.size(), coding.width});
      layout_.cells.push_back(
          {0, 0, low_bits(coding.width), coding.low - 1, coding.low, coding.high, coding.members, id});
    });
    return first;
  }

  void channels() {
    layout_.flow = analyze_message_flow(model_);
    const auto processes = model_.process_count();
    layout_.channel_index.assign(static_cast<std::size_t>(processes * processes), -1);
    for (std::int64_t from = 0; from < processes; ++from) {
      for (std::int64_t to = 0; to < processes; ++to) {
        if (from != to || model_.channels.loopback) add_channel(ProcessId(from), ProcessId(to));
      }
    }
  }

  void add_channel(ProcessId from, ProcessId to) {
    const RoleId from_role = model_.role_of(from);
    const RoleId to_role = model_.role_of(to);
    std::uint32_t width = 0;
    for (const KindId kind : layout_.flow.kinds[from_role.index()][to_role.index()]) {
      width = std::max(width, layout_.formats[kind.index()].width);
    }
    if (width == 0) return;
    if (layout_.delivered_flag) ++width;
    const auto listed = room_.find({from_role, to_role});
    std::int64_t count = listed == room_.end() ? 1 : listed->second;
    std::int64_t at_first = 0;
    for (const InitialContents& contents : contents_at_first(model_, from_role, to_role))
      at_first += contents.most;
    count = std::min(std::max(count, at_first), largest_bounded_room + 1);
    ChannelLayout channel{from, to, static_cast<std::uint32_t>(layout_.slots.size()), 0, false};
    if (model_.channels.bound) {
      count = std::min(count, *model_.channels.bound);
      channel.at_bound = count == *model_.channels.bound;
    }
    channel.slot_count = static_cast<std::uint32_t>(count);
    for (std::int64_t i = 0; i < count; ++i) {
      pieces_.push_back({hub_of(from, to), true, layout_.slots.size(), width});
      layout_.slots.push_back({0, 0, low_bits(width)});
    }
    layout_.channel_index[from.index() * layout_.processes + to.index()] =
        static_cast<std::int32_t>(layout_.channels.size());
    layout_.channels.push_back(channel);
  }

  // The end of a channel that it is placed with: of the role with more processes, then of the process with
  // more bits of variables, then the later one. A heuristic that is nearly always the best on the protocols
  // of the library.
  [[nodiscard]] std::size_t hub_of(ProcessId from, ProcessId to) const {
    const auto rank = [&](ProcessId process) {
      return std::tuple(model_.role(model_.role_of(process)).count, variable_bits_[process.index()],
                        process.index());
    };
    return std::get<2>(std::max(rank(from), rank(to)));
  }

  void place_pieces() {
    std::ranges::stable_sort(pieces_, {}, &Piece::beside);
    BitPacker packer;
    for (const Piece& piece : pieces_) {
      const auto [word, shift] = packer.place(piece.width);
      if (piece.slot) {
        layout_.slots[piece.number].word = word;
        layout_.slots[piece.number].shift = shift;
      } else {
        layout_.cells[piece.number].word = word;
        layout_.cells[piece.number].shift = shift;
      }
    }
    layout_.words = packer.words();
    layout_.bits = packer.bits();
  }

  const Model& model_;
  const Semantics& semantics_;
  const ChannelRoom& room_;
  Layout layout_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> variable_bits_;  // [process]
};

}  // namespace

Layout make_layout(const Model& model, const Semantics& semantics, const ChannelRoom& room,
                   std::optional<std::pair<std::string, Span>>& problem) {
  return LayoutMaker(model, semantics, room).make(problem);
}

}  // namespace quorate
