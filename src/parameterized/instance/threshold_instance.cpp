// A state is the shared variables and, for each kind, the packed local states of its processes. Processes
// of a kind are kept sorted (the counter representation) or in order. What a process can do depends on its
// local state and the shared variables alone, so each such combination is computed once and remembered; a
// step of the instance is then one lookup for each different local state. A step that would make a variable
// negative is an error of the model. A step that would make an exact variable larger than it is followed is
// left out, and the search is told so (`bound_reached`): it can then find violations but not prove
// anything.
#include "parameterized/instance/threshold_instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/budget.hpp"
#include "parameterized/instance/fresh_values.hpp"
#include "parameterized/instance/parameter_values.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostStarts = 5'000'000;

// A variable below zero is an error: where it is lowered and raised, the order decides.
bool initialisation_subtracts(const RuleSystem& rules) {
  return std::ranges::any_of(rules.initial, [](const ThresholdRule& rule) {
    for (std::size_t i = 0; i < rule.shared.size(); ++i) {
      if (increment(rule, i).value_or(-1) < 0) return true;
    }
    return false;
  });
}

}  // namespace

// The moves that were computed so far, by local state and shared variables.
struct ThresholdInstance::Memory : Scratch {
  struct Key {
    std::size_t kind;
    std::uint64_t code;
    std::vector<std::int64_t> shared;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = key.code * 0x9E3779B97F4A7C15ULL + key.kind;
      for (const std::int64_t value : key.shared)
        hash = (hash ^ static_cast<std::uint64_t>(value)) * 0xC2B2AE3D27D4EB4FULL + (hash >> 29U);
      return hash;
    }
  };
  std::unordered_map<Key, Moves, KeyHash> moves;
};

ThresholdInstance::ThresholdInstance(std::shared_ptr<const RuleSystem> rules,
                                     const std::vector<std::int64_t>& parameters,
                                     std::vector<Condition> predicates, bool counter_representation,
                                     GrowingValues growing)
    : rules_(std::move(rules)),
      parameters_(parameters),
      quotients_(quotient_values(*rules_, parameters)),
      predicates_(std::move(predicates)),
      sorted_(counter_representation) {
  for (const std::int64_t count : process_counts(*rules_, parameters))
    sizes_.push_back(static_cast<std::size_t>(count));
  lay_out(growing);
  for (std::size_t i = 0; i < rules_->rules.size(); ++i) {
    Transition transition;
    transition.name = rules_->rule_name(rules_->rules[i]);
    transition.rule = static_cast<std::int32_t>(i);
    transitions_.push_back(std::move(transition));
  }
}

Shape ThresholdInstance::shape() const {
  return shape_;
}

std::span<const Transition> ThresholdInstance::transitions() const {
  return transitions_;
}

std::int64_t ThresholdInstance::value(Symbol symbol, const std::vector<std::int64_t>& shared,
                                      std::size_t kind, const LocalState& local,
                                      const std::vector<std::int64_t>& fresh) const {
  const auto index = static_cast<std::size_t>(symbol.index);
  switch (symbol.kind) {
    case SymbolKind::parameter:
      return parameters_[index];
    case SymbolKind::quotient:
      return quotients_[index];
    case SymbolKind::shared:
      return shared[index];
    case SymbolKind::local: {
      const auto& counters = rules_->processes[kind].counters;
      const auto found = std::ranges::find(counters, symbol.index);
      return local.counters[static_cast<std::size_t>(found - counters.begin())];
    }
    default:
      return fresh[index];
  }
}

ThresholdInstance::RangeCheck ThresholdInstance::into_range(std::int64_t& number, const ValueClass& values,
                                                            const ThresholdVariable& variable,
                                                            StepBuffer& buffer) {
  if (number >= 0) {
    if (number <= values.cap) return RangeCheck::inside;
    if (values.treatment == ValueTreatment::exact) return RangeCheck::above;
    number = values.cap;  // stands for all larger ones as well
    return RangeCheck::inside;
  }
  buffer.trouble.failure.message = fmt::format(
      "{} would become {}: variables of threshold algorithms cannot be negative", variable.name, number);
  buffer.trouble.failure.span = variable.span;
  return RangeCheck::negative;
}

bool ThresholdInstance::one_move(const ThresholdRule& rule, std::int32_t number, const SymbolValue& symbols,
                                 Moves& into, StepBuffer& buffer) const {
  const auto kind = static_cast<std::size_t>(rule.process);
  if (!evaluate(rule.guard, symbols)) return true;
  if (rule.fails) {
    buffer.trouble.failure.message = "this assertion fails";
    buffer.trouble.failure.span = rule.span;
    return false;
  }
  Move move;
  move.rule = number;
  LocalState next;
  next.status = rule.to;
  const auto& counters = rules_->processes[kind].counters;
  const auto& locals = rules_->model->processes[kind].locals;
  for (std::size_t i = 0; i < updates(rule); ++i) {
    std::int64_t value = evaluate(updated(rule, i), symbols);
    const bool own = i < counters.size();
    const ThresholdVariable& variable =
        own ? locals[static_cast<std::size_t>(counters[i])] : rules_->model->shared[i - counters.size()];
    const RangeCheck check = into_range(value, classes_.of_target(rule, i), variable, buffer);
    if (check != RangeCheck::inside) return cut(check, into);
    (own ? next.counters : move.shared).push_back(value);
  }
  move.code = encode(kind, next);
  if (into.known.emplace(move.code, move.shared).second) into.moves.push_back(std::move(move));
  return true;
}

bool ThresholdInstance::moves(const ThresholdRule& rule, std::int32_t number, const LocalState& local,
                              const std::vector<std::int64_t>& shared, Moves& into,
                              StepBuffer& buffer) const {
  const auto kind = static_cast<std::size_t>(rule.process);
  std::vector<std::int64_t> fresh;
  const SymbolValue symbols = [&](Symbol symbol) { return value(symbol, shared, kind, local, fresh); };
  if (rule.fresh == 0) return one_move(rule, number, symbols, into, buffer);
  const auto outcome = for_each_fresh(rule, classes_, symbols, [&](const std::vector<std::int64_t>& chosen) {
    fresh = chosen;
    return one_move(rule, number, symbols, into, buffer);
  });
  into.cut = into.cut || outcome == FreshOutcome::some;
  return outcome != FreshOutcome::stopped;
}

const ThresholdInstance::Moves* ThresholdInstance::moves_from(std::size_t kind, std::uint64_t code,
                                                              const std::vector<std::int64_t>& shared,
                                                              StepBuffer& buffer) const {
  if (!buffer.scratch) buffer.scratch = std::make_unique<Memory>();
  auto& memory = static_cast<Memory&>(*buffer.scratch);
  Memory::Key key{kind, code, shared};
  const auto known = memory.moves.find(key);
  if (known != memory.moves.end()) return &known->second;
  const LocalState local = decode(kind, code);
  Moves found;
  for (const std::size_t rule : rules_->rules_from[kind][static_cast<std::size_t>(local.status)]) {
    if (!moves(rules_->rules[rule], static_cast<std::int32_t>(rule), local, shared, found, buffer)) {
      buffer.trouble.failed_transition = TransitionId(static_cast<std::int64_t>(rule));
      return nullptr;
    }
  }
  found.known.clear();
  return &memory.moves.emplace(std::move(key), std::move(found)).first->second;
}

void ThresholdInstance::append(StateView state, std::size_t kind, std::size_t process, const Move& move,
                               StepBuffer& buffer) const {
  std::vector<std::uint64_t> before(state.begin(), state.end());
  std::uint64_t* const next = buffer.append(TransitionId(move.rule), before.data());
  for (std::size_t i = 0; i < move.shared.size(); ++i)
    shared_fields_[i].store(next, static_cast<std::uint64_t>(move.shared[i]));
  // The slots are sorted in descending order; the changed code moves to its place.
  const auto& slots = kinds_[kind].slots;
  std::size_t at = process;
  while (sorted_ && at > 0 && slots[at - 1].load(next) < move.code) {
    slots[at].store(next, slots[at - 1].load(next));
    --at;
  }
  while (sorted_ && at + 1 < slots.size() && slots[at + 1].load(next) > move.code) {
    slots[at].store(next, slots[at + 1].load(next));
    ++at;
  }
  slots[at].store(next, move.code);
  if (!buffer.asked.describe_steps) return;
  StepDescription step;
  const auto& rule = rules_->rules[static_cast<std::size_t>(move.rule)];
  step.process = fmt::format("{}[{}]", rules_->model->processes[kind].name, process + 1);
  step.rule = fmt::format("{} -> {}", rules_->status_name(rule.process, rule.from),
                          rules_->status_name(rule.process, rule.to));
  step.transition = fmt::format("{}({})", step.rule, step.process);
  buffer.found.descriptions.push_back(std::move(step));
}

void ThresholdInstance::successors(StateView state, std::span<const TransitionId> chosen,
                                   StepBuffer& buffer) const {
  const std::vector<std::int64_t> shared = load_shared(state);
  bool cut_somewhere = false;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    for (std::size_t i = 0; i < kinds_[kind].slots.size(); ++i) {
      const std::uint64_t code = kinds_[kind].slots[i].load(state.data());
      // Processes in the same local state make the same steps.
      if (sorted_ && i > 0 && code == kinds_[kind].slots[i - 1].load(state.data())) continue;
      const Moves* const found = moves_from(kind, code, shared, buffer);
      if (found == nullptr) return;
      cut_somewhere = cut_somewhere || found->cut;
      for (const Move& move : found->moves) {
        if (chosen.empty() || std::ranges::find(chosen, TransitionId(move.rule)) != chosen.end())
          append(state, kind, i, move, buffer);
      }
    }
  }
  if (!cut_somewhere) return;
  buffer.trouble.bound_reached = true;
  buffer.found.reduced = true;  // a state without steps does not rest
}

bool ThresholdInstance::initialise(const Start& start, std::size_t kind, std::set<Start>& into,
                                   StepBuffer& buffer) const {
  Moves found;
  for (const auto* rules : {&rules_->failing_starts, &rules_->initial}) {
    for (const auto& rule : *rules) {
      if (static_cast<std::size_t>(rule.process) != kind) continue;
      if (!moves(rule, -1, {}, start.first, found, buffer)) return false;
    }
  }
  buffer.trouble.bound_reached = buffer.trouble.bound_reached || found.cut;
  for (const Move& move : found.moves) {
    Codes codes = start.second;
    codes[kind].push_back(move.code);
    std::ranges::sort(codes[kind], std::greater<>());
    into.emplace(move.shared, std::move(codes));
  }
  return true;
}

// Processes of a kind are alike, so only the kind of the next process matters; and not even that where
// initialisations do not depend on each other and none can fail (if one fails and another blocks, their
// order decides).
bool ThresholdInstance::sorted_starts(std::set<Start>& starts, StepBuffer& buffer) const {
  std::vector<std::int64_t> shared;
  for (const auto& variable : rules_->model->shared) shared.push_back(variable.initial);
  starts = {{shared, Codes(kinds_.size())}};
  const bool any_order = !rules_->failing_starts.empty() || !initialisation_problem(*rules_).empty() ||
                         initialisation_subtracts(*rules_);
  std::size_t processes = 0;
  for (const std::size_t size : sizes_) processes += size;
  for (std::size_t i = 0; i < processes; ++i) {
    std::set<Start> next;
    for (const Start& start : starts) {
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (start.second[kind].size() == sizes_[kind]) continue;
        if (!initialise(start, kind, next, buffer)) return false;
        if (!any_order) break;
      }
      Budget::ask();
      if (next.size() > kMostStarts) {
        buffer.trouble.too_many = true;
        return false;
      }
    }
    starts = std::move(next);
  }
  return true;
}

void ThresholdInstance::initial_states(StepBuffer& buffer) const {
  std::set<Start> starts;
  if (!sorted_starts(starts, buffer)) return;
  const std::vector<std::uint64_t> empty(shape_.words, 0);
  for (const auto& [values, sorted] : starts) {
    Codes codes = sorted;
    for (bool more = true; more;) {
      Budget::ask();
      store(buffer.append(TransitionId(), empty.data()), values, codes);
      if (buffer.size() > kMostStarts) buffer.trouble.too_many = true;
      if (sorted_ || buffer.trouble.too_many) break;
      // The next order of the processes, the last kind first.
      more = false;
      for (std::size_t kind = codes.size(); kind-- > 0 && !more;)
        more = std::ranges::next_permutation(codes[kind], std::greater<>()).found;
    }
  }
}

Truth ThresholdInstance::holds(PredicateId predicate, StateView state, StepBuffer&) const {
  std::vector<std::int64_t> shared;
  Codes codes;
  load(state, shared, codes);
  const SymbolValue symbols = [&](Symbol symbol) -> std::int64_t {
    if (symbol.kind != SymbolKind::count) return value(symbol, shared, 0, {}, {});
    const auto count = static_cast<std::size_t>(symbol.index);
    const auto kind = static_cast<std::size_t>(rules_->counts[count].process);
    std::int64_t number = 0;
    for (const std::uint64_t code : codes[kind]) {
      const LocalState local = decode(kind, code);
      const auto inner = [&](Symbol part) { return value(part, shared, kind, local, {}); };
      number += evaluate(rules_->counted[count][static_cast<std::size_t>(local.status)], inner) ? 1 : 0;
    }
    return number;
  };
  return evaluate(predicates_[predicate.index()], symbols) ? Truth::yes : Truth::no;
}

}  // namespace quorate
