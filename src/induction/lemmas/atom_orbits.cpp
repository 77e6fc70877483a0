// Permutations act on the texts of atoms: exchanging two neighbouring processes of an interchangeable role
// swaps their names in each text, and the literal with the new text is the image. Exchanges of neighbours
// generate all permutations of a role, so an orbit is the closure under them (a worklist). A text without
// an atom is its own image. That can cost a lemma but never makes a wrong proof, since every clause of an
// orbit is proved.
#include "induction/lemmas/atom_orbits.hpp"

#include <algorithm>
#include <set>

#include "analysis/symmetry/interchangeability.hpp"

namespace quorate {

std::string exchanged(const std::string& text, const std::string& a, const std::string& b) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool starts =
        i == 0 || (std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 && text[i - 1] != '_');
    if (starts && text.compare(i, a.size(), a) == 0) {
      result += b;
      i += a.size();
    } else if (starts && text.compare(i, b.size(), b) == 0) {
      result += a;
      i += b.size();
    } else {
      result += text[i++];
    }
  }
  return result;
}

AtomOrbits::AtomOrbits(const StateAtoms& table, const Model& model) {
  const auto permuted = interchangeable_roles(model, analyze_interchangeability(model));
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    if (!permuted[r]) continue;
    for (std::int64_t i = 0; i + 1 < model.roles[r].count; ++i) {
      const std::string first = model.process_name(ProcessId(model.roles[r].first.value + i));
      const std::string second = model.process_name(ProcessId(model.roles[r].first.value + i + 1));
      std::vector<Literal> image;
      for (std::size_t a = 0; a < table.size(); ++a) {
        image.push_back(table.find(exchanged(table.text(a, true), first, second)).value_or(Literal{a, true}));
      }
      exchanges_.push_back(std::move(image));
    }
  }
}

std::vector<Clause> AtomOrbits::orbit(const Clause& clause) const {
  std::set<Clause> seen{clause};
  std::vector<Clause> queue{clause};
  while (!queue.empty()) {
    const Clause next = queue.back();
    queue.pop_back();
    for (const auto& exchange : exchanges_) {
      Clause image;
      for (const Literal& literal : next) {
        const Literal& to = exchange[literal.atom];
        image.push_back({to.atom, to.positive == literal.positive});
      }
      std::ranges::sort(image);
      if (seen.insert(image).second) queue.push_back(std::move(image));
    }
  }
  return {seen.begin(), seen.end()};
}

}  // namespace quorate
