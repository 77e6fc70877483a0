// Random CTL* formulas over numbered atoms.
#pragma once

#include "random_source.hpp"
#include "temporal/ground_formula.hpp"

namespace quorate {

struct FormulaTaste {
  std::uint32_t atoms = 2;
  bool next = true;
  bool paths = false;  // A and E
};

inline GroundFormula random_formula(Random& random, int size, const FormulaTaste& taste) {
  GroundFormula f;
  if (size <= 1 || random.percent(8)) {
    f.atom = static_cast<std::uint32_t>(random.below(taste.atoms));
    return f;
  }
  if (taste.paths && random.percent(25)) {
    f.kind = random.percent(50) ? FormulaKind::on_all_paths : FormulaKind::on_some_path;
    f.children.push_back(random_formula(random, size - 1, taste));
    return f;
  }
  static const std::vector<FormulaKind> one{FormulaKind::logical_not, FormulaKind::eventually,
                                            FormulaKind::always, FormulaKind::next};
  static const std::vector<FormulaKind> two{
      FormulaKind::logical_and, FormulaKind::logical_or, FormulaKind::implies,   FormulaKind::iff,
      FormulaKind::until,       FormulaKind::release,    FormulaKind::weak_until};
  if (random.percent(45)) {
    f.kind = one[random.below(taste.next ? 4 : 3)];
    f.children.push_back(random_formula(random, size - 1, taste));
  } else {
    f.kind = random.pick(two);
    const int left = 1 + static_cast<int>(random.below(static_cast<std::size_t>(size - 1)));
    f.children.push_back(random_formula(random, left, taste));
    f.children.push_back(random_formula(random, size - left, taste));
  }
  return f;
}

inline std::string show(const GroundFormula& f) {
  const auto part = [&](std::size_t k) { return show(f.children[k]); };
  const auto joined = [&](const std::string& op) { return "(" + part(0) + op + part(1) + ")"; };
  switch (f.kind) {
    case FormulaKind::atom:
      return "p" + std::to_string(f.atom);
    case FormulaKind::logical_not:
      return "!" + part(0);
    case FormulaKind::next:
      return "X " + part(0);
    case FormulaKind::eventually:
      return "F " + part(0);
    case FormulaKind::always:
      return "G " + part(0);
    case FormulaKind::on_all_paths:
      return "A " + part(0);
    case FormulaKind::on_some_path:
      return "E " + part(0);
    case FormulaKind::logical_and:
      return joined(" & ");
    case FormulaKind::logical_or:
      return joined(" | ");
    case FormulaKind::implies:
      return joined(" -> ");
    case FormulaKind::iff:
      return joined(" <-> ");
    case FormulaKind::until:
      return joined(" U ");
    case FormulaKind::release:
      return joined(" R ");
    default:
      return joined(" W ");
  }
}

}  // namespace quorate
