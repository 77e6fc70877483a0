#include "reference_runs.hpp"

#include <map>
#include <memory>
#include <set>

#include "reference_steps.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_atoms = 24;

class RunBuilder {
 public:
  RunBuilder(const Model& model, const Property& property, const ReferenceOptions& options)
      : model_(model), property_(property), options_(options), steps_(model, options) {}

  std::optional<ReferenceRuns> run() {
    runs_.formula = expand(property_.formula);
    if (!property_.under.empty()) assume(*model_.find_fairness(property_.under));
    if (atoms_.size() > most_atoms) return std::nullopt;
    try {
      if (!explore()) return std::nullopt;
    } catch (const ReferenceFailure&) {
      return std::nullopt;
    }
    oblige();
    return std::move(runs_);
  }

 private:
  // A predicate with the values of the formula's quantifiers around it.
  struct Atom {
    const Expr* predicate;
    const Frame* frame;
    std::map<std::size_t, std::int64_t> values;
  };

  GroundFormula expand(const Formula& formula) {
    const bool quantified = formula.kind == FormulaKind::for_all || formula.kind == FormulaKind::for_some;
    if (formula.kind == FormulaKind::atom) {
      return {FormulaKind::atom, add_atom(formula.predicate, property_.frame), {}};
    }
    GroundFormula result{formula.kind, 0, {}};
    if (!quantified) {
      for (const Formula& child : formula.children) result.children.push_back(expand(child));
      return result;
    }
    result.kind = formula.kind == FormulaKind::for_all ? FormulaKind::logical_and : FormulaKind::logical_or;
    for (const std::int64_t value : model_.values_of(formula.domain_type)) {
      values_[formula.local.index()] = value;
      result.children.push_back(expand(formula.children[0]));
    }
    return result;
  }

  std::uint32_t add_atom(const Expr& predicate, const Frame& frame) {
    atoms_.push_back({&predicate, &frame, values_});
    return static_cast<std::uint32_t>(atoms_.size() - 1);
  }

  // The assumption's expressions live in the copy that is kept here.
  void assume(FairnessAssumption assumption) {
    assumed_ = std::move(assumption);
    values_.clear();
    for (const FairnessItem& item : assumed_.items) {
      if (item.kind == FairnessKind::justice) {
        runs_.fairness.justice.emplace_back(add_atom(item.predicate, assumed_.frame));
      } else if (item.kind == FairnessKind::compassion) {
        const std::uint32_t often = add_atom(item.predicate, assumed_.frame);
        runs_.fairness.compassion.push_back(
            {PredicateId(often), PredicateId(add_atom(item.then, assumed_.frame))});
      }
    }
  }

  bool explore() {
    for (const RefState& state : steps_.initial_states()) {
      const std::uint32_t number = number_of(state);
      if (number == runs_.table.initial.size()) runs_.table.initial.push_back(number);
    }
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (order_.size() > options_.max_states) return false;
      const auto successors = steps_.successors(*order_[k]);
      early_->emplace_back();
      const std::vector<RefStepFacts>& facts = steps_.facts();
      for (std::size_t i = 0; i < successors.size(); ++i) {
        const std::uint32_t transition = transition_of(facts[i]);
        const std::uint32_t to = number_of(successors[i]);
        runs_.table.edges[k].push_back({transition, to});
        if (steps_.is_early(facts[i])) early_->back().insert(transition);
      }
    }
    return true;
  }

  std::uint32_t number_of(const RefState& state) {
    const auto [place, fresh] = numbers_.try_emplace(state, static_cast<std::uint32_t>(order_.size()));
    if (!fresh) return place->second;
    order_.push_back(&place->first);
    runs_.table.edges.emplace_back();
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < atoms_.size(); ++k) {
      if (holds(place->first, atoms_[k])) bits |= std::uint64_t{1} << k;
    }
    if (options_.leader >= 0 && has_leader(place->first)) bits |= std::uint64_t{1} << atoms_.size();
    runs_.table.atoms.push_back(bits);
    return place->second;
  }

  // The leader has not crashed, or all processes of its role have.
  [[nodiscard]] bool has_leader(const RefState& state) const {
    const auto crashed = [&](std::int64_t q) {
      return state.status[static_cast<std::size_t>(q)] == Status::crashed;
    };
    const Role& role = model_.role(model_.role_of(ProcessId(options_.leader)));
    bool all = true;
    for (std::int64_t q = role.first.value; q < role.first.value + role.count; ++q) all = all && crashed(q);
    return all || !crashed(options_.leader);
  }

  [[nodiscard]] bool holds(RefState state, const Atom& atom) const {
    ReferenceChoices none(false);
    std::vector<RefValue> locals(atom.frame->size());
    for (const auto& [local, value] : atom.values) locals[local] = value;
    ReferenceRun run{model_, state, none, std::move(locals)};
    return evaluate_condition(run, *atom.predicate);
  }

  std::uint32_t transition_of(const RefStepFacts& facts) {
    const auto next = static_cast<std::uint32_t>(transitions_.size());
    return transitions_.try_emplace(facts, next).first->second;
  }

  void oblige() {
    runs_.table.transitions = static_cast<std::uint32_t>(transitions_.size());
    std::map<std::int64_t, StepJustice> of_process;
    std::map<std::vector<std::int64_t>, StepJustice> of_message;  // rule, receiver, sender
    for (const auto& [facts, number] : transitions_) {
      const TransitionId id(number);
      if (!facts.owed) runs_.fairness.unowed.push_back(id);
      if (facts.finitely || facts.misled) runs_.fairness.finitely.push_back(id);
      if (facts.process < 0) continue;
      const bool owed = facts.owed && !facts.misled;
      if (owed) of_process[facts.process].enabled.push_back(id);
      of_process[facts.process].taken.push_back(id);
      for (const std::int64_t sender : facts.senders) {
        if (!owed && !facts.omission) continue;
        if (facts.rule < 0) continue;
        if (owed) of_message[{facts.rule, facts.process, sender}].enabled.push_back(id);
        of_message[{facts.rule, facts.process, sender}].taken.push_back(id);
      }
    }
    for (const auto& [facts, number] : transitions_) {
      if (facts.kind < 0) continue;
      for (auto& [key, justice] : of_message) {
        const Receive& receive = model_.rules[static_cast<std::size_t>(key[0])].receive;
        const bool instead = key[1] == facts.process && key[2] == facts.senders.front() &&
                             receive.kind != ReceiveKind::none && receive.message_kind.value == facts.kind;
        if (instead) justice.taken.emplace_back(number);
      }
    }
    if (options_.leader >= 0) runs_.fairness.justice.emplace_back(static_cast<std::int64_t>(atoms_.size()));
    runs_.fairness.finitely_here = [early = early_](StateView state, const StepBuffer&, TransitionId t) {
      return (*early)[state[0]].contains(static_cast<std::uint32_t>(t.index()));
    };
    for (const FairnessItem& item : assumed_.items) {
      if (item.kind == FairnessKind::processes) add(of_process);
      if (item.kind == FairnessKind::messages && !model_.channels.lossy) add(of_message);
      if (item.kind == FairnessKind::weak_rule) add_rule(item.rule, false);
      if (item.kind == FairnessKind::strong_rule) add_rule(item.rule, true);
    }
  }

  // The owed steps of a rule, for each process.
  void add_rule(std::size_t rule, bool strong) {
    std::map<std::int64_t, StepJustice> of_process;
    for (const auto& [facts, number] : transitions_) {
      if (facts.process < 0 || facts.rule != static_cast<std::int64_t>(rule)) continue;
      of_process[facts.process].taken.emplace_back(number);
      if (facts.owed) of_process[facts.process].enabled.emplace_back(number);
    }
    for (const auto& [process, steps] : of_process)
      (strong ? runs_.fairness.strong_steps : runs_.fairness.steps).push_back(steps);
  }

  template <typename Groups>
  void add(const Groups& groups) {
    for (const auto& [key, justice] : groups) runs_.fairness.steps.push_back(justice);
  }

  const Model& model_;
  const Property& property_;
  const ReferenceOptions& options_;
  ReferenceSteps steps_;
  FairnessAssumption assumed_;
  std::vector<Atom> atoms_;
  // By state: its early expiries.
  std::shared_ptr<std::vector<std::set<std::uint32_t>>> early_ =
      std::make_shared<std::vector<std::set<std::uint32_t>>>();
  std::map<std::size_t, std::int64_t> values_;
  std::map<RefState, std::uint32_t> numbers_;
  std::vector<const RefState*> order_;
  std::map<RefStepFacts, std::uint32_t> transitions_;
  ReferenceRuns runs_;
};

}  // namespace

std::optional<ReferenceRuns> reference_runs(const Model& model, const Property& property,
                                            const ReferenceOptions& options) {
  return RunBuilder(model, property, options).run();
}

}  // namespace quorate
