// The formulas of src/smt against the interpreter: in random states of random protocols, every transition
// must have the same successors by formula and by bytecode, and the same model errors. Encodings that allow
// more than the model does must allow at least what the engine does.
#include "smt/encoding.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "faults/declared_faults.hpp"
#include "lowered_protocol.hpp"
#include "random_signatures.hpp"
#include "seeded.hpp"
#include "smt/unrolling.hpp"

namespace quorate {
namespace {

constexpr std::int64_t room_for_messages = 3;
constexpr std::size_t states_per_model = 6;

struct Subject {
  std::unique_ptr<ModelSystem> system;
  std::unique_ptr<Encoding> encoding;
};

std::optional<Subject> encoded(const Model& model, const Semantics& semantics) {
  ChannelRoom room;
  for (std::size_t a = 0; a < model.roles.size(); ++a) {
    for (std::size_t b = 0; b < model.roles.size(); ++b)
      room[{RoleId(static_cast<std::int64_t>(a)), RoleId(static_cast<std::int64_t>(b))}] = room_for_messages;
  }
  std::vector<CompileProblem> problems;
  Subject subject;
  subject.system = ModelSystem::make(model, semantics, room, problems);
  if (!subject.system) return std::nullopt;
  std::optional<EncodingProblem> problem;
  subject.encoding = Encoding::make(*subject.system, channel_encoding(model, semantics), problem);
  if (!subject.encoding || subject.encoding->space().variables().size() > 2000) return std::nullopt;
  return subject;
}

// Any state that the types allow, reachable or not.
ConcreteState random_state(const StateSpace& space, std::mt19937_64& random) {
  ConcreteState state;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (const StateVariable& variable : space.variables()) {
    if (variable.channel >= 0) {
      state.push_back(0);
    } else if (variable.may_be_undefined && below(4) == 0) {
      state.push_back(undefined_value);
    } else if (variable.form == ValueForm::set) {
      state.push_back(static_cast<std::int64_t>(random() & ((std::uint64_t{1} << variable.size) - 1)));
    } else {
      state.push_back(variable.values.empty() ? undefined_value
                                              : variable.values[below(variable.values.size())]);
    }
  }
  for (std::size_t c = 0; c < space.layout().channels.size(); ++c) {
    const auto [first, last] = space.messages(c);
    if (first == last) continue;
    const std::size_t bound =
        space.model().channels.bound ? static_cast<std::size_t>(*space.model().channels.bound) : 2;
    for (std::size_t n = below(3); n > 0 && n <= bound; --n) {
      const std::size_t v = first + below(last - first);
      state[v] = std::min(state[v] + 1, space.variables()[v].values.back());
    }
  }
  return state;
}

// The formulas of one model, asked about one state after the other. Assumptions switch on a state, a
// transition, and the exclusion of what was found.
class Asked {
 public:
  explicit Asked(const Encoding& encoding)
      : encoding_(encoding),
        unrolling_(encoding),
        step_(make_solver(encoding, 0)),
        alone_(make_solver(encoding, 0)) {
    step_.add(encoding.space().typing(unrolling_.state(0)));
    step_.add(encoding.space().typing(unrolling_.state(1)));
    step_.add(unrolling_.step(0));
    alone_.add(encoding.space().typing(unrolling_.state(0)));
    for (std::size_t t = 0; t < encoding.transitions().size(); ++t) {
      failures_.push_back(fresh());
      alone_.add(z3::implies(failures_.back(), unrolling_.at(encoding.transitions()[t].failure, 0)));
    }
  }

  // Whether it is a state of the formulas.
  bool enter(const ConcreteState& state) {
    here_ = fresh();
    const Term same = encoding_.space().equals(unrolling_.state(0), state);
    step_.add(z3::implies(*here_, same));
    alone_.add(z3::implies(*here_, same));
    return holds(alone_, {*here_});
  }

  bool fails(std::size_t t) { return holds(alone_, {*here_, failures_[t]}); }

  // All successors by the transition; one more than `limit` at most.
  std::set<ConcreteState> successors(std::size_t t, std::size_t limit) {
    std::set<ConcreteState> found;
    const Term another = fresh();
    while (found.size() <= limit && holds(step_, {*here_, unrolling_.selector(t, 0), another})) {
      const ConcreteState state = encoding_.space().value_in(step_.get_model(), unrolling_.state(1));
      found.insert(state);
      step_.add(z3::implies(another, !encoding_.space().equals(unrolling_.state(1), state)));
    }
    return found;
  }

  // Whether a successor has these cells and at least these messages.
  bool reaches(std::size_t t, const ConcreteState& target) {
    const StateSpace& space = encoding_.space();
    const Term there = fresh();
    for (std::size_t i = 0; i < target.size(); ++i) {
      const bool message = space.variables()[i].channel >= 0;
      if (!message || space.encoding() != ChannelEncoding::kept || target[i] > 0)
        step_.add(z3::implies(there, space.equals(unrolling_.state(1), i, target[i])));
    }
    return holds(step_, {*here_, unrolling_.selector(t, 0), there});
  }

 private:
  Term fresh() { return encoding_.formulas().boolean("switch" + std::to_string(number_++)); }
  bool holds(z3::solver& solver, const Terms& assumptions) {
    z3::expr_vector all(encoding_.formulas().context());
    for (const Term& assumption : assumptions) all.push_back(assumption);
    return solver.check(all) == z3::sat;
  }

  const Encoding& encoding_;
  Unrolling unrolling_;
  z3::solver step_;
  z3::solver alone_;
  Terms failures_;
  std::optional<Term> here_;
  std::size_t number_ = 0;
};

std::string show(const StateSpace& space, const ConcreteState& state) {
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const StateVariable& variable = space.variables()[i];
    if (variable.channel >= 0 && state[i] == 0) continue;
    text +=
        "  " + variable.name + " = " + (state[i] == undefined_value ? "-" : std::to_string(state[i])) + "\n";
  }
  return text;
}

struct Totals {
  std::size_t models = 0;
  std::size_t states = 0;
  std::size_t steps = 0;
  std::size_t failures = 0;
  std::size_t inexact = 0;
};

std::string difference_in(const Subject& subject, Asked& here, const ConcreteState& state, Totals& totals) {
  const Encoding& encoding = *subject.encoding;
  const StateSpace& space = encoding.space();
  const auto packed = space.packed(state);
  if (!packed) return "";
  if (!here.enter(state))
    return "typing: a state of the engine is not one of the formulas\n" + show(space, state);
  ++totals.states;
  const bool exact = encoding_is_exact(space.model(), space.encoding());
  for (std::size_t t = 0; t < encoding.transitions().size(); ++t) {
    const SymbolicTransition& transition = encoding.transitions()[t];
    StepBuffer buffer(space.layout().words);
    const TransitionId chosen[] = {transition.id};
    subject.system->successors(*packed, chosen, buffer);
    if (buffer.trouble.overflow) continue;
    const std::string where = transition.name + " in\n" + show(space, state);
    const bool fails = here.fails(t);
    std::set<ConcreteState> expected;
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const auto after = space.read(buffer.state(i));
      // A value outside the domain must be a failure of the formula.
      if (!after && !fails) return "domain: the engine leaves the domains by " + where;
      if (after) expected.insert(*after);
    }
    if (buffer.trouble.failure.failed() && !fails)
      return "failure: only the engine fails: " + buffer.trouble.failure.message + ": " + where;
    if (buffer.trouble.failure.failed()) {
      ++totals.failures;
      continue;
    }
    if (fails && exact && space.read(*packed)) return "failure: only the formula fails: " + where;
    if (fails) continue;
    totals.steps += expected.size();
    if (exact) {
      const auto found = here.successors(t, expected.size() + 1);
      if (found != expected) {
        return "steps: the engine has " + std::to_string(expected.size()) + ", the formula " +
               std::to_string(found.size()) + " successors by " + where;
      }
    } else {
      ++totals.inexact;
      for (const ConcreteState& after : expected) {
        if (!here.reaches(t, after)) return "steps: the formula lacks a successor by " + where;
      }
    }
  }
  return "";
}

std::vector<Semantics> semantics_of(const Model& model) {
  Semantics plain;
  std::vector<Semantics> all;
  const bool crashes = has_crash_faults(model);
  if (!(crashes && model.channels.synchronous)) all.push_back(plain);
  if (crashes) all.push_back({Traffic::m, CrashModel::explicit_, LossModel::implicit_});
  if (model.channels.lossy) all.push_back({Traffic::m, CrashModel::explicit_, LossModel::explicit_});
  return all;
}

std::string difference(const Model& model, Totals& totals) {
  for (const Semantics& semantics : semantics_of(model)) {
    const auto subject = encoded(model, semantics);
    if (!subject) continue;
    ++totals.models;
    std::mt19937_64 random(totals.models);
    // Half of them reachable, half of them any.
    std::vector<ConcreteState> states;
    StepBuffer buffer(subject->system->shape().words);
    subject->system->initial_states(buffer);
    std::vector<std::uint64_t> walk;
    if (buffer.size() > 0) {
      const auto first = buffer.state(random() % buffer.size());
      walk.assign(first.begin(), first.end());
    }
    for (std::size_t i = 0; i < states_per_model / 2 && !walk.empty(); ++i) {
      const auto state = subject->encoding->space().read(walk);
      if (state) states.push_back(*state);
      StepBuffer steps(subject->system->shape().words);
      subject->system->successors(walk, {}, steps);
      if (steps.size() == 0) break;
      const auto next = steps.state(random() % steps.size());
      walk.assign(next.begin(), next.end());
    }
    // The engine does not observe again where nothing that `observe` looks at has changed; in states that
    // were never observed that is another step than the formula's.
    while (model.monitor.observe.empty() && states.size() < states_per_model)
      states.push_back(random_state(subject->encoding->space(), random));
    Asked asked(*subject->encoding);
    for (const ConcreteState& state : states) {
      const std::string text = difference_in(*subject, asked, state, totals);
      if (!text.empty()) return text;
    }
  }
  return "";
}

TEST(Encoding, Signatures) {
  Totals totals;
  const auto judge = [&](const Model& model) { return difference(explicitly(model), totals); };
  judge_seeds(random_signatures, judge, judge);
}

TEST(Encoding, LoweredFaults) {
  Totals totals;
  const auto judge = [&](const Model& model) {
    return with_each_fault(model, [&](const Model& faulty) -> std::string {
      if (faulty.channels.replacing) return "";  // proofs are about the relaxed model, which has no bound
      return difference(explicitly(faulty), totals);
    });
  };
  judge_random_protocols(judge, judge);
  RecordProperty("steps", static_cast<int>(totals.steps));
}

TEST(Encoding, AgreesWithTheInterpreter) {
  Totals totals;
  const auto judge = [&](const Model& model) { return difference(model, totals); };
  judge_random_protocols(judge, [](const Model& model) {
    Totals ignored;
    return difference(model, ignored);
  });
  RecordProperty("models", static_cast<int>(totals.models));
  RecordProperty("states", static_cast<int>(totals.states));
  RecordProperty("steps", static_cast<int>(totals.steps));
  std::printf("models %zu, states %zu, steps %zu, failures %zu, inexact %zu\n", totals.models, totals.states,
              totals.steps, totals.failures, totals.inexact);
}

}  // namespace
}  // namespace quorate
