// Places: variables, statuses, monitors, their fields and elements, and the fields of consumed messages. A
// place is the number of its first scalar plus an offset, which is a constant or in a register. Every access
// is noted in the program's footprint; where the offset is not constant, all cells that it may reach are.
// Reductions rely on the footprint, so that it may have too many cells and never too few.
#include <fmt/format.h>

#include <algorithm>

#include "system/compile/compiler.hpp"

namespace quorate {

namespace {

std::string type_label(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::process) {
    std::string text;
    for (const RoleId role : type.roles) text += (text.empty() ? "" : " or ") + model.role(role).name;
    return text;
  }
  if (type.kind == TypeKind::range) return fmt::format("number of {}..{}", type.low, type.high);
  return type.name.empty() ? "value of the index type" : type.name;
}

}  // namespace

IndexTable Compiler::element_table(TypeId index_type, std::uint32_t stride) const {
  IndexTable table{type(index_type).low, {}, "index of this array (" + type_label(model_, index_type) + ")"};
  for (std::int64_t v = type(index_type).low; v <= type(index_type).high; ++v) {
    table.entries.push_back(model_.has_value(index_type, v) ? (v - table.low) * stride : -1);
  }
  return table;
}

IndexTable Compiler::ordinal_table(TypeId process_type) const {
  IndexTable table{type(process_type).low, {}, type_label(model_, process_type)};
  std::int64_t ordinal = 0;
  for (std::int64_t v = type(process_type).low; v <= type(process_type).high; ++v) {
    table.entries.push_back(model_.has_value(process_type, v) ? ++ordinal : -1);
  }
  return table;
}

IndexTable Compiler::process_table(TypeId process_type) const {
  return {1, model_.values_of(process_type), "number of a " + type_label(model_, process_type)};
}

Operand Compiler::index_operand(Operand value, const std::string& key, const IndexTable& table) {
  if (value.known()) {
    std::int64_t position = 0;
    const bool inside = arithmetic::position(value.value, table.low, table.entries.size(), position);
    if (inside && table.entries[position] >= 0) return Operand::of(table.entries[position]);
  }
  const auto a = builder_.new_register();
  builder_.emit(Op::index, a, builder_.in_register(value), shared_.index(key, table));
  return Operand::in(a);
}

Compiler::Place Compiler::place_of(const Expr& e) {
  Place place;
  switch (e.kind) {
    case ExprKind::variable: {
      const Role& role = model_.role(e.role);
      const auto extent = scalar_count(model_, role.variables[e.index].type);
      if (role.count == 0) break;
      return process_place(e.child(0), layout_.variable_cells[role.first.index()][e.index], extent, e.role);
    }
    case ExprKind::status: {
      const Role& role = model_.role(e.role);
      if (role.count == 0) break;
      return process_place(e.child(0), static_cast<std::uint32_t>(layout_.status_cells[role.first.index()]),
                           1, e.role);
    }
    case ExprKind::monitor_variable:
      place.base = layout_.monitor_cells[e.index];
      place.extent = scalar_count(model_, e.type);
      return place;
    case ExprKind::field: {
      place = place_of(e.child(0));
      move_on(place, field_offset(model_, type(e.child(0).type), static_cast<std::size_t>(e.index)));
      return place;
    }
    case ExprKind::element:
      return element_place(e);
    case ExprKind::message_field:
      return message_place(e);
    default:
      break;
  }
  fail_with("a process of a role without processes is used here");
  place.nowhere = true;
  return place;
}

// The cells of the processes of a role are numbered at a constant distance.
Compiler::Place Compiler::process_place(const Expr& process, std::uint32_t first_cell, std::uint32_t extent,
                                        RoleId role_id) {
  const Role& role = model_.role(role_id);
  std::uint32_t stride = layout_.status_cells[role.first.index()] >= 0 ? 1 : 0;
  for (const Variable& variable : role.variables) stride += scalar_count(model_, variable.type);
  Place place;
  place.base = first_cell;
  place.extent = extent;
  const Operand offset = index_operand(eval(process), fmt::format("cells {} {}", role.type.value, stride),
                                       element_table(role.type, stride));
  if (offset.constant) {
    place.base += offset.value;
  } else {
    place.offset = offset;
    place.extent += stride * static_cast<std::uint32_t>(role.count - 1);
  }
  return place;
}

// The place begins so many cells later, and ends where it did.
void Compiler::move_on(Place& place, std::uint32_t cells) {
  place.base += cells;
  place.extent -= std::min(cells, place.extent);
}

Compiler::Place Compiler::element_place(const Expr& e) {
  Place place = place_of(e.child(0));
  const Type& array = type(e.child(0).type);
  const std::uint32_t stride = scalar_count(model_, array.element);
  const Operand offset =
      index_operand(eval_as(e.child(1), array.index), fmt::format("element {} {}", array.index.value, stride),
                    element_table(array.index, stride));
  if (offset.constant) {
    move_on(place, static_cast<std::uint32_t>(offset.value));
  } else {
    place.offset = place.offset.constant ? offset : binary(Op::add, place.offset, offset);
  }
  return place;
}

// A field of the only consumed message, or of a known member of the quorum.
Compiler::Place Compiler::message_place(const Expr& e) {
  Place place;
  place.in_message = true;
  place.base = layout_.formats[e.message_kind.index()].fields[e.index];
  place.extent = scalar_count(model_, e.type);
  return place;
}

Operand Compiler::load_scalar(const Place& place, std::uint32_t position) {
  if (place.nowhere) return Operand::of(0);
  const auto a = builder_.new_register();
  const std::int64_t base = place.base + position;
  if (place.in_message) {
    if (place.offset.constant) {
      builder_.emit(Op::field, a, place.message, base);
    } else {
      builder_.emit(Op::field_indexed, a, place.message, base, place.offset.reg);
    }
    return Operand::in(a);
  }
  if (place.offset.constant) {
    footprint_.reads.insert(static_cast<std::uint32_t>(base));
    builder_.emit(Op::load, a, 0, base);
  } else {
    for (std::uint32_t k = 0; k < place.extent; ++k)
      footprint_.reads.insert(static_cast<std::uint32_t>(place.base + k));
    builder_.emit(Op::load_indexed, a, place.offset.reg, base);
  }
  return Operand::in(a);
}

void Compiler::store_scalar(const Place& place, std::uint32_t position, Operand value) {
  if (place.nowhere) return;
  const std::int64_t base = place.base + position;
  const auto b = builder_.in_register(value);
  if (place.offset.constant) {
    footprint_.writes.insert(static_cast<std::uint32_t>(base));
    builder_.emit(Op::store, 0, b, base);
  } else {
    for (std::uint32_t k = 0; k < place.extent; ++k)
      footprint_.writes.insert(static_cast<std::uint32_t>(place.base + k));
    builder_.emit(Op::store_indexed, place.offset.reg, b, base);
  }
}

namespace {

// The message_field at the root of a place, or null.
const Expr* message_root(const Expr& e) {
  if (e.kind == ExprKind::message_field) return &e;
  if (e.kind == ExprKind::field || e.kind == ExprKind::element) return message_root(e.child(0));
  return nullptr;
}

}  // namespace

Operand Compiler::eval_place(const Expr& e) {
  if (e.kind == ExprKind::status) {
    const Role& role = model_.role(e.role);
    if (role.count > 0 && layout_.status_cells[role.first.index()] < 0) {
      return Operand::of(static_cast<std::int64_t>(Status::correct));
    }
  }
  const Expr* root = message_root(e);
  if (root != nullptr) {
    return select_message(*root, [&](std::uint16_t message) {
      Place place = place_of(e);
      place.message = message;
      return load_scalar(place, 0);
    });
  }
  return load_scalar(place_of(e), 0);
}

Operand Compiler::eval_message_field(const Expr& e) {
  return eval_place(e);
}

Operand Compiler::eval_absent(const Expr& e) {
  const auto read = [&](std::uint16_t message) {
    const auto a = builder_.new_register();
    builder_.emit(Op::absent, a, message);
    return Operand::in(a);
  };
  return select_message(e, read);
}

Operand Compiler::eval_sender(const Expr& e) {
  return select_message(
      e, [&](std::uint16_t message) { return Operand::of(instantiation_.senders[message].value); });
}

// The messages among which an expression of the rule chooses. All of them if the rule has one input.
Instantiation::Input Compiler::input_of(const Expr& message) const {
  if (instantiation_.inputs.empty()) return {message.message_kind, false, 0, instantiation_.senders.size()};
  return instantiation_.inputs[static_cast<std::size_t>(message.input)];
}

// The message of a member of the quorum, or at a position. One that is not a constant is found by comparing.
template <typename Access>
Operand Compiler::select_message(const Expr& message, const Access& access) {
  const Instantiation::Input input = input_of(message);
  if (message.children.empty()) return access(static_cast<std::uint16_t>(input.first));
  const auto name_of = [&](std::size_t i) {
    return input.by_position ? static_cast<std::int64_t>(i) + 1
                             : instantiation_.senders[input.first + i].value;
  };
  const Operand which = eval(message.child(0));
  if (which.known()) {
    for (std::size_t i = 0; i < input.count; ++i) {
      if (name_of(i) == which.value) return access(static_cast<std::uint16_t>(input.first + i));
    }
    return fail_with("this process is not among the senders of the consumed messages");
  }
  const auto result = builder_.new_register();
  const auto reg = builder_.in_register(which);
  Label end;
  for (std::size_t i = 0; i < input.count; ++i) {
    Label next;
    const Operand same = binary(Op::equal, Operand::in(reg), Operand::of(name_of(i)));
    builder_.jump(Op::jump_if_false, builder_.in_register(same), next);
    builder_.move(result, access(static_cast<std::uint16_t>(input.first + i)));
    builder_.jump(Op::jump, 0, end);
    builder_.bind(next);
  }
  fail_with("this process is not among the senders of the consumed messages");
  builder_.bind(end);
  return Operand::in(result);
}

Operand Compiler::eval_is_undefined(const Expr& e) {
  const Expr& place = e.child(0);
  const auto count = scalar_count(model_, place.type);
  const auto result = builder_.new_register();
  builder_.emit(Op::constant, result, 0, 0);
  Label end;
  const auto values = scalars_of(place, place.type);
  for (std::uint32_t k = 0; k < count; ++k) {
    Label next;
    builder_.jump(Op::jump_if_undefined, builder_.in_register(values[k]), next);
    builder_.jump(Op::jump, 0, end);
    builder_.bind(next);
  }
  builder_.emit(Op::constant, result, 0, 1);
  builder_.bind(end);
  return Operand::in(result);
}

// All scalars of a value: one for a simple type, those of the place for a record or array.
std::vector<Operand> Compiler::scalars_of(const Expr& value, TypeId wanted) {
  std::vector<Operand> scalars;
  const auto count = scalar_count(model_, wanted);
  if (type(wanted).simple()) return {eval_as(value, wanted)};
  if (value.kind == ExprKind::undefined) {
    scalars.assign(count, Operand::of(undefined_value));
    return scalars;
  }
  const Expr* root = message_root(value);
  for (std::uint32_t k = 0; k < count; ++k) {
    if (root != nullptr) {
      scalars.push_back(select_message(*root, [&](std::uint16_t message) {
        Place place = place_of(value);
        place.message = message;
        return load_scalar(place, k);
      }));
    } else {
      scalars.push_back(load_scalar(place_of(value), k));
    }
  }
  return scalars;
}

}  // namespace quorate
