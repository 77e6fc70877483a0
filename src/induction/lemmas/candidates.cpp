// Samples decide without a solver: an atom that is true in all samples, or in none, is a candidate; pairs
// of the other atoms are tried with all four combinations of signs, 64 samples at a time. An orbit is
// tested once and is a candidate only if no sample refutes any of its clauses. Left out are pairs on one
// variable (unless it is a set), which the types decide, and clauses that say no more than "one of two
// messages is in its channel". The number of pairs is quadratic in that of the atoms: `over` ends the
// search.
#include "induction/lemmas/candidates.hpp"

#include <algorithm>
#include <set>

namespace quorate {

namespace {

bool is_message(const StateAtoms& atoms, std::size_t atom) {
  return atoms.variable(atom).channel >= 0;
}

class CandidateSearch {
 public:
  CandidateSearch(const StateAtoms& atoms, const AtomOrbits& orbits, const SampleTable& samples,
                  const std::function<bool()>& over)
      : atoms_(atoms), orbits_(orbits), samples_(samples), over_(over) {}

  std::vector<FoundLemma> run() {
    std::vector<std::size_t> varying;
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      const std::size_t count = samples_.count(a);
      if (count == 0) consider({{a, false}});
      if (count == samples_.samples()) consider({{a, true}});
      if (count != 0 && count != samples_.samples()) varying.push_back(a);
    }
    for (std::size_t i = 0; i < varying.size() && !over_(); ++i) {
      for (std::size_t j = i + 1; j < varying.size(); ++j) pair(varying[i], varying[j]);
    }
    return std::move(found_);
  }

 private:
  void pair(std::size_t a, std::size_t b) {
    const bool same_variable = atoms_.atom(a).variable == atoms_.atom(b).variable;
    const bool set = atoms_.atom(a).kind == AtomKind::has;
    if (same_variable && !set) return;  // the types decide it
    const bool messages = is_message(atoms_, a) && is_message(atoms_, b);
    for (const bool first : {false, true}) {
      for (const bool second : {false, true}) {
        if (messages && first && second) continue;  // says only that a message is there
        const Clause clause{{a, first}, {b, second}};
        if (samples_.true_everywhere(clause)) consider(clause);
      }
    }
  }

  void consider(const Clause& clause) {
    if (seen_.contains(clause)) return;
    FoundLemma lemma;
    lemma.kind = atoms_.class_of(clause);
    bool all = true;
    for (Clause& image : orbits_.orbit(clause)) {
      seen_.insert(image);
      all = all && samples_.true_everywhere(image);
      lemma.clauses.push_back(std::move(image));
    }
    if (all) found_.push_back(std::move(lemma));
  }

  const StateAtoms& atoms_;
  const AtomOrbits& orbits_;
  const SampleTable& samples_;
  const std::function<bool()>& over_;
  std::set<Clause> seen_;
  std::vector<FoundLemma> found_;
};

}  // namespace

std::vector<FoundLemma> candidate_lemmas(const StateAtoms& atoms, const AtomOrbits& orbits,
                                         const SampleTable& samples, const std::function<bool()>& over) {
  return CandidateSearch(atoms, orbits, samples, over).run();
}

}  // namespace quorate
