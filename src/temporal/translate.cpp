// From a formula to an automaton, by the tableau of [Couvreur 1999] in the form that [Gastin, Oddoux 2001]
// gives it for alternating automata. A state is a set of formulas, the obligations for the rest of the word.
// Each formula unfolds into the ways to meet it now:
//   a U b  =  b,  or  a now, a U b again in the next state, and a promise that b will come;
//   a R b  =  a and b now,  or  b now and a R b again.
// A way is a cube of literals, the obligations that it leaves, and the promises that it makes; the ways of a
// set are the combinations of the ways of its members. An edge has the mark of every until formula whose
// promise it does not make. So a mark is missing from some time on only if its promise is made again for
// ever, that is, never kept.
//
// A way that demands at least as much as another one (literals, obligations, promises) is dropped: every word
// that it accepts is accepted by the other.
//
// Rejected: state-based acceptance and degeneralisation (every justice assumption would multiply the
// product); binary decision diagrams for the labels (formulas have few atoms).
#include <algorithm>
#include <map>

#include "temporal/tgba.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_ways = 20'000;
constexpr std::size_t most_states = 20'000;

using Obligations = std::vector<LtlId>;  // sorted

struct Way {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  std::uint64_t promises = 0;
  Obligations next;
};
using Ways = std::vector<Way>;

bool asks_no_more(const Way& a, const Way& b) {
  return (a.positive & ~b.positive) == 0 && (a.negative & ~b.negative) == 0 &&
         (a.promises & ~b.promises) == 0 && std::ranges::includes(b.next, a.next);
}

// Keeps the least demanding ways.
void add_way(Ways& ways, Way way) {
  for (const Way& known : ways) {
    if (asks_no_more(known, way)) return;
  }
  std::erase_if(ways, [&](const Way& known) { return asks_no_more(way, known); });
  ways.push_back(std::move(way));
}

class Translation {
 public:
  explicit Translation(LtlPool& pool) : pool_(pool) {}

  std::optional<Tgba> run(LtlId formula) {
    Obligations first;
    oblige(first, formula);
    automaton_.initial = number(std::move(first));
    for (std::size_t state = 0; state < sets_.size(); ++state) {
      const Ways ways = of_set(sets_[state]);
      for (const Way& way : ways) {
        const std::uint32_t target = number(way.next);
        automaton_.states[state].push_back({way.positive, way.negative, way.promises, target});
      }
      if (too_large_ || sets_.size() > most_states) return std::nullopt;
    }
    automaton_.mark_count = static_cast<std::uint32_t>(promise_numbers_.size());
    for (auto& edges : automaton_.states) {
      for (auto& edge : edges) edge.marks = automaton_.all_marks() & ~edge.marks;
    }
    return std::move(automaton_);
  }

 private:
  std::uint32_t number(Obligations set) {
    const auto [entry, fresh] =
        numbers_.try_emplace(std::move(set), static_cast<std::uint32_t>(sets_.size()));
    if (fresh) {
      sets_.push_back(entry->first);
      automaton_.states.emplace_back();
    }
    return entry->second;
  }

  void oblige(Obligations& set, LtlId f) const {
    const LtlNode& node = pool_.node(f);
    if (node.kind == LtlKind::true_) return;
    if (node.kind == LtlKind::and_) {
      oblige(set, node.left);
      oblige(set, node.right);
      return;
    }
    const auto place = std::ranges::lower_bound(set, f);
    if (place == set.end() || *place != f) set.insert(place, f);
  }

  Ways of_set(const Obligations& set) {
    Ways ways(1);
    for (const LtlId f : set) ways = both(ways, of_formula(f));
    return ways;
  }

  Ways both(const Ways& a, const Ways& b) {
    Ways ways;
    for (const Way& x : a) {
      for (const Way& y : b) {
        Way way{x.positive | y.positive, x.negative | y.negative, x.promises | y.promises, {}};
        if ((way.positive & way.negative) != 0) continue;
        std::ranges::set_union(x.next, y.next, std::back_inserter(way.next));
        add_way(ways, std::move(way));
      }
      too_large_ = too_large_ || ways.size() > most_ways;
      if (too_large_) return {};
    }
    return ways;
  }

  static Ways either(Ways a, const Ways& b) {
    for (const Way& way : b) add_way(a, way);
    return a;
  }

  // By value: unfolding inserts into the table, which may move its entries.
  Ways of_formula(LtlId f) {
    if (const auto known = ways_.find(f); known != ways_.end()) return known->second;
    Ways ways = unfold(f);
    ways_[f] = ways;
    return ways;
  }

  Ways unfold(LtlId f) {
    const LtlNode node = pool_.node(f);
    switch (node.kind) {
      case LtlKind::false_:
        return {};
      case LtlKind::true_:
        return Ways(1);
      case LtlKind::atom:
        return {Way{std::uint64_t{1} << node.atom, 0, 0, {}}};
      case LtlKind::not_atom:
        return {Way{0, std::uint64_t{1} << node.atom, 0, {}}};
      case LtlKind::and_:
        return both(of_formula(node.left), of_formula(node.right));
      case LtlKind::or_:
        return either(of_formula(node.left), of_formula(node.right));
      case LtlKind::next:
        return later(node.left, 0);
      case LtlKind::until:
        return either(of_formula(node.right), both(of_formula(node.left), later(f, promise(f))));
      case LtlKind::release:
        return either(both(of_formula(node.left), of_formula(node.right)),
                      both(of_formula(node.right), later(f, 0)));
    }
    return {};
  }

  Ways later(LtlId f, std::uint64_t promises) const {
    if (f == pool_.constant(false)) return {};
    Way way;
    way.promises = promises;
    oblige(way.next, f);
    return {way};
  }

  std::uint64_t promise(LtlId until) {
    const auto index = promise_numbers_.try_emplace(until, promise_numbers_.size()).first->second;
    too_large_ = too_large_ || index >= 64;
    return index >= 64 ? 0 : std::uint64_t{1} << index;
  }

  LtlPool& pool_;
  Tgba automaton_;
  std::map<Obligations, std::uint32_t> numbers_;
  std::vector<Obligations> sets_;  // by state
  std::map<LtlId, Ways> ways_;
  std::map<LtlId, std::size_t> promise_numbers_;
  bool too_large_ = false;
};

}  // namespace

std::optional<Tgba> translate(LtlPool& pool, LtlId formula) {
  auto automaton = Translation(pool).run(formula);
  if (automaton) automaton = simplified(std::move(*automaton));
  return automaton;
}

}  // namespace quorate
