// Single runs of a table: whether they satisfy a formula, are fair, and all of them up to a length.
#include <algorithm>
#include <functional>

#include "temporal_reference.hpp"

namespace quorate {

bool TemporalReference::on_run(const GroundFormula& f, const TableRun& run) const {
  const std::size_t length = run.states.size();
  const auto after = [&](std::size_t k) { return k + 1 < length ? k + 1 : run.loop_start; };
  // Truth at each position; for until-like operators by looking along the run twice round the loop.
  const std::function<bool(const GroundFormula&, std::size_t)> at = [&](const GroundFormula& g,
                                                                        std::size_t k) -> bool {
    const auto c = [&](std::size_t i, std::size_t p) { return at(g.children[i], p); };
    const auto along = [&](const auto& stop) {  // stop: 1 true, 0 false, -1 go on
      std::size_t p = k;
      for (std::size_t n = 0; n < 2 * length; ++n, p = after(p)) {
        const int answer = stop(p);
        if (answer >= 0) return answer;
      }
      return -1;
    };
    switch (g.kind) {
      case FormulaKind::atom:
        return atom(run.states[k], g.atom);
      case FormulaKind::logical_not:
        return !c(0, k);
      case FormulaKind::logical_and:
        return c(0, k) && c(1, k);
      case FormulaKind::logical_or:
        return c(0, k) || c(1, k);
      case FormulaKind::implies:
        return !c(0, k) || c(1, k);
      case FormulaKind::iff:
        return c(0, k) == c(1, k);
      case FormulaKind::next:
        return c(0, after(k));
      case FormulaKind::eventually:
        return along([&](std::size_t p) { return c(0, p) ? 1 : -1; }) == 1;
      case FormulaKind::always:
        return along([&](std::size_t p) { return c(0, p) ? -1 : 0; }) == -1;
      case FormulaKind::until:
        return along([&](std::size_t p) { return c(1, p) ? 1 : c(0, p) ? -1 : 0; }) == 1;
      case FormulaKind::weak_until:
        return along([&](std::size_t p) { return c(1, p) ? 1 : c(0, p) ? -1 : 0; }) != 0;
      default:  // release
        return along([&](std::size_t p) { return !c(1, p) ? 0 : c(0, p) ? 1 : -1; }) != 0;
    }
  };
  return at(f, 0);
}

bool TemporalReference::fair(const TableRun& run) const {
  const auto often = [&](const auto& condition) {
    for (std::size_t k = run.loop_start; k < run.states.size(); ++k) {
      if (condition(k)) return true;
    }
    return false;
  };
  const auto holds_often = [&](PredicateId p) {
    return often([&](std::size_t k) { return atom(run.states[k], p.index()); });
  };
  if (!std::ranges::all_of(fairness_.justice, holds_often)) return false;
  for (const Compassion& pair : fairness_.compassion) {
    if (holds_often(pair.often) && !holds_often(pair.then)) return false;
  }
  if (often([&](std::size_t k) { return occurs_finitely(run.states[k], run.transitions[k]); })) return false;
  for (const StepJustice& strong : fairness_.strong_steps) {
    const bool due = often([&](std::size_t k) { return enabled(strong, run.states[k]); });
    if (due && !often([&](std::size_t k) { return taken(strong, run.transitions[k]); })) return false;
  }
  return std::ranges::all_of(fairness_.steps, [&](const StepJustice& justice) {
    return often([&](std::size_t k) {
      return !enabled(justice, run.states[k]) || taken(justice, run.transitions[k]);
    });
  });
}

bool TemporalReference::is_run(const TableRun& run) const {
  if (std::ranges::find(table_.initial, run.states[0]) == table_.initial.end()) return false;
  for (std::size_t k = 0; k < run.states.size(); ++k) {
    const std::uint32_t to = k + 1 < run.states.size() ? run.states[k + 1] : run.states[run.loop_start];
    const auto all = steps(run.states[k]);
    const bool found = std::ranges::any_of(
        all, [&](const Step& step) { return step.to == to && step.transition == run.transitions[k]; });
    if (!found) return false;
  }
  return true;
}

TableRun TemporalReference::violating_run(const GroundFormula& formula, std::size_t length) const {
  for (const std::uint32_t s : table_.initial) {
    TableRun run;
    run.states.push_back(s);
    if (extend(formula, length, run)) return run;
  }
  return {};
}

bool TemporalReference::extend(const GroundFormula& formula, std::size_t length, TableRun& run) const {
  for (const Step& step : steps(run.states.back())) {
    run.transitions.push_back(step.transition);
    for (run.loop_start = 0; run.loop_start < run.states.size(); ++run.loop_start) {
      if (run.states[run.loop_start] == step.to && fair(run) && !on_run(formula, run)) return true;
    }
    if (run.states.size() < length) {
      run.states.push_back(step.to);
      if (extend(formula, length, run)) return true;
      run.states.pop_back();
    }
    run.transitions.pop_back();
  }
  return false;
}

}  // namespace quorate
