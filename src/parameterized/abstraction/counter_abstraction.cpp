// A step takes one process from a local state to another: one counter loses a process and may fall to a
// lower interval, the other gains one. By themselves these choices lose and invent processes [Gmeiner 2015,
// 4.4], so every state must have a concretisation: admissible parameters, and numbers of processes in the
// intervals that add up to the number of processes and satisfy the proved invariants. The question depends
// only on how many counters of each status are in which interval, and each such combination is asked once.
// [Gmeiner 2015] removes these states one counterexample at a time; asking beforehand leaves nothing to
// refine on its examples.
#include "parameterized/abstraction/counter_abstraction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/internal_error.hpp"

namespace quorate {

namespace {

std::uint32_t width_of(std::size_t values) {
  return static_cast<std::uint32_t>(std::max<std::size_t>(1, std::bit_width(values - 1)));
}

}  // namespace

bool SpuriousPattern::matches(const AbstractMove& other, const AbstractState& before,
                              const AbstractState& after) const {
  return other == move && std::ranges::all_of(values, [&](const Value& value) {
           const AbstractState& state = value.after ? after : before;
           return (value.shared ? state.shared : state.counters)[value.index] == value.interval;
         });
}

CounterAbstraction::CounterAbstraction(DataAbstraction& data, Counting counting,
                                       std::vector<Condition> predicates)
    : data_(data),
      counter_domain_(counting == Counting::some ? IntervalDomain({Linear(0), Linear(1)}, {})
                                                 : data.domain()),
      numbers_(data.rules()),
      predicates_(std::move(predicates)),
      answers_(predicates_.size()) {
  FieldPacker packer;
  for (std::size_t i = 0; i < data.rules().model->shared.size(); ++i)
    shared_fields_.push_back(packer.next(width_of(data.domain().size())));
  for (std::size_t i = 0; i < data.locals().size(); ++i)
    counter_fields_.push_back(packer.next(width_of(counter_domain_.size())));
  shape_ = packer.shape();
  for (std::size_t i = 0; i < data.rules().rules.size(); ++i) {
    Transition transition;
    transition.name = data.rules().rule_name(data.rules().rules[i]);
    transition.rule = static_cast<std::int32_t>(i);
    transitions_.push_back(std::move(transition));
  }
  Transition rest;
  rest.name = "nobody can move";
  rest.kind = StepKind::otherwise;
  transitions_.push_back(std::move(rest));
  find_choices();
  find_irreversible();
}

// Rules from whose target no path of rules leads back to their source.
void CounterAbstraction::find_irreversible() {
  const auto& rules = data_.rules().rules;
  const std::size_t statuses = numbers_.place.size();
  std::vector<std::vector<bool>> reaches(statuses, std::vector<bool>(statuses, false));
  for (std::size_t s = 0; s < statuses; ++s) reaches[s][s] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& rule : rules) {
      const auto from = static_cast<std::size_t>(numbers_.number(rule.process, rule.from));
      const auto to = static_cast<std::size_t>(numbers_.number(rule.process, rule.to));
      for (std::size_t s = 0; s < statuses; ++s) {
        if (!reaches[to][s] || reaches[from][s]) continue;
        reaches[from][s] = true;
        changed = true;
      }
    }
  }
  for (const auto& rule : rules)
    irreversible_.push_back(!reaches[static_cast<std::size_t>(numbers_.number(rule.process, rule.to))]
                                    [static_cast<std::size_t>(numbers_.number(rule.process, rule.from))]);
}

void CounterAbstraction::find_choices() {
  SmtSession& session = data_.session();
  const z3::expr number = session.variable("number");
  more_.resize(counter_domain_.size());
  less_.resize(counter_domain_.size());
  for (std::size_t from = 0; from < counter_domain_.size(); ++from) {
    for (std::size_t to = 0; to < counter_domain_.size(); ++to) {
      const auto before = counter_domain_.contains(session, from, number);
      if (session.possible({before, number >= 0, counter_domain_.contains(session, to, number + 1)}))
        more_[from].push_back(interval_number(to));
      if (session.possible({before, number >= 1, counter_domain_.contains(session, to, number - 1)}))
        less_[from].push_back(interval_number(to));
    }
  }
}

Shape CounterAbstraction::shape() const {
  return shape_;
}

std::span<const Transition> CounterAbstraction::transitions() const {
  return transitions_;
}

AbstractState CounterAbstraction::unpack(StateView state) const {
  const auto load = [&](const PackedField& field) { return interval_number(field.load(state.data())); };
  AbstractState result;
  for (const auto& field : shared_fields_) result.shared.push_back(load(field));
  for (const auto& field : counter_fields_) result.counters.push_back(load(field));
  return result;
}

std::vector<std::uint64_t> CounterAbstraction::pack(const AbstractState& state) const {
  std::vector<std::uint64_t> words(shape_.words, 0);
  for (std::size_t i = 0; i < shared_fields_.size(); ++i)
    shared_fields_[i].store(words.data(), state.shared[i]);
  for (std::size_t i = 0; i < counter_fields_.size(); ++i)
    counter_fields_[i].store(words.data(), state.counters[i]);
  return words;
}

z3::expr CounterAbstraction::count_term(std::uint32_t local, bool after) const {
  return data_.session().variable(fmt::format("l{}{}", local, after ? "'" : ""));
}

std::vector<z3::expr> CounterAbstraction::state_facts(const AbstractState& state, bool after) const {
  SmtSession& session = data_.session();
  std::vector<z3::expr> facts = data_.shared_facts(state.shared, after);
  std::vector<z3::expr> sums(numbers_.place.size(), session.number(0));
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] == 0) continue;
    const AbstractLocal& local = data_.locals()[i];
    const z3::expr count = count_term(i, after);
    facts.push_back(counter_domain_.contains(session, state.counters[i], count));
    if (data_.has_invariants(i)) {
      for (auto& fact : data_.local_facts(i, fmt::format("w{}{}", i, after ? "'" : ""), after))
        facts.push_back(fact);
    }
    auto& sum = sums[static_cast<std::size_t>(numbers_.number(local.kind, local.status))];
    sum = sum + count;
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    facts.push_back(session.processes(numbers_.place[i].first, numbers_.place[i].second, after) == sums[i]);
  return facts;
}

bool CounterAbstraction::feasible(const AbstractState& state) const {
  // Only the number of counters of each status in each interval matters.
  const std::size_t levels = counter_domain_.size();
  std::vector<std::int32_t> key(numbers_.place.size() * levels, 0);
  for (std::size_t i = 0; i < state.counters.size(); ++i) {
    const AbstractLocal& local = data_.locals()[i];
    if (state.counters[i] > 0)
      ++key[static_cast<std::size_t>(numbers_.number(local.kind, local.status)) * levels + state.counters[i]];
  }
  for (const IntervalNumber interval : state.shared) key.push_back(interval);
  // Where processes have invariants, it also matters which counters are not 0.
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] > 0 && data_.has_invariants(i)) key.push_back(static_cast<std::int32_t>(i));
  }
  const auto known = feasible_.find(key);
  if (known != feasible_.end()) return known->second;
  const bool result = data_.session().possible(state_facts(state, false));
  feasible_.emplace(std::move(key), result);
  return result;
}

void CounterAbstraction::append(const AbstractState& before, const AbstractState& after,
                                const AbstractMove& move, StepBuffer& buffer) const {
  if (!feasible(after)) return;
  // A process that can never return makes this move once, so a run has finitely many such steps; without
  // those that change nothing it satisfies the same formulas, since these have no "next".
  if (move.rule < irreversible_.size() && irreversible_[move.rule] && before == after) return;
  if (std::ranges::any_of(patterns_,
                          [&](const auto& pattern) { return pattern.matches(move, before, after); }))
    return;
  const std::size_t rule = move.rule;
  buffer.append(TransitionId(static_cast<std::int64_t>(rule)), pack(after).data());
  if (!buffer.asked.describe_steps) return;
  StepDescription step;
  step.transition = transitions_[rule].name;
  step.rule = transitions_[rule].name;
  buffer.found.descriptions.push_back(std::move(step));
}

void CounterAbstraction::append_moves(const AbstractState& state, std::uint32_t local,
                                      const AbstractStep& step, StepBuffer& buffer) const {
  AbstractState next = state;
  next.shared = step.shared;
  if (step.to == local) {
    append(state, next, {local, step.to, step.rule}, buffer);
    return;
  }
  for (const IntervalNumber less : less_[state.counters[local]]) {
    for (const IntervalNumber more : more_[state.counters[step.to]]) {
      next.counters[local] = less;
      next.counters[step.to] = more;
      append(state, next, {local, step.to, step.rule}, buffer);
    }
  }
}

bool CounterAbstraction::may_rest(const AbstractState& state) const {
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] > 0 && !data_.may_block(i, state.shared)) return false;
  }
  return true;
}

void CounterAbstraction::successors(StateView packed, std::span<const TransitionId> chosen,
                                    StepBuffer& buffer) const {
  const AbstractState state = unpack(packed);
  const std::size_t first = buffer.size();
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] == 0) continue;
    for (const AbstractStep& step : data_.steps(i, state.shared)) {
      if (step.to >= counter_fields_.size()) throw InternalError("an unknown local state was reached");
      append_moves(state, i, step, buffer);
    }
  }
  // An instance without a step stays in its state for ever; others with the same abstraction may move on.
  if (may_rest(state)) append(state, state, {0, 0, transitions_.size() - 1}, buffer);
  if (!chosen.empty())
    buffer.keep(first, [&](TransitionId id) { return std::ranges::find(chosen, id) != chosen.end(); });
}

std::vector<AbstractMove> CounterAbstraction::moves(const AbstractState& before,
                                                    const AbstractState& after) const {
  std::vector<AbstractMove> result;
  for (std::uint32_t i = 0; i < before.counters.size(); ++i) {
    if (before.counters[i] == 0) continue;
    for (const AbstractStep& step : data_.steps(i, before.shared)) {
      if (step.shared != after.shared) continue;
      bool rest_equal = true;
      for (std::uint32_t k = 0; k < before.counters.size(); ++k)
        rest_equal = rest_equal && (k == i || k == step.to || before.counters[k] == after.counters[k]);
      if (rest_equal && (step.to != i || before.counters[i] == after.counters[i]))
        result.push_back({i, step.to, step.rule});
    }
  }
  return result;
}

AbstractState CounterAbstraction::abstraction_of(const ThresholdInstance::GlobalState& state,
                                                 const SymbolValue& parameters) const {
  AbstractState result;
  for (const std::int64_t value : state.shared)
    result.shared.push_back(interval_number(data_.domain().interval_of(value, parameters)));
  std::vector<std::int64_t> counts(data_.locals().size(), 0);
  for (std::size_t kind = 0; kind < state.processes.size(); ++kind) {
    for (const auto& local : state.processes[kind]) {
      AbstractLocal place{static_cast<std::int32_t>(kind), local.status, {}};
      for (const std::int64_t value : local.counters)
        place.intervals.push_back(interval_number(data_.local_domain().interval_of(value, parameters)));
      const auto found = std::ranges::find(data_.locals(), place);
      if (found == data_.locals().end())
        throw InternalError("an instance has a local state that is not abstracted");
      ++counts[static_cast<std::size_t>(found - data_.locals().begin())];
    }
  }
  for (const std::int64_t count : counts)
    result.counters.push_back(interval_number(counter_domain_.interval_of(count, parameters)));
  return result;
}

std::string CounterAbstraction::to_text(const AbstractState& state) const {
  std::vector<std::string> parts;
  for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
    if (state.counters[i] == 0) continue;
    parts.push_back(counter_domain_.size() == 2
                        ? data_.local_name(i)
                        : fmt::format("I{} x ({})", state.counters[i], data_.local_name(i)));
  }
  for (std::size_t i = 0; i < state.shared.size(); ++i)
    parts.push_back(fmt::format("{}:I{}", data_.rules().model->shared[i].name, state.shared[i]));
  return fmt::format("{}", fmt::join(parts, "; "));
}

StateDescription CounterAbstraction::describe(StateView packed) const {
  const AbstractState state = unpack(packed);
  StateDescription description;
  Value value;
  value.kind = ValueKind::name;
  value.text = to_text(state);
  description.monitors.push_back({"state", value});
  return description;
}

}  // namespace quorate
