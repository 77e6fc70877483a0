// Is there an instance with this transition? Asked with exact numbers: the processes in each local state
// before and after, the shared variables, the moving process's own variables. If there is none, the
// unsatisfiable core says which of the intervals exclude it, and every transition by the same rule between
// the same local states with those intervals is left out [Gmeiner 2015, Theorem 30]. The rule is part of
// the pattern, because the proof is about it; other rules between the same states are asked separately.
//
// [Gmeiner 2015] removes states that lose or invent processes, and loops of unfair states, in the same way.
// Here the abstraction excludes both beforehand, by its feasibility and its predicates.
#include "parameterized/abstraction/refinement.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

namespace {

class TransitionQuestion {
 public:
  TransitionQuestion(const CounterAbstraction& system, const std::vector<CountingInvariant>& invariants)
      : system_(system), data_(system.data()), session_(system.data().session()), invariants_(invariants) {}

  // The intervals that exclude the move; none if it is possible.
  std::optional<SpuriousPattern> refute(const AbstractMove& move, const AbstractState& before,
                                        const AbstractState& after) {
    const SmtSession::Scope scope(session_);
    assume_everywhere(before, after);
    assume_move(move);
    track(before, false);
    track(after, true);
    std::optional<SpuriousPattern> result;
    if (refuted(labels_)) {
      result.emplace();
      result->move = move;
      for (const std::size_t i : core()) result->values.push_back(values_[i]);
    }
    return result;
  }

 private:
  void assume_everywhere(const AbstractState& before, const AbstractState& after) {
    const StatusNumbers numbers(data_.rules());
    for (const bool later : {false, true}) {
      std::vector<z3::expr> sums(numbers.place.size(), session_.number(0));
      const AbstractState& state = later ? after : before;
      for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
        const AbstractLocal& local = data_.locals()[i];
        session_.assume(system_.count_term(i, later) >= 0);
        auto& sum = sums[static_cast<std::size_t>(numbers.number(local.kind, local.status))];
        sum = sum + system_.count_term(i, later);
      }
      for (std::size_t i = 0; i < sums.size(); ++i)
        session_.assume(session_.processes(numbers.place[i].first, numbers.place[i].second, later) ==
                        sums[i]);
    }
    session_.assume(processes_term(session_, true));
    for (const auto& invariant : invariants_) {
      if (invariant.proved) session_.assume(invariant_term(session_, invariant.condition, true));
    }
  }

  void assume_move(const AbstractMove& move) {
    const ThresholdRule& rule = data_.rules().rules[move.rule];
    const SymbolTerm term = session_.process_terms("m");
    for (const auto& fact : data_.local_facts(move.from, "m")) session_.assume(fact);
    for (std::int32_t i = 0; i < rule.fresh; ++i) session_.assume(term({SymbolKind::fresh, i}) >= 0);
    session_.assume(session_.condition(rule.guard, term));
    const auto& target = data_.locals()[move.to];
    for (std::size_t i = 0; i < rule.counters.size(); ++i)
      session_.assume(data_.local_domain().contains(session_, target.intervals[i],
                                                    session_.linear(rule.counters[i], term)));
    for (std::size_t i = 0; i < rule.shared.size(); ++i)
      session_.assume(session_.shared(i, true) == session_.linear(rule.shared[i], term));
    session_.assume(system_.count_term(move.from, false) >= 1);
    for (std::uint32_t i = 0; i < data_.locals().size(); ++i) {
      const int change = (i == move.to ? 1 : 0) - (i == move.from ? 1 : 0);
      session_.assume(system_.count_term(i, true) == system_.count_term(i, false) + change);
    }
  }

  void track(const AbstractState& state, bool after) {
    const auto add = [&](bool shared, std::size_t index, IntervalNumber interval, const z3::expr& fact) {
      const z3::expr label = session_.context().bool_const(fmt::format("t{}", labels_.size()).c_str());
      session_.assume(z3::implies(label, fact));
      labels_.push_back(label);
      values_.push_back({after, shared, static_cast<std::uint32_t>(index), interval});
    };
    for (std::size_t i = 0; i < state.shared.size(); ++i)
      add(true, i, state.shared[i],
          data_.domain().contains(session_, state.shared[i], session_.shared(i, after)));
    for (std::uint32_t i = 0; i < state.counters.size(); ++i)
      add(false, i, state.counters[i],
          system_.counter_domain().contains(session_, state.counters[i], system_.count_term(i, after)));
  }

  bool refuted(const std::vector<z3::expr>& labels) {
    z3::expr_vector assumptions(session_.context());
    for (const auto& label : labels) assumptions.push_back(label);
    return session_.solver().check(assumptions) == z3::unsat;
  }

  std::vector<std::size_t> core() {
    std::vector<std::size_t> result;
    const z3::expr_vector labels = session_.solver().unsat_core();
    for (unsigned k = 0; k < labels.size(); ++k) {
      const auto found = std::ranges::find_if(
          labels_, [&](const z3::expr& label) { return z3::eq(label, labels[static_cast<int>(k)]); });
      result.push_back(static_cast<std::size_t>(found - labels_.begin()));
    }
    // Z3's cores are small but not minimal.
    for (std::size_t i = 0; i < result.size();) {
      std::vector<z3::expr> rest;
      for (std::size_t k = 0; k < result.size(); ++k) {
        if (k != i) rest.push_back(labels_[result[k]]);
      }
      if (refuted(rest)) {
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    std::ranges::sort(result);
    return result;
  }

  const CounterAbstraction& system_;
  DataAbstraction& data_;
  SmtSession& session_;
  const std::vector<CountingInvariant>& invariants_;
  std::vector<z3::expr> labels_;
  std::vector<SpuriousPattern::Value> values_;
};

}  // namespace

std::vector<SpuriousPattern> spurious_transition(const CounterAbstraction& system,
                                                 const std::vector<CountingInvariant>& invariants,
                                                 const AbstractState& before, const AbstractState& after) {
  std::vector<SpuriousPattern> patterns;
  for (const auto& move : system.moves(before, after)) {
    auto pattern = TransitionQuestion(system, invariants).refute(move, before, after);
    if (!pattern) return {};
    patterns.push_back(std::move(*pattern));
  }
  return patterns;
}

std::string to_text(const SpuriousPattern& pattern, const CounterAbstraction& system) {
  const DataAbstraction& data = system.data();
  std::vector<std::string> parts;
  for (const auto& value : pattern.values) {
    const std::string name = value.shared ? data.rules().model->shared[value.index].name
                                          : "#(" + data.local_name(value.index) + ")";
    parts.push_back(fmt::format("{}{} in I{}", name, value.after ? "'" : "", value.interval));
  }
  return fmt::format("{} with {}", data.rules().rule_name(data.rules().rules[pattern.move.rule]),
                     fmt::join(parts, ", "));
}

}  // namespace quorate
