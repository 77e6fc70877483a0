// What discovered lemmas are made of: atoms, which are statements about one state such as
// "acceptor[1].promised = 2", "proposer[1] -> acceptor[2] holds PREPARE(number: 1)" or "shop[1].ticket[1] =
// 0", and clauses of them. They can be written as formulas and evaluated in concrete states.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "smt/state_space.hpp"

namespace quorate {

enum class AtomKind { equals, has, at_least, less };  // less: of two natural numbers

struct Atom {
  AtomKind kind = AtomKind::equals;
  std::size_t variable = 0;
  std::int64_t value = 0;  // equals: undefined_value for undefined; less: the other variable
};

struct Literal {
  std::size_t atom = 0;
  bool positive = true;

  auto operator<=>(const Literal&) const = default;
};

using Clause = std::vector<Literal>;  // a disjunction; sorted

// The classes of [Bokor 2011, 5.1].
enum class LemmaClass { definition, system_model, message_flow, state_validity };
std::string to_text(LemmaClass kind);     // definition, system model, ...
std::string short_name(LemmaClass kind);  // D, SM, MF, SV

class StateAtoms {
 public:
  explicit StateAtoms(const StateSpace& space);

  [[nodiscard]] std::size_t size() const { return atoms_.size(); }
  [[nodiscard]] const Atom& atom(std::size_t i) const { return atoms_[i]; }
  [[nodiscard]] const StateVariable& variable(std::size_t atom) const {
    return space_.variables()[atoms_[atom].variable];
  }
  [[nodiscard]] bool holds(std::size_t atom, const ConcreteState& state) const;
  [[nodiscard]] bool holds(const Clause& clause, const ConcreteState& state) const;
  [[nodiscard]] std::string text(std::size_t atom, bool positive) const {
    return text(Literal{atom, positive});
  }
  // The literal with this text, if there is one.
  [[nodiscard]] std::optional<Literal> find(const std::string& text) const;
  [[nodiscard]] std::string text(const Clause& clause) const;  // as an implication where it is one
  [[nodiscard]] LemmaClass class_of(const Clause& clause) const;

 private:
  void add(AtomKind kind, std::size_t variable, std::int64_t value) {
    atoms_.push_back({kind, variable, value});
  }
  [[nodiscard]] std::string text(const Literal& literal) const;

  const StateSpace& space_;
  std::vector<Atom> atoms_;
  std::unordered_map<std::string, Literal> by_text_;
};

// The atoms of a table as formulas over one symbolic state.
class AtomTerms {
 public:
  AtomTerms(const StateAtoms& table, const StateSpace& space, ValueAlgebra& values,
            const SymbolicState& state);
  [[nodiscard]] const Term& atom(std::size_t i) const { return terms_[i]; }
  [[nodiscard]] Term literal(const Literal& literal) const;
  [[nodiscard]] Term clause(const Clause& clause) const;

 private:
  Formulas& f_;
  Terms terms_;
};

}  // namespace quorate
