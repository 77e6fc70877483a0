// All variables, locations and channels are fields of one packed state. A statement is enabled or blocked
// as in SPIN; `else` is enabled where nothing else of its selection is. A d_step is executed as one step.
// An atomic block is followed until it ends or blocks, by a depth-first walk over the states inside, which
// are no states of the system, since formulas do not see them in SPIN either. A block that can go round for
// ever without such a state sets `bound_reached`: the answer is then inconclusive unless a violation is
// found.
#include "promela/plain_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "base/budget.hpp"
#include "promela/plain_evaluation.hpp"

namespace quorate {

namespace {

constexpr std::size_t kLongestDStep = 100'000;

}  // namespace

PlainSystem::PlainSystem(std::shared_ptr<const PlainModel> model, const SourceText& source,
                         bool watch_assertions)
    : model_(std::move(model)), source_(source), watch_assertions_(watch_assertions) {
  FieldPacker packer;
  for (const auto& variable : model_->globals) globals_.push_back(fields_for(variable, packer));
  for (const auto& channel : model_->channels) {
    Channel one;
    one.length =
        packer.next(static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(channel.capacity))));
    for (std::int32_t i = 0; i < channel.capacity; ++i) {
      one.messages.emplace_back();
      for (const auto& field : channel.fields) one.messages.back().push_back(packer.next(field.bits));
    }
    channels_.push_back(std::move(one));
  }
  for (std::size_t kind = 0; kind < model_->processes.size(); ++kind) {
    const PlainProcess& process = model_->processes[kind];
    for (std::int32_t i = 0; i < process.count; ++i) {
      Instance instance;
      instance.process = kind;
      instance.location = packer.next(
          static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(process.locations))));
      for (const auto& local : process.locals) instance.locals.push_back(fields_for(local, packer));
      instance.first_transition = static_cast<std::int64_t>(transitions_.size());
      for (std::size_t s = 0; s < process.steps.size(); ++s) {
        Transition transition;
        transition.name = fmt::format("{}[{}]:{}", process.name, instances_.size(), s);
        transition.rule = static_cast<std::int32_t>(s);
        transitions_.push_back(std::move(transition));
      }
      instances_.push_back(std::move(instance));
    }
  }
  exclusive_ = packer.next(static_cast<std::uint32_t>(std::bit_width(instances_.size())));
  failed_ = packer.next(1);
  shape_ = packer.shape();
}

std::vector<PackedField> PlainSystem::fields_for(const PlainVariable& variable, FieldPacker& packer) const {
  std::vector<PackedField> fields;
  for (std::size_t i = 0; i < variable.elements(); ++i) fields.push_back(packer.next(variable.bits));
  return fields;
}

void PlainSystem::put_initial(const PlainVariable& variable, const std::vector<PackedField>& fields,
                              std::uint64_t* state) {
  for (const auto& field : fields)
    field.store(state, static_cast<std::uint64_t>(variable.initial) & mask_of_width(field.width));
}

void PlainSystem::initial_states(StepBuffer& buffer) const {
  const std::vector<std::uint64_t> empty(shape_.words, 0);
  std::uint64_t* const state = buffer.append(TransitionId(), empty.data());
  for (std::size_t i = 0; i < globals_.size(); ++i) put_initial(model_->globals[i], globals_[i], state);
  for (std::size_t n = 0; n < instances_.size(); ++n) {
    const Instance& instance = instances_[n];
    const PlainProcess& process = process_of(instance);
    instance.location.store(state, static_cast<std::uint64_t>(process.entry));
    for (std::size_t i = 0; i < instance.locals.size(); ++i)
      put_initial(process.locals[i], instance.locals[i], state);
    instance.locals[0][0].store(state, n);  // _pid
  }
}

std::span<const PlainStep> PlainSystem::steps_at(const Instance& instance, const std::uint64_t* state) const {
  const auto at = static_cast<std::int32_t>(instance.location.load(state));
  const auto& steps = process_of(instance).steps;
  const auto first = std::ranges::lower_bound(steps, at, {}, &PlainStep::from);
  const auto last = std::ranges::upper_bound(steps, at, {}, &PlainStep::from);
  return {first, last};
}

std::optional<bool> PlainSystem::enabled(std::size_t instance, std::span<const PlainStep> steps,
                                         const PlainStep& step, const std::uint64_t* state,
                                         StepBuffer& buffer) const {
  if (step.else_of >= 0) {
    for (const PlainStep& other : steps) {
      if (std::ranges::find(other.choices, step.else_of) == other.choices.end()) continue;
      const auto possible = enabled(instance, steps, other, state, buffer);
      if (!possible) return {};
      if (*possible) return false;
    }
    return true;
  }
  if (step.action == PlainAction::send || step.action == PlainAction::receive)
    return can_pass(instance, step, state, buffer);
  if (step.action != PlainAction::guard) return true;
  const auto value =
      Evaluation(*this, static_cast<std::int32_t>(instance), state, buffer).value(step.expression);
  if (!value) return {};
  return *value != 0;
}

bool PlainSystem::execute_one(std::size_t number, const PlainStep& step, std::uint64_t* state,
                              StepBuffer& buffer) const {
  const Instance& instance = instances_[number];
  const Evaluation evaluation(*this, static_cast<std::int32_t>(number), state, buffer);
  if (step.action == PlainAction::assign) {
    const auto value = evaluation.value(step.expression);
    if (!value) return false;
    const auto place = evaluation.place(step.target);
    if (!place) return false;
    place->field->store(state, static_cast<std::uint64_t>(*value) & mask_of_width(place->field->width));
  } else if (step.action == PlainAction::check) {
    const auto value = evaluation.value(step.expression);
    if (!value) return false;
    if (*value == 0 && watch_assertions_) failed_.store(state, 1);
  } else if (step.action == PlainAction::send) {
    if (!send(number, step, state, buffer)) return false;
  } else if (step.action == PlainAction::receive) {
    if (!receive(number, step, state, buffer)) return false;
  }
  instance.location.store(state, static_cast<std::uint64_t>(step.to));
  exclusive_.store(state, step.stays_atomic ? number + 1 : 0);
  return true;
}

bool PlainSystem::execute(std::size_t number, const PlainStep& step, std::uint64_t* state,
                          StepBuffer& buffer) const {
  if (!execute_one(number, step, state, buffer)) return false;
  bool inside = step.stays_in_d_step;
  for (std::size_t count = 0; inside && failed_.load(state) == 0; ++count) {
    const auto steps = steps_at(instances_[number], state);
    const PlainStep* next = nullptr;
    for (const PlainStep& candidate : steps) {
      const auto possible = enabled(number, steps, candidate, state, buffer);
      if (!possible) return false;
      if (!*possible) continue;
      next = &candidate;
      break;
    }
    if (next == nullptr || count == kLongestDStep) {
      buffer.trouble.failure.message = next == nullptr ? "a statement inside of a d_step is blocked"
                                                       : "this d_step does not come to an end";
      buffer.trouble.failure.span = next == nullptr && !steps.empty() ? steps[0].span : step.span;
      return false;
    }
    if (!execute_one(number, *next, state, buffer)) return false;
    inside = next->stays_in_d_step;
  }
  return true;
}

// One statement, or those of an atomic block one after the other.
void PlainSystem::describe_step(std::size_t number, const std::vector<const PlainStep*>& steps,
                                StepBuffer& buffer) const {
  if (!buffer.asked.describe_steps) return;
  constexpr std::size_t longest = 60;
  StepDescription description;
  const auto& process = process_of(instances_[number]);
  description.process = fmt::format("{}[{}]", process.name, number);
  for (const PlainStep* step : steps) {
    std::string words(source_.text().substr(step->span.begin, step->span.end - step->span.begin));
    std::ranges::replace_if(
        words, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
    if (!description.rule.empty()) description.rule += "; ";
    description.rule += step->else_of >= 0 ? "else" : words;
  }
  if (description.rule.size() > longest) description.rule = description.rule.substr(0, longest - 3) + "...";
  description.transition = fmt::format("{}({})", description.rule, description.process);
  buffer.found.descriptions.push_back(std::move(description));
}

std::optional<std::vector<PlainSystem::Move>> PlainSystem::single_moves(std::size_t number, StateView state,
                                                                        StepBuffer& buffer) const {
  const auto steps = steps_at(instances_[number], state.data());
  std::vector<Move> moves;
  for (const PlainStep& step : steps) {
    const auto possible = enabled(number, steps, step, state.data(), buffer);
    if (!possible) return {};
    if (!*possible) continue;
    Move move{&step, {state.begin(), state.end()}};
    if (!execute(number, step, move.state.data(), buffer)) {
      buffer.trouble.failed_transition = transition_of(number, step);
      return {};
    }
    moves.push_back(std::move(move));
  }
  return moves;
}

// A walk through an atomic block: formulas see only the states where it ends, or blocks and lets others go
// on.
struct PlainSystem::AtomicWalk {
  TransitionId begun_by;
  std::vector<const PlainStep*> steps;
  std::vector<std::vector<std::uint64_t>> way;   // the states inside, on the current path
  std::set<std::vector<std::uint64_t>> visited;  // already followed
};

bool PlainSystem::go_on(std::size_t number, Move& move, AtomicWalk& walk, StepBuffer& buffer) const {
  walk.steps.push_back(move.step);
  bool ends = exclusive_.load(move.state.data()) != number + 1 || failed_.load(move.state.data()) != 0;
  if (!ends) {
    Budget::ask();
    if (std::ranges::find(walk.way, move.state) != walk.way.end()) {
      buffer.trouble.bound_reached = true;  // the block may go round for ever
    } else if (walk.visited.size() >= kLongestDStep) {
      buffer.trouble.too_many = true;
      return false;
    } else if (walk.visited.insert(move.state).second) {
      auto next = single_moves(number, move.state, buffer);
      if (!next) return false;
      ends = next->empty();
      walk.way.push_back(move.state);
      for (Move& one : *next) {
        if (!go_on(number, one, walk, buffer)) return false;
      }
      walk.way.pop_back();
    }
  }
  if (ends) {
    buffer.append(walk.begun_by, move.state.data());
    describe_step(number, walk.steps, buffer);
  }
  walk.steps.pop_back();
  return true;
}

std::optional<std::size_t> PlainSystem::moves_of(std::size_t number, StateView state,
                                                 StepBuffer& buffer) const {
  auto moves = single_moves(number, state, buffer);
  if (!moves) return {};
  for (Move& move : *moves) {
    AtomicWalk walk{transition_of(number, *move.step), {}, {}, {}};
    if (go_on(number, move, walk, buffer)) continue;
    buffer.trouble.failed_transition = walk.begun_by;
    return {};
  }
  return moves->size();
}

void PlainSystem::successors(StateView state, std::span<const TransitionId> chosen,
                             StepBuffer& buffer) const {
  if (failed_.load(state.data()) != 0) return;
  const std::size_t before = buffer.size();
  const std::uint64_t exclusive = exclusive_.load(state.data());
  std::optional<std::size_t> found = 0;
  if (exclusive != 0) found = moves_of(exclusive - 1, state, buffer);
  // A process that is blocked inside of an atomic block lets the others go on.
  for (std::size_t i = 0; found == 0 && exclusive != 0 && i < instances_.size(); ++i) {
    if (i + 1 == exclusive) continue;
    const auto more = moves_of(i, state, buffer);
    if (!more) return;
  }
  for (std::size_t i = 0; found && exclusive == 0 && i < instances_.size(); ++i)
    found = moves_of(i, state, buffer);
  if (!chosen.empty())
    buffer.keep(before, [&](TransitionId id) { return std::ranges::find(chosen, id) != chosen.end(); });
}

Truth PlainSystem::holds(PredicateId predicate, StateView state, StepBuffer& buffer) const {
  if (predicate.index() == model_->propositions.size())
    return failed_.load(state.data()) == 0 ? Truth::yes : Truth::no;
  const auto value =
      Evaluation(*this, -1, state.data(), buffer).value(model_->propositions[predicate.index()]);
  if (!value) return Truth::error;
  return *value != 0 ? Truth::yes : Truth::no;
}

StateDescription PlainSystem::describe(StateView state) const {
  StateDescription description;
  const auto shown = [&](const PlainVariable& variable, const PackedField& field) {
    Value value;
    value.kind = ValueKind::integer;
    value.number = Evaluation::load({&variable, &field}, state.data());
    const auto name = model_->mtype_names.find(value.number);
    if (variable.is_mtype && name != model_->mtype_names.end()) {
      value.kind = ValueKind::name;
      value.text = name->second;
    }
    return value;
  };
  const auto add = [&](const PlainVariable& variable, const std::vector<PackedField>& fields,
                       std::vector<NamedValue>& into) {
    for (std::size_t i = 0; i < fields.size(); ++i)
      into.push_back({variable.length == 0 ? variable.name : fmt::format("{}[{}]", variable.name, i),
                      shown(variable, fields[i])});
  };
  for (std::size_t n = 0; n < instances_.size(); ++n) {
    const Instance& instance = instances_[n];
    const PlainProcess& process = process_of(instance);
    ProcessDescription one;
    one.name = fmt::format("{}[{}]", process.name, n);
    one.role = process.name;
    for (std::size_t i = 1; i < instance.locals.size(); ++i)
      add(process.locals[i], instance.locals[i], one.variables);
    const auto at = instance.location.load(state.data());
    Value line;
    line.kind = ValueKind::integer;
    line.number = static_cast<std::int64_t>(source_.locate(process.places[at].begin).line);
    one.variables.push_back({"line", std::move(line)});
    description.processes.push_back(std::move(one));
  }
  description.monitors_are_shared = true;
  for (std::size_t i = 0; i < globals_.size(); ++i)
    add(model_->globals[i], globals_[i], description.monitors);
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    Value value;
    value.kind = ValueKind::name;
    value.text = channel_text(i, state.data());
    description.monitors.push_back({model_->channels[i].name, std::move(value)});
  }
  return description;
}

}  // namespace quorate
