// Places with symbolic indices. A place is the list of all cells (or scalars of received messages) that it
// may be, each with the condition under which it is that one. Reading merges their values; writing changes
// each cell under its condition. An index outside of its type, a process of another role and a process that
// is no sender of this step are model errors; so is a value outside of the range of the cell that it is
// stored in, so that no state leaves the engine's layout. A place is a finite list, so a natural number
// cannot be an index.
#include <algorithm>

#include "smt/evaluator.hpp"
#include "smt/message_match.hpp"
#include "smt/state_space.hpp"

namespace quorate {

Evaluator::Place Evaluator::place_of(const Expr& e) {
  switch (e.kind) {
    case ExprKind::variable:
    case ExprKind::status:
      return process_place(e);
    case ExprKind::monitor_variable:
      return {{f_.constant(true), -1, layout_.monitor_cells[static_cast<std::size_t>(e.index)]}};
    case ExprKind::message_field:
      return message_place(e);
    case ExprKind::field: {
      Place place = place_of(e.child(0));
      const auto offset = field_offset(model_, type(e.child(0).type), static_cast<std::size_t>(e.index));
      for (Spot& spot : place) spot.base += offset;
      return place;
    }
    default:
      return element_place(e);
  }
}

// A role whose status never changes has no status cell: base -1 stands for `corr`.
Evaluator::Place Evaluator::process_place(const Expr& e) {
  const SymbolicValue process = eval_defined(e.child(0));
  Place place;
  for (const Case& c : process.cases) {
    const bool exists = c.value >= 0 && c.value < model_.process_count();
    if (!exists || model_.role_of(ProcessId(c.value)) != e.role) {
      fail(c.when);
      continue;
    }
    const auto p = static_cast<std::size_t>(c.value);
    const std::int64_t base =
        e.kind == ExprKind::status
            ? std::int64_t{layout_.status_cells[p]}
            : std::int64_t{layout_.variable_cells[p][static_cast<std::size_t>(e.index)]};
    place.push_back({c.when, -1, base});
  }
  return place;
}

Evaluator::Place Evaluator::element_place(const Expr& e) {
  const Place array = place_of(e.child(0));
  const SymbolicValue index = eval_defined(e.child(1));
  const TypeId index_type = type(e.child(0).type).index;
  const auto stride = scalar_count(model_, e.type);
  Place place;
  for (const Case& c : index.cases) {
    if (!model_.has_value(index_type, c.value)) {
      fail(c.when);
      continue;
    }
    for (const Spot& spot : array) {
      place.push_back(
          {f_.both(spot.when, c.when), spot.message, spot.base + (c.value - type(index_type).low) * stride});
    }
  }
  if (index.form == ValueForm::number) give_up(e.child(1), "a natural number cannot be an index");
  return place;
}

Evaluator::Place Evaluator::message_place(const Expr& e) {
  const MessageFormat& format = layout_.formats[received_kind_.index()];
  const std::int64_t base = format.fields[static_cast<std::size_t>(e.index)] - format.first_cell;
  if (e.children.empty()) return {{f_.constant(true), 0, base}};
  const SymbolicValue sender = eval_defined(e.child(0));
  Place place;
  for (const Case& c : sender.cases) {
    const auto found = std::ranges::find(received_, ProcessId(c.value), &ReceivedMessage::sender);
    if (found == received_.end()) {
      fail(c.when);
    } else {
      place.push_back({c.when, static_cast<std::int32_t>(found - received_.begin()), base});
    }
  }
  return place;
}

SymbolicValue Evaluator::eval_absent(const Expr& e) {
  if (e.children.empty()) return v_.boolean(received_[0].absent);
  const SymbolicValue sender = eval_defined(e.child(0));
  Terms conditions;
  for (const Case& c : sender.cases) {
    const auto found = std::ranges::find(received_, ProcessId(c.value), &ReceivedMessage::sender);
    if (found == received_.end()) {
      fail(c.when);
    } else {
      conditions.push_back(f_.both(c.when, found->absent));
    }
  }
  return v_.boolean(f_.any(conditions));
}

// Processes without a channel between them have no waiting message.
SymbolicValue Evaluator::eval_waiting(const Expr& e) {
  const SymbolicValue from = eval_defined(e.child(0));
  const SymbolicValue to = eval_defined(e.child(1));
  const MessageKind& kind = model_.message(e.message_kind);
  std::vector<SymbolicValue> scalars;
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    for (SymbolicValue& value : scalars_of(e.child(i + 2), kind.fields[i].type))
      scalars.push_back(std::move(value));
  }
  Terms found;
  for (const Case& sender : from.cases) {
    for (const Case& receiver : to.cases) {
      const ChannelLayout* channel = layout_.channel(ProcessId(sender.value), ProcessId(receiver.value));
      if (channel == nullptr) continue;
      const auto [first, last] =
          space_->messages(static_cast<std::size_t>(channel - layout_.channels.data()));
      for (std::size_t i = first; i < last; ++i) {
        const Term same =
            message_matches(model_, layout_, v_, e.message_kind, scalars, space_->variables()[i].message);
        found.push_back(f_.all({sender.when, receiver.when, same, f_.negation(v_.is((*state_)[i], 0))}));
      }
    }
  }
  return v_.boolean(f_.any(found));
}

SymbolicValue Evaluator::load(const Place& place, std::uint32_t position) {
  const auto at = [&](const Spot& spot) -> SymbolicValue {
    const auto index = static_cast<std::size_t>(spot.base + position);
    if (spot.message >= 0) return received_[static_cast<std::size_t>(spot.message)].scalars[index];
    if (spot.base < 0) return v_.constant(static_cast<std::int64_t>(Status::correct));
    return cells_[index];
  };
  if (place.empty()) return v_.undefined();
  SymbolicValue result = at(place.back());
  for (std::size_t i = place.size() - 1; i-- > 0;) result = v_.merge(place[i].when, at(place[i]), result);
  return result;
}

// Keeps the cases that are in range; the others are a model error.
SymbolicValue Evaluator::in_range(const SymbolicValue& value, std::int64_t low, std::int64_t high,
                                  std::uint64_t members, bool unbounded) {
  SymbolicValue result = value;
  const Term defined = f_.negation(value.undefined);
  if (value.form == ValueForm::number) {
    fail(f_.both(defined, *value.number < f_.number(low)));
    if (unbounded) return result;
    fail(f_.both(defined, *value.number > f_.number(high)));
    result = v_.undefined();
    result.undefined = value.undefined;
    for (std::int64_t x = low; x <= high; ++x) {
      result.cases.push_back({x, f_.both(defined, *value.number == f_.number(x))});
    }
    return result;
  }
  result.cases.clear();
  for (const Case& c : value.cases) {
    const bool fits =
        unbounded ? c.value >= low
                  : c.value >= low && c.value <= high && (members == 0 || ((members >> c.value) & 1) != 0);
    if (fits) {
      result.cases.push_back(c);
    } else {
      fail(c.when);
    }
  }
  return result;
}

SymbolicValue Evaluator::fitted(const SymbolicValue& value, std::int64_t low, std::int64_t high,
                                std::uint64_t members, TypeId id) {
  if (type(id).kind == TypeKind::set) {
    if (value.form == ValueForm::set) return converted(value, id);
    return value;  // undefined
  }
  return in_range(value, low, high, members, type(id).unbounded);
}

void Evaluator::store(const Place& place, std::uint32_t position, const SymbolicValue& value) {
  for (const Spot& spot : place) {
    const auto index = static_cast<std::size_t>(spot.base + position);
    if (spot.base < 0) continue;
    const Cell& cell = layout_.cells[index];
    const Term before = path_;
    path_ = f_.both(path_, spot.when);
    const SymbolicValue fits = fitted(value, cell.low, cell.high, cell.members, cell.type);
    cells_[index] = v_.merge(path_, fits, cells_[index]);
    path_ = before;
  }
}

// The scalars of a value: one for a simple type, those of the place for a record or array.
std::vector<SymbolicValue> Evaluator::scalars_of(const Expr& e, TypeId wanted) {
  if (type(wanted).simple()) return {converted(eval(e), wanted)};
  const auto count = scalar_count(model_, wanted);
  if (e.kind == ExprKind::undefined) return std::vector<SymbolicValue>(count, v_.undefined());
  const Place place = place_of(e);
  std::vector<SymbolicValue> scalars;
  for (std::uint32_t k = 0; k < count; ++k) scalars.push_back(load(place, k));
  return scalars;
}

}  // namespace quorate
