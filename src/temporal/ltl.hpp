// Formulas of linear temporal logic over numbered atoms, in negation normal form and hash-consed: equal
// formulas have equal numbers, and the constructors simplify. An atom is any number below atom_limit: a
// predicate of a transition system, or a label that the caller has computed. Knows nothing of automata or
// systems.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace quorate {

using LtlId = std::uint32_t;  // the number of a formula in its pool

// Negation stands before atoms only. F p is `true until p`, G p is `false release p`.
enum class LtlKind : std::uint8_t { false_, true_, atom, not_atom, and_, or_, next, until, release };

struct LtlNode {
  LtlKind kind = LtlKind::false_;
  std::uint32_t atom = 0;  // atom, not_atom
  LtlId left = 0;          // and_, or_, next, until, release
  LtlId right = 0;         // and_, or_, until, release
};

class LtlPool {
 public:
  // Automata read the atoms of a state as the bits of a word.
  static constexpr std::uint32_t atom_limit = 64;

  LtlPool();

  [[nodiscard]] const LtlNode& node(LtlId f) const { return nodes_[f]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  [[nodiscard]] LtlId constant(bool value) const { return value ? 1 : 0; }
  LtlId atom(std::uint32_t number);  // below atom_limit
  LtlId negation(LtlId f);
  LtlId conjunction(LtlId a, LtlId b);
  LtlId disjunction(LtlId a, LtlId b);
  LtlId implication(LtlId a, LtlId b) { return disjunction(negation(a), b); }
  LtlId equivalence(LtlId a, LtlId b) { return conjunction(implication(a, b), implication(b, a)); }
  LtlId next(LtlId f);
  LtlId until(LtlId a, LtlId b);
  LtlId release(LtlId a, LtlId b);
  LtlId weak_until(LtlId a, LtlId b) { return release(b, disjunction(a, b)); }
  LtlId eventually(LtlId f) { return until(constant(true), f); }
  LtlId always(LtlId f) { return release(constant(false), f); }

  // Whether X occurs: the truth of the formula may then depend on stuttering.
  [[nodiscard]] bool has_next(LtlId f) const;
  // In the notation of spin -f; `name` gives the names of atoms.
  [[nodiscard]] std::string to_text(LtlId f, const std::function<std::string(std::uint32_t)>& name) const;

 private:
  LtlId make(LtlKind kind, std::uint32_t atom, LtlId left, LtlId right);
  LtlId combination(LtlKind kind, LtlId a, LtlId b);
  LtlId until_or_release(LtlKind kind, LtlId a, LtlId b);
  // The p of `F G p` (if `eventually`) or of `G F p`; otherwise no_formula.
  [[nodiscard]] LtlId repeated(LtlId f, bool eventually) const;
  [[nodiscard]] bool opposite(LtlId a, LtlId b) const;
  [[nodiscard]] bool is(LtlId f, LtlKind kind) const { return nodes_[f].kind == kind; }

  std::vector<LtlNode> nodes_;
  std::map<std::tuple<LtlKind, std::uint32_t, LtlId, LtlId>, LtlId> numbers_;
  std::map<LtlId, LtlId> negations_;
};

}  // namespace quorate
