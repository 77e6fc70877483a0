// Which atoms there are follows from the form of each variable: equality with each of its values (one atom
// if there are two values) and undefinedness, membership of each element of a set, at least n copies of a
// message, and for natural numbers equality with 0 and order between two of them. The text of a literal
// identifies it: permutations (AtomOrbits) and other instances of the model (lifted_clauses) find literals
// by their text.
#include "induction/lemmas/atoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace quorate {

std::string to_text(LemmaClass kind) {
  switch (kind) {
    case LemmaClass::definition:
      return "definition";
    case LemmaClass::system_model:
      return "system model";
    case LemmaClass::message_flow:
      return "message flow";
    default:
      return "state validity";
  }
}

std::string short_name(LemmaClass kind) {
  switch (kind) {
    case LemmaClass::definition:
      return "D";
    case LemmaClass::system_model:
      return "SM";
    case LemmaClass::message_flow:
      return "MF";
    default:
      return "SV";
  }
}

StateAtoms::StateAtoms(const StateSpace& space) : space_(space) {
  const auto& variables = space.variables();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const StateVariable& variable = variables[v];
    if (variable.may_be_undefined) add(AtomKind::equals, v, undefined_value);
    if (variable.form == ValueForm::number) {
      add(AtomKind::equals, v, 0);
      for (std::size_t w = 0; w < variables.size(); ++w) {
        if (w != v && variables[w].form == ValueForm::number)
          add(AtomKind::less, v, static_cast<std::int64_t>(w));
      }
    } else if (variable.form == ValueForm::set) {
      for (std::size_t k = 0; k < variable.size; ++k) add(AtomKind::has, v, static_cast<std::int64_t>(k));
    } else if (variable.channel >= 0) {
      for (std::size_t n = 1; n < variable.values.size(); ++n) add(AtomKind::at_least, v, variable.values[n]);
    } else if (variable.values.size() == 2 && !variable.may_be_undefined) {
      add(AtomKind::equals, v, variable.values[1]);
    } else if (variable.values.size() > 1 || variable.may_be_undefined) {
      for (const auto value : variable.values) add(AtomKind::equals, v, value);
    }
  }
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    for (const bool positive : {false, true}) by_text_[text(a, positive)] = {a, positive};
  }
}

std::optional<Literal> StateAtoms::find(const std::string& wanted) const {
  const auto found = by_text_.find(wanted);
  return found == by_text_.end() ? std::nullopt : std::optional(found->second);
}

bool StateAtoms::holds(std::size_t i, const ConcreteState& state) const {
  const Atom& atom = atoms_[i];
  const std::int64_t value = state[atom.variable];
  switch (atom.kind) {
    case AtomKind::equals:
      return value == atom.value;
    case AtomKind::has:
      return value != undefined_value && ((value >> atom.value) & 1) != 0;
    case AtomKind::at_least:
      return value >= atom.value;
    default: {
      const std::int64_t other = state[static_cast<std::size_t>(atom.value)];
      return value != undefined_value && other != undefined_value && value < other;
    }
  }
}

bool StateAtoms::holds(const Clause& clause, const ConcreteState& state) const {
  return std::ranges::any_of(
      clause, [&](const Literal& literal) { return holds(literal.atom, state) == literal.positive; });
}

std::string StateAtoms::text(const Literal& literal) const {
  const Atom& atom = atoms_[literal.atom];
  const StateVariable& v = space_.variables()[atom.variable];
  const auto name = [&] { return v.name; };
  switch (atom.kind) {
    case AtomKind::equals:
      if (atom.value == undefined_value)
        return fmt::format("{}({})", literal.positive ? "isundefined" : "isdefined", name());
      if (v.form == ValueForm::number) return fmt::format("{} {} 0", name(), literal.positive ? "=" : ">");
      if (v.values.size() == 2 && !v.may_be_undefined) {
        return fmt::format("{} = {}", name(),
                           space_.model().show(v.type, literal.positive ? atom.value : v.values[0]));
      }
      return fmt::format("{} {} {}", name(),
                         literal.positive ? "=" : "!=", space_.model().show(v.type, atom.value));
    case AtomKind::has: {
      const TypeId element = space_.model().type(v.type).element;
      return fmt::format("{} {} {}", space_.model().show(element, v.low + atom.value),
                         literal.positive ? "in" : "not in", name());
    }
    case AtomKind::at_least:
      if (atom.value > 1) return fmt::format("{}{} twice", literal.positive ? "" : "not ", name());
      return fmt::format("{}{}", literal.positive ? "" : "no ", name());
    default:
      return fmt::format("{} {} {}", name(), literal.positive ? "<" : ">=",
                         space_.variables()[static_cast<std::size_t>(atom.value)].name);
  }
}

std::string StateAtoms::text(const Clause& clause) const {
  std::vector<std::string> premises;
  std::vector<std::string> conclusions;
  for (const Literal& literal : clause) {
    if (literal.positive) {
      conclusions.push_back(text(literal));
    } else {
      premises.push_back(text(Literal{literal.atom, true}));
    }
  }
  // A clause of negative literals only: the last one is the conclusion.
  if (conclusions.empty()) {
    conclusions.push_back(text(clause.back()));
    premises.pop_back();
  }
  const std::string conclusion = fmt::format("{}", fmt::join(conclusions, " or "));
  if (premises.empty()) return conclusion;
  return fmt::format("{} => {}", fmt::join(premises, " and "), conclusion);
}

// By the variables of a clause: messages, statuses, one process or several.
LemmaClass StateAtoms::class_of(const Clause& clause) const {
  bool message = false;
  bool state = false;
  bool environment = true;
  std::set<ProcessId> processes;
  for (const Literal& literal : clause) {
    const StateVariable& v = variable(literal.atom);
    if (v.channel >= 0) {
      message = true;
      if (atoms_[literal.atom].value < 2) environment = false;
      continue;
    }
    const bool status = v.cell >= 0 && v.type == space_.model().status_type;
    if (!status) {
      state = true;
      environment = false;
    }
    processes.insert(v.process);
  }
  const bool never = clause.size() == 1 && message;
  if (never || (environment && !clause.empty())) return LemmaClass::system_model;
  if (message) return LemmaClass::message_flow;
  return state && processes.size() <= 1 ? LemmaClass::definition : LemmaClass::state_validity;
}

AtomTerms::AtomTerms(const StateAtoms& table, const StateSpace& space, ValueAlgebra& values,
                     const SymbolicState& state)
    : f_(values.formulas()) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Atom& atom = table.atom(i);
    const SymbolicValue& value = state[atom.variable];
    switch (atom.kind) {
      case AtomKind::equals:
        terms_.push_back(space.equals(state, atom.variable, atom.value));
        break;
      case AtomKind::has:
        terms_.push_back(value.elements[static_cast<std::size_t>(atom.value)]);
        break;
      case AtomKind::at_least: {
        Terms reached;
        for (const Case& c : value.cases) {
          if (c.value >= atom.value) reached.push_back(c.when);
        }
        terms_.push_back(f_.any(reached));
        break;
      }
      case AtomKind::less: {
        const SymbolicValue& other = state[static_cast<std::size_t>(atom.value)];
        terms_.push_back(f_.all(
            {f_.negation(value.undefined), f_.negation(other.undefined), *value.number < *other.number}));
        break;
      }
    }
  }
}

Term AtomTerms::literal(const Literal& literal) const {
  return literal.positive ? terms_[literal.atom] : f_.negation(terms_[literal.atom]);
}

Term AtomTerms::clause(const Clause& clause) const {
  Terms literals;
  for (const Literal& one : clause) literals.push_back(literal(one));
  return f_.any(literals);
}

}  // namespace quorate
