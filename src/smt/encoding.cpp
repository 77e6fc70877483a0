// The transitions of the engine as formulas (rules in encode_rule.cpp, crashes and losses here), the
// initial states, and the choice of the channel encoding. Initial states are enumerated by the engine and
// written down as formulas, so that initial rules need no symbolic execution. A step is split into two
// conditions, `enabled` and `failure`; a value outside of its domain moves the step from the first to the
// second.
#include "smt/encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "smt/rule_encoder.hpp"

namespace quorate {

namespace {

constexpr std::size_t initial_limit = 20'000;

}  // namespace

// The bound is encoded if it is at most 4, and neither crashes nor losses are implicit: implicit faults are
// sound only while no channel is full. Otherwise the channel counts as unbounded: a message that would be
// lost or replaced, or whose sender would have to wait, is in the channel and may stay there for ever.
ChannelEncoding channel_encoding(const Model& model, const Semantics& semantics) {
  const Channels& channels = model.channels;
  const bool bounded = channels.bound.has_value() && *channels.bound <= 4 && !channels.replacing;
  if (channels.set && !channels.bound) return ChannelEncoding::exact;
  if (bounded && !crashes_implicit(model, semantics) && !losses_implicit(model, semantics))
    return ChannelEncoding::exact;
  if (channels.synchronous || !channels.lossy) return ChannelEncoding::saturating;
  return ChannelEncoding::kept;
}

bool encoding_is_exact(const Model& model, ChannelEncoding encoding) {
  return forgotten(model, encoding).empty();
}

std::vector<std::string> forgotten(const Model& model, ChannelEncoding encoding) {
  std::vector<std::string> result;
  if (model.messages.empty()) return result;
  if (model.channels.fifo) result.emplace_back("the order of messages");
  if (encoding == ChannelEncoding::saturating)
    result.emplace_back("how many equal messages beyond one there are");
  if (encoding == ChannelEncoding::kept) result.emplace_back("that messages are consumed");
  if (encoding != ChannelEncoding::exact && model.channels.bound)
    result.emplace_back("the bound of channels");
  return result;
}

std::unique_ptr<Encoding> Encoding::make(const ModelSystem& system, ChannelEncoding channels,
                                         std::optional<EncodingProblem>& problem) {
  std::unique_ptr<Encoding> encoding(new Encoding(system));
  encoding->formulas_ = std::make_unique<Formulas>();
  encoding->values_ = std::make_unique<ValueAlgebra>(*encoding->formulas_);
  encoding->space_ = std::make_unique<StateSpace>(system, channels, *encoding->values_, problem);
  if (problem) return nullptr;
  encoding->current_ = encoding->space_->fresh("");
  encoding->read_initial_states(problem);
  if (!problem) encoding->encode_transitions(problem);
  return problem ? nullptr : std::move(encoding);
}

void Encoding::read_initial_states(std::optional<EncodingProblem>& problem) {
  StepBuffer buffer(system_.shape().words);
  system_.initial_states(buffer);
  if (buffer.trouble.failure.failed()) {
    problem = EncodingProblem{buffer.trouble.failure.message, buffer.trouble.failure.span};
    return;
  }
  if (buffer.trouble.too_many || buffer.size() > initial_limit) {
    problem = EncodingProblem{
        fmt::format("there are more than {} initial states: too many for a proof", initial_limit), {}};
    return;
  }
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    const auto state = space_->read(buffer.state(i));
    if (!state) {
      problem =
          EncodingProblem{"an initial state has a value that its variable was not expected to have", {}};
      return;
    }
    initial_.push_back(*state);
  }
}

// Each variable has one of its initial values. That is exact if the initial states are the product of
// these; otherwise there is a case for each state.
Term Encoding::initial(const SymbolicState& state) const {
  Formulas& f = *formulas_;
  if (initial_.empty()) return f.constant(false);
  Terms parts;
  std::vector<std::size_t> varying;
  std::size_t product = 1;
  for (std::size_t i = 0; i < space_->variables().size(); ++i) {
    std::set<std::int64_t> values;
    for (const ConcreteState& s : initial_) values.insert(s[i]);
    product = std::min(product * values.size(), initial_limit + 1);
    if (values.size() > 1) varying.push_back(i);
    Terms one;
    for (const auto value : values) one.push_back(space_->equals(state, i, value));
    parts.push_back(f.any(one));
  }
  if (product != initial_.size()) {
    Terms each;
    for (const ConcreteState& s : initial_) {
      Terms cube;
      for (const auto i : varying) cube.push_back(space_->equals(state, i, s[i]));
      each.push_back(f.all(cube));
    }
    parts.push_back(f.any(each));
  }
  return f.all(parts);
}

Term Encoding::holds(const Property& property, const SymbolicState& state,
                     std::optional<EncodingProblem>& problem) const {
  SymbolicState cells(state.begin(),
                      state.begin() + static_cast<std::ptrdiff_t>(space_->layout().cells.size()));
  Evaluator evaluator(space_->model(), space_->layout(), *values_, cells, property.frame.size());
  evaluator.look_into(*space_, state);
  const Term value = evaluator.condition(property.predicate);
  if (evaluator.problem() && !problem) problem = evaluator.problem();
  return formulas_->both(value, formulas_->negation(evaluator.failure()));
}

Term Encoding::failure() const {
  Terms failures;
  for (const SymbolicTransition& t : transitions_) failures.push_back(t.failure);
  return formulas_->any(failures);
}

void Encoding::strengthen(std::size_t k, const Term& condition) {
  transitions_[k].enabled = formulas_->both(transitions_[k].enabled, condition);
}

Term Encoding::Statuses::status_is(ProcessId process, Status status) const {
  const auto cell = e.space_->layout().status_cells[process.index()];
  if (cell < 0) return constant(status == Status::correct);
  return e.values_->is(state[static_cast<std::size_t>(cell)], static_cast<std::int64_t>(status));
}

Term Encoding::Statuses::at_least(std::int64_t count, const std::vector<ProcessId>& processes,
                                  Status status) const {
  Terms each;
  for (const ProcessId process : processes) each.push_back(status_is(process, status));
  return e.formulas_->at_least(count, each);
}

void Encoding::crash(ProcessId process, const Term& when, SymbolicState& state) const {
  const auto cell = static_cast<std::size_t>(space_->layout().status_cells[process.index()]);
  state[cell] =
      values_->merge(when, values_->constant(static_cast<std::int64_t>(Status::crashed)), state[cell]);
  for (std::size_t c = 0; c < space_->layout().channels.size(); ++c) {
    if (space_->layout().channels[c].to != process) continue;
    const auto [first, last] = space_->messages(c);
    for (std::size_t i = first; i < last; ++i)
      state[i] = values_->merge(when, values_->constant(0), state[i]);
  }
}

Term Encoding::observe(SymbolicState& state) const {
  const Monitor& monitor = space_->model().monitor;
  if (monitor.observe.empty()) return formulas_->constant(false);
  Evaluator evaluator(space_->model(), space_->layout(), *values_, state, monitor.frame.size());
  evaluator.execute(monitor.observe);
  return evaluator.failure();
}

void Encoding::finish(SymbolicTransition& transition, const SymbolicState& after) {
  Formulas& f = *formulas_;
  Terms escapes;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool same = z3::eq(values_->coincide(current_[i], after[i]), f.constant(true));
    if (same) continue;
    const StateVariable& variable = space_->variables()[i];
    if (!variable.may_be_undefined) escapes.push_back(after[i].undefined);
    if (variable.form == ValueForm::cases) {
      for (const Case& c : after[i].cases) {
        if (std::ranges::find(variable.values, c.value) == variable.values.end()) escapes.push_back(c.when);
      }
    }
    transition.changes.emplace_back(i, after[i]);
  }
  const Term escape = f.both(transition.enabled, f.any(escapes));
  transition.failure = f.either(transition.failure, escape);
  transition.enabled = f.both(transition.enabled, f.negation(escape));
}

void Encoding::encode_crash(TransitionId id) {
  const Transition& facts = system_.transitions()[id.index()];
  Formulas& f = *formulas_;
  SymbolicState after = current_;
  crash(facts.process, f.constant(true), after);
  const Term error = system_.executable().faults.observe_reads_status ? observe(after) : f.constant(false);
  const Term enabled = faults_in(current_).may_crash(facts.process);
  SymbolicTransition transition{
      id, facts.name, f.both(enabled, f.negation(error)), f.both(enabled, error), {}};
  finish(transition, after);
  transitions_.push_back(std::move(transition));
}

void Encoding::encode_loss(TransitionId id) {
  const Transition& facts = system_.transitions()[id.index()];
  const Layout& layout = space_->layout();
  Formulas& f = *formulas_;
  const auto channel = static_cast<std::size_t>(
      layout.channel_index[facts.senders[0].index() * layout.processes + facts.process.index()]);
  SymbolicState after = current_;
  const auto [first, last] = space_->messages(channel);
  Terms takes;
  Terms conditions;
  for (std::size_t i = first; i < last; ++i) {
    const Term take = f.boolean(fmt::format("in.take0.{}", i - first));
    takes.push_back(take);
    conditions.push_back(f.implies(take, f.negation(values_->is(current_[i], 0))));
    after[i] = taken(*space_, *values_, current_[i], take, "in.more0");
  }
  conditions.push_back(f.exactly_one(takes));
  SymbolicTransition transition{id, facts.name, f.all(conditions), f.constant(false), {}};
  finish(transition, after);
  transitions_.push_back(std::move(transition));
}

void Encoding::encode_transitions(std::optional<EncodingProblem>& problem) {
  const auto all = system_.transitions();
  for (std::size_t t = 0; t < all.size() && !problem; ++t) {
    const TransitionId id(static_cast<std::int64_t>(t));
    switch (all[t].kind) {
      case StepKind::rule:
      case StepKind::fault:
        RuleEncoder(*this, id).encode(problem);
        break;
      case StepKind::crash:
        encode_crash(id);
        break;
      case StepKind::loss:
        encode_loss(id);
        break;
      case StepKind::otherwise:  // does not change the state
        break;
      case StepKind::delivery:  // not in traffic model M
        problem = EncodingProblem{"deliveries have no formula", {}};
        break;
    }
  }
}

}  // namespace quorate
