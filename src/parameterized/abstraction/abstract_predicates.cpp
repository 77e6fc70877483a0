// Initial states of the counter abstraction, and its predicates. A predicate is asked as "can it be true
// here": numbers of processes that satisfy a condition are sums over the local states. A local state whose
// intervals decide the condition counts with all of its processes or none; otherwise with any number
// between, as far as values in the intervals allow it. Interval arithmetic is tried first, then the solver;
// answers are kept by what the question depends on, so that states that differ elsewhere share them.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "model/arithmetic.hpp"
#include "parameterized/abstraction/counter_abstraction.hpp"

namespace quorate {

namespace {

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

constexpr std::size_t kMostTogether = 5;  // conditions whose combinations are told apart
constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max() / 4;

Range scaled(Range range, std::int64_t factor) {
  const auto times = [&](std::int64_t value) {
    if (value <= -kUnbounded || value >= kUnbounded)
      return (value > 0) == (factor > 0) ? kUnbounded : -kUnbounded;
    std::int64_t product = 0;
    const bool small =
        arithmetic::multiply(value, factor, product) && product > -kUnbounded && product < kUnbounded;
    if (!small) throw NumberTooLarge();
    return product;
  };
  return factor > 0 ? Range{times(range.low), times(range.high)} : Range{times(range.high), times(range.low)};
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  return std::clamp(a + b, -kUnbounded, kUnbounded);
}

}  // namespace

Decision CounterAbstraction::decide_atom(const Condition& condition, const AbstractState& state) const {
  Range sum{condition.linear.constant, condition.linear.constant};
  for (const auto& [symbol, coefficient] : condition.linear.terms) {
    if (symbol.kind != SymbolKind::count) return Decision::sometimes;
    Range count;
    for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
      if (state.counters[i] == 0) continue;
      const Decision counted = data_.counted(static_cast<std::size_t>(symbol.index), i, state.shared);
      if (counted == Decision::always) ++count.low;
      if (counted != Decision::never) count.high = kUnbounded;
    }
    const Range part = scaled(count, coefficient);
    sum = {plus(sum.low, part.low), plus(sum.high, part.high)};
  }
  const bool exact = sum.low == sum.high;
  const bool without_zero = sum.low > 0 || sum.high < 0;
  switch (condition.kind) {
    case ConditionKind::at_most_zero:
      return sum.high <= 0 ? Decision::always : sum.low > 0 ? Decision::never : Decision::sometimes;
    case ConditionKind::zero:
      return without_zero ? Decision::never : exact ? Decision::always : Decision::sometimes;
    default:
      return without_zero ? Decision::always : exact ? Decision::never : Decision::sometimes;
  }
}

Decision CounterAbstraction::decide(const Condition& condition, const AbstractState& state) const {
  switch (condition.kind) {
    case ConditionKind::truth:
      return Decision::always;
    case ConditionKind::falsity:
      return Decision::never;
    case ConditionKind::conjunction:
    case ConditionKind::disjunction:
      break;
    default:
      return decide_atom(condition, state);
  }
  const bool all = condition.is(ConditionKind::conjunction);
  Decision result = all ? Decision::always : Decision::never;
  for (const auto& part : condition.parts) {
    const Decision one = decide(part, state);
    if (one == (all ? Decision::never : Decision::always)) return one;
    if (one == Decision::sometimes) result = one;
  }
  return result;
}

Truth CounterAbstraction::holds(PredicateId predicate, StateView packed, StepBuffer&) const {
  const AbstractState state = unpack(packed);
  const Decision decision = decide(predicates_[predicate.index()], state);
  if (decision != Decision::sometimes) return decision == Decision::always ? Truth::yes : Truth::no;
  return ask(predicate.index(), state) ? Truth::yes : Truth::no;
}

std::vector<std::int32_t> CounterAbstraction::question_key(const Condition& predicate,
                                                           const AbstractState& state) const {
  std::set<std::int32_t> counts;
  for_each_symbol(predicate, [&](Symbol symbol) {
    if (symbol.kind == SymbolKind::count) counts.insert(symbol.index);
  });
  std::vector<std::vector<std::int32_t>> parts;
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] == 0) continue;
    const AbstractLocal& local = data_.locals()[i];
    std::vector<std::int32_t> part{numbers_.number(local.kind, local.status), state.counters[i]};
    bool undecided = false;
    for (const std::int32_t count : counts) {
      const Decision decision = data_.counted(static_cast<std::size_t>(count), i, state.shared);
      undecided = undecided || decision == Decision::sometimes;
      part.push_back(static_cast<std::int32_t>(decision));
    }
    part.push_back(undecided || data_.has_invariants(i) ? static_cast<std::int32_t>(i) : -1);
    parts.push_back(std::move(part));
  }
  std::ranges::sort(parts);
  std::vector<std::int32_t> key(state.shared.begin(), state.shared.end());
  for (const auto& part : parts) key.insert(key.end(), part.begin(), part.end());
  return key;
}

// Adds to each sum how many processes of one local state are counted by it. Where the intervals do not
// decide, the processes are divided by which of the undecided conditions they satisfy; a combination that
// no values in the intervals satisfy has no processes.
void CounterAbstraction::add_counted(std::uint32_t local, const AbstractState& state,
                                     std::map<std::int32_t, z3::expr>& sums,
                                     std::vector<z3::expr>& facts) const {
  const z3::expr all = count_term(local, false);
  std::vector<std::int32_t> undecided;
  for (auto& [count, sum] : sums) {
    const Decision decision = data_.counted(static_cast<std::size_t>(count), local, state.shared);
    if (decision == Decision::always) sum = sum + all;
    if (decision == Decision::sometimes) undecided.push_back(count);
  }
  if (undecided.empty()) return;
  if (undecided.size() > kMostTogether) {
    for (const std::int32_t count : undecided) add_combinations(local, {count}, sums, facts);
  } else {
    add_combinations(local, undecided, sums, facts);
  }
}

void CounterAbstraction::add_combinations(std::uint32_t local, const std::vector<std::int32_t>& counts,
                                          std::map<std::int32_t, z3::expr>& sums,
                                          std::vector<z3::expr>& facts) const {
  SmtSession& session = data_.session();
  const auto status = static_cast<std::size_t>(data_.locals()[local].status);
  z3::expr everybody = session.number(0);
  for (std::size_t cell = 0; cell < (std::size_t{1} << counts.size()); ++cell) {
    const std::string tag = fmt::format("{}.{}.{}", local, counts[0], cell);
    const z3::expr some = session.variable("c" + tag);
    z3::expr_vector here(session.context());
    for (const auto& fact : data_.local_facts(local, tag)) here.push_back(fact);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const Condition& condition = data_.rules().counted[static_cast<std::size_t>(counts[i])][status];
      const z3::expr term = session.condition(condition, session.process_terms(tag));
      const bool satisfied = ((cell >> i) & 1U) != 0;
      here.push_back(satisfied ? term : !term);
      if (satisfied) sums.at(counts[i]) = sums.at(counts[i]) + some;
    }
    facts.push_back(some == 0 || (some > 0 && z3::mk_and(here)));
    everybody = everybody + some;
  }
  facts.push_back(everybody == count_term(local, false));
}

bool CounterAbstraction::ask(std::size_t predicate, const AbstractState& state) const {
  const Condition& condition = predicates_[predicate];
  std::vector<std::int32_t> key = question_key(condition, state);
  const auto known = answers_[predicate].find(key);
  if (known != answers_[predicate].end()) return known->second;
  SmtSession& session = data_.session();
  std::vector<z3::expr> facts = state_facts(state, false);
  std::map<std::int32_t, z3::expr> counts;
  for_each_symbol(condition, [&](Symbol symbol) {
    if (symbol.kind == SymbolKind::count) counts.emplace(symbol.index, session.number(0));
  });
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] > 0) add_counted(i, state, counts, facts);
  }
  facts.push_back(session.condition(condition, [&](Symbol symbol) -> z3::expr {
    if (symbol.kind == SymbolKind::count) return counts.at(symbol.index);
    if (symbol.kind == SymbolKind::shared) return session.shared(static_cast<std::size_t>(symbol.index));
    return session.parameter(symbol);
  }));
  const bool result = session.possible(facts);
  answers_[predicate].emplace(std::move(key), result);
  return result;
}

// Any number of processes by each initialisation, all of them together. Returns the number in each local
// state and the shared variables, as terms under assumptions that stay in the session.
CounterAbstraction::InitialTerms CounterAbstraction::initial_terms() const {
  SmtSession& session = data_.session();
  const RuleSystem& rules = data_.rules();
  InitialTerms result;
  result.counts.assign(counter_fields_.size(), session.number(0));
  for (const auto& variable : rules.model->shared) result.shared.push_back(session.number(variable.initial));
  for (std::size_t r = 0; r < rules.initial.size(); ++r) {
    const ThresholdRule& rule = rules.initial[r];
    for (const std::uint32_t local : data_.initial(r)) {
      const std::string tag = fmt::format("i{}.{}", r, local);
      const z3::expr how_many = session.variable("n" + tag);
      session.assume(how_many >= 0);
      // The initialisation is possible, and leads to this local state.
      const SymbolTerm term = session.process_terms(tag);
      z3::expr_vector here(session.context());
      here.push_back(session.condition(rule.guard, term));
      for (std::int32_t i = 0; i < rule.fresh; ++i) here.push_back(term({SymbolKind::fresh, i}) >= 0);
      for (std::size_t i = 0; i < rule.counters.size(); ++i)
        here.push_back(data_.local_domain().contains(session, data_.locals()[local].intervals[i],
                                                     session.linear(rule.counters[i], term)));
      session.assume(how_many == 0 || z3::mk_and(here));
      result.counts[local] = result.counts[local] + how_many;
      for (std::size_t i = 0; i < result.shared.size(); ++i) {
        const Linear change =
            rule.shared[i] - Linear(Symbol{SymbolKind::shared, static_cast<std::int32_t>(i)});
        result.shared[i] = result.shared[i] + session.number(change.constant) * how_many;
      }
    }
  }
  return result;
}

void CounterAbstraction::initial_states(StepBuffer& buffer) const {
  SmtSession& session = data_.session();
  const SmtSession::Scope scope(session);
  const InitialTerms terms = initial_terms();
  for (std::size_t i = 0; i < terms.shared.size(); ++i) session.assume(session.shared(i) == terms.shared[i]);
  std::vector<z3::expr> sums(numbers_.place.size(), session.number(0));
  for (std::size_t i = 0; i < terms.counts.size(); ++i) {
    const AbstractLocal& local = data_.locals()[i];
    auto& sum = sums[static_cast<std::size_t>(numbers_.number(local.kind, local.status))];
    sum = sum + terms.counts[i];
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    session.assume(session.processes(numbers_.place[i].first, numbers_.place[i].second) == sums[i]);
  while (session.check_now()) {
    const z3::model model = session.solver().get_model();
    AbstractState state;
    z3::expr_vector here(session.context());
    for (const auto& term : terms.shared) {
      state.shared.push_back(
          interval_number(data_.domain().interval_of(session, model, session.value(model, term))));
      here.push_back(data_.domain().contains(session, state.shared.back(), term));
    }
    for (const auto& term : terms.counts) {
      state.counters.push_back(
          interval_number(counter_domain_.interval_of(session, model, session.value(model, term))));
      if (!term.is_numeral()) here.push_back(counter_domain_.contains(session, state.counters.back(), term));
    }
    buffer.append(TransitionId(), pack(state).data());
    session.assume(!z3::mk_and(here));
  }
}

}  // namespace quorate
