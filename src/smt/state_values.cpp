// Conversions between three forms of a state: constants of formulas (SymbolicState), values in a solver's
// model (ConcreteState), and packed states of the engine. A variable with two values that is always defined
// is one Boolean; a set is one Boolean for each element; any other finite variable is one Boolean for each
// value, of which typing allows exactly one. Unless the channels are exact, a count beyond the largest is
// cut to it; any other packed state that the formulas cannot express is refused (`read`).
#include <algorithm>

#include "smt/state_space.hpp"

namespace quorate {

namespace {

std::string value_name(const StateSpace& space, const StateVariable& variable, std::int64_t value) {
  if (variable.channel >= 0) return std::to_string(value);
  return space.model().show(variable.type, value);
}

}  // namespace

SymbolicState StateSpace::fresh(const std::string& prefix) const {
  SymbolicState state;
  for (const StateVariable& variable : variables_) {
    const std::string name = prefix + variable.name;
    SymbolicValue value = v_.undefined();
    value.form = variable.form;
    value.undefined = variable.may_be_undefined && variable.form != ValueForm::cases
                          ? f_.boolean(name + "=undefined")
                          : f_.constant(false);
    if (variable.form == ValueForm::number) {
      value.number = f_.integer(name);
    } else if (variable.form == ValueForm::set) {
      value.low = variable.low;
      const TypeId element = model().type(variable.type).element;
      for (std::size_t k = 0; k < variable.size; ++k) {
        value.elements.push_back(
            f_.boolean(name + " has " + model().show(element, variable.low + static_cast<std::int64_t>(k))));
      }
    } else if (variable.values.size() == 1 && !variable.may_be_undefined) {
      value = v_.constant(variable.values[0]);
    } else if (variable.values.size() == 2 && !variable.may_be_undefined) {
      const Term second = f_.boolean(name + "=" + value_name(*this, variable, variable.values[1]));
      value.cases = {{variable.values[0], f_.negation(second)}, {variable.values[1], second}};
    } else {
      for (const auto v : variable.values)
        value.cases.push_back({v, f_.boolean(name + "=" + value_name(*this, variable, v))});
      if (variable.may_be_undefined) value.undefined = f_.boolean(name + "=undefined");
    }
    state.push_back(std::move(value));
  }
  return state;
}

Term StateSpace::typing(const SymbolicState& state) const {
  Terms parts;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const StateVariable& variable = variables_[i];
    const SymbolicValue& value = state[i];
    if (variable.form == ValueForm::number) {
      parts.push_back(*value.number >= f_.number(0));
      parts.push_back(f_.implies(value.undefined, *value.number == f_.number(0)));
    } else if (variable.form == ValueForm::set) {
      for (const Term& element : value.elements)
        parts.push_back(f_.negation(f_.both(value.undefined, element)));
    } else if (variable.may_be_undefined || variable.values.size() > 2) {
      Terms one{value.undefined};
      for (const Case& c : value.cases) one.push_back(c.when);
      parts.push_back(f_.exactly_one(one));
    }
  }
  if (encoding_ == ChannelEncoding::exact && model().channels.bound) {
    for (const auto& [first, last] : channel_variables_) {
      Terms units;  // one for each copy of each message
      for (std::size_t i = first; i < last; ++i) {
        for (std::size_t n = 1; n < variables_[i].values.size(); ++n) {
          Terms reached;
          for (const Case& c : state[i].cases) {
            if (c.value >= static_cast<std::int64_t>(n)) reached.push_back(c.when);
          }
          units.push_back(f_.any(reached));
        }
      }
      parts.push_back(f_.negation(f_.at_least(*model().channels.bound + 1, units)));
    }
  }
  return f_.all(parts);
}

Term StateSpace::equals(const SymbolicState& state, std::size_t i, std::int64_t concrete) const {
  const SymbolicValue& value = state[i];
  if (concrete == undefined_value) return value.undefined;
  if (variables_[i].form == ValueForm::number)
    return f_.both(f_.negation(value.undefined), *value.number == f_.number(concrete));
  if (variables_[i].form != ValueForm::set) return v_.is(value, concrete);
  Terms parts{f_.negation(value.undefined)};
  for (std::size_t k = 0; k < value.elements.size(); ++k) {
    parts.push_back(((concrete >> k) & 1) != 0 ? value.elements[k] : f_.negation(value.elements[k]));
  }
  return f_.all(parts);
}

Term StateSpace::equals(const SymbolicState& state, const ConcreteState& concrete) const {
  Terms parts;
  for (std::size_t i = 0; i < variables_.size(); ++i) parts.push_back(equals(state, i, concrete[i]));
  return f_.all(parts);
}

std::optional<ConcreteState> StateSpace::read(StateView packed) const {
  ConcreteState state(variables_.size(), 0);
  for (std::size_t i = 0; i < layout().cells.size(); ++i) {
    state[i] = load(layout().cells[i], packed.data());
    if (state[i] == undefined_value && !variables_[i].may_be_undefined) return std::nullopt;
    const bool status = variables_[i].type == model().status_type;
    if (status && std::ranges::find(variables_[i].values, state[i]) == variables_[i].values.end())
      return std::nullopt;
  }
  const ChannelAccess access(layout(), model().channels);
  auto contents = std::make_unique<ChannelAccess::Contents>();
  for (std::size_t c = 0; c < layout().channels.size(); ++c) {
    access.read(layout().channels[c], packed.data(), *contents);
    for (std::size_t k = 0; k < contents->size; ++k) {
      const auto found = message_positions_[c].find(access.message(contents->values[k]));
      if (found == message_positions_[c].end()) return std::nullopt;
      const auto largest = variables_[found->second].values.back();
      if (state[found->second] < largest) {
        ++state[found->second];
      } else if (encoding_ == ChannelEncoding::exact) {
        return std::nullopt;
      }
    }
  }
  return state;
}

ConcreteState StateSpace::value_in(const z3::model& model, const SymbolicState& state) const {
  const auto holds = [&](const Term& term) { return model.eval(term, true).is_true(); };
  ConcreteState result(variables_.size(), 0);
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const SymbolicValue& value = state[i];
    if (holds(value.undefined)) {
      result[i] = undefined_value;
    } else if (variables_[i].form == ValueForm::number) {
      result[i] = model.eval(*value.number, true).get_numeral_int64();
    } else if (variables_[i].form == ValueForm::set) {
      for (std::size_t k = 0; k < value.elements.size(); ++k) {
        if (holds(value.elements[k])) result[i] |= std::int64_t{1} << k;
      }
    } else {
      for (const Case& c : value.cases) {
        if (holds(c.when)) result[i] = c.value;
      }
    }
  }
  return result;
}

std::optional<std::vector<std::uint64_t>> StateSpace::packed(const ConcreteState& state) const {
  std::vector<std::uint64_t> packed(layout().words, 0);
  for (std::size_t i = 0; i < layout().cells.size(); ++i) store(layout().cells[i], packed.data(), state[i]);
  const ChannelAccess access(layout(), model().channels);
  for (std::size_t i = layout().cells.size(); i < variables_.size(); ++i) {
    const ChannelLayout& channel = layout().channels[static_cast<std::size_t>(variables_[i].channel)];
    for (std::int64_t n = 0; n < state[i]; ++n) {
      if (!access.insert(channel, packed.data(), variables_[i].message)) return std::nullopt;
    }
  }
  return packed;
}

}  // namespace quorate
