// Each property is a question about runs for the temporal engine: a formula as it is, the assertions as
// "always, no assertion has failed". Nothing is reduced: Promela of a fixed size is executed as SPIN does,
// so that tests can compare. A counterexample is executed again, step by step, before it is shown.
#include "promela/plain_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/internal_error.hpp"
#include "promela/plain_system.hpp"
#include "verify/result/stopping.hpp"

namespace quorate {

namespace {

class PlainQuestion {
 public:
  LtlPool pool;
  std::vector<PredicateId> atoms;

  LtlId ltl(const TemporalFormula& formula) {
    const auto part = [&](std::size_t i) { return ltl(formula.operands[i]); };
    switch (formula.kind) {
      case TemporalKind::proposition:
        return atom(formula.proposition);
      case TemporalKind::truth:
        return pool.constant(true);
      case TemporalKind::logical_not:
        return pool.negation(part(0));
      case TemporalKind::logical_and:
        return pool.conjunction(part(0), part(1));
      case TemporalKind::logical_or:
        return pool.disjunction(part(0), part(1));
      case TemporalKind::implies:
        return pool.implication(part(0), part(1));
      case TemporalKind::iff:
        return pool.equivalence(part(0), part(1));
      case TemporalKind::always:
        return pool.always(part(0));
      case TemporalKind::eventually:
        return pool.eventually(part(0));
      case TemporalKind::until:
        return pool.until(part(0), part(1));
      case TemporalKind::release:
        return pool.release(part(0), part(1));
      case TemporalKind::weak_until:
        break;
    }
    return pool.weak_until(part(0), part(1));
  }

  LtlId atom(std::int32_t proposition) {
    const PredicateId wanted(static_cast<std::int64_t>(proposition));
    auto known = std::ranges::find(atoms, wanted);
    if (known == atoms.end()) known = atoms.insert(known, wanted);
    return pool.atom(static_cast<std::uint32_t>(known - atoms.begin()));
  }
};

// The states with the steps between them, executed again.
TraceDescription described(const PlainSystem& system, const std::vector<PackedState>& states,
                           std::optional<std::size_t> loop_start) {
  TraceDescription trace;
  StepBuffer buffer(system.shape().words);
  system.initial_states(buffer);
  if (!std::ranges::equal(buffer.state(0), states.at(0)))
    throw InternalError("a counterexample does not begin in the initial state");
  buffer.asked.describe_steps = true;
  trace.states.push_back(system.describe(states[0]));
  for (std::size_t i = 1; i < states.size(); ++i) {
    buffer.clear();
    system.successors(states[i - 1], {}, buffer);
    std::size_t step = 0;
    while (step < buffer.size() && !std::ranges::equal(buffer.state(step), states[i])) ++step;
    if (step == buffer.size()) {
      if (buffer.size() != 0 || buffer.stopped() || states[i] != states[i - 1])
        throw InternalError("a step of a counterexample cannot be executed");
      // No process can move, and the run stays in this state.
      trace.loop_start = trace.states.size() - 1;
      return trace;
    }
    trace.steps.push_back(buffer.found.descriptions[step]);
    trace.states.push_back(system.describe(states[i]));
  }
  trace.loop_start = loop_start;
  return trace;
}

// A run stays in the state in which an assertion has failed; this loop is not shown.
void end_at_failure(TraceDescription& trace, std::optional<std::size_t> loop_start) {
  if (!loop_start) return;
  trace.states.resize(*loop_start + 1);
  trace.steps.resize(*loop_start);
  trace.loop_start.reset();
}

}  // namespace

std::vector<std::string> plain_properties(const PlainModel& model) {
  std::vector<std::string> names;
  if (model.has_assertions) names.emplace_back(kAssertionsProperty);
  for (const auto& property : model.properties) names.push_back(property.name);
  return names;
}

InstanceResult check_plain(const std::shared_ptr<const PlainModel>& model, const SourceText& source,
                           const std::string& property, const SearchOptions& options) {
  InstanceResult result;
  const bool assertions = property == kAssertionsProperty && model->has_assertions;
  const PlainSystem system(model, source, assertions);
  result.bits = system.shape().bits;
  PlainQuestion question;
  LtlId formula = 0;
  if (assertions) {
    formula = question.pool.always(question.atom(static_cast<std::int32_t>(model->propositions.size())));
  } else {
    formula = question.ltl(std::ranges::find(model->properties, property, &PlainProperty::name)->formula);
  }
  const LtlCheck answer = check_ltl(system, {&question.pool, formula, question.atoms}, {}, options);
  result.statistics = answer.statistics;
  if (!answer.answered()) {
    put_problem(answer, result,
                [&](const std::vector<PackedState>& states) { return described(system, states, {}); });
  } else if (answer.lasso) {
    result.lasso = answer.lasso;
    TraceDescription trace = described(system, answer.lasso->states, answer.lasso->loop_start);
    if (assertions) end_at_failure(trace, trace.loop_start);
    result.judgement = Judgement::violated(std::move(trace));
  } else if (answer.bound_reached) {
    result.judgement = Judgement::open("not every step was followed");
  } else {
    result.judgement = Judgement::holds(Evidence(answer.account));
  }
  return result;
}

}  // namespace quorate
