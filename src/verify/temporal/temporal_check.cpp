// A temporal property is grounded (grounding), planned (verify/gate/temporal_gate) and given to one of the
// two engines: check_ltl for linear formulas, check_ctl_star for nested path quantifiers. The search is
// repeated with more room in channels or explicit losses if necessary. A run that is found is shown only
// after lasso_trace has confirmed it. A property that holds is also checked for vacuity: whether stronger
// formulas hold as well (vacuity), and whether any run satisfies its fairness assumption.
#include "verify/temporal/temporal_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/internal_error.hpp"
#include "temporal/ctl_star.hpp"
#include "verify/gate/semantics_choice.hpp"
#include "verify/gate/temporal_gate.hpp"
#include "verify/result/stopping.hpp"
#include "verify/result/stopwatch.hpp"
#include "verify/run/system_stack.hpp"
#include "verify/temporal/lasso_trace.hpp"
#include "verify/temporal/model_fairness.hpp"
#include "verify/temporal/vacuity.hpp"
#include "verify/trace/confirm.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {

namespace {

// Removes an outermost A, also inside of conjunctions: every property is about all runs.
GroundFormula without_outer_quantifier(const GroundFormula& f) {
  if (f.kind == FormulaKind::on_all_paths && !has_path_quantifier(f.children[0])) return f.children[0];
  if (f.kind != FormulaKind::logical_and) return f;
  GroundFormula result = f;
  for (GroundFormula& child : result.children) {
    child = without_outer_quantifier(child);
    if (has_path_quantifier(child)) return f;
  }
  return result;
}

// The common answer of both engines.
struct TemporalAnswer {
  GraphProblem problem;
  std::string too_large;
  bool holds = false;
  std::optional<Lasso> lasso;
  bool shows_run = false;
  std::vector<std::vector<std::uint64_t>> way_to_failure;
  Statistics statistics;
  SearchAccount account;
  bool bound_reached = false;
};

TemporalAnswer answer_on(const TransitionSystem& system, const GroundProperty& property,
                         const Fairness& fairness, const SearchOptions& options, bool shown) {
  std::vector<PredicateId> atoms;
  for (std::uint32_t k = 0; k < property.atoms; ++k) atoms.emplace_back(k);
  if (has_path_quantifier(property.formula)) {
    CtlStarCheck c = check_ctl_star(system, property.formula, atoms, fairness, options);
    if (c.answered()) demand_complete(c.account);
    return {c.problem,          c.too_large, c.holds,
            std::move(c.lasso), c.shows_run, std::move(c.way_to_failure),
            c.statistics,       c.account,   c.bound_reached};
  }
  LtlPool pool;
  const LtlId formula = to_ltl(pool, property.formula);
  LtlCheck c = check_ltl(system, {&pool, formula, atoms, shown}, fairness, options);
  const bool violated = c.lasso.has_value();
  return {c.problem,          c.too_large, c.holds(),
          std::move(c.lasso), violated,    std::move(c.way_to_failure),
          c.statistics,       c.account,   c.bound_reached};
}

class TemporalCheck {
 public:
  TemporalCheck(const Model& model, const CheckOptions& options)
      : model_(model), property_(model.properties.front()), options_(options) {}

  CheckReport run() {
    result_.name = property_.name;
    result_.kind = ResultKind::temporal;
    result_.fairness = property_.under;
    if (const Spent spent = within_budget([&] { decide(); }); spent != Spent::nothing) give_up(spent);
    result_.timing.trace += watch_.lap();
    if (!report_.trouble) report_.results.insert(report_.results.begin(), std::move(result_));
    return std::move(report_);
  }

 private:
  void decide() {
    ground_ = ground_formula(property_.formula);
    plan_ = plan_temporal(model_, traits(), options_);
    if (!plan_.refused.empty()) {
      report_.trouble = SymmetryRefused{plan_.refused};
      return;
    }
    result_.semantics = plan_.semantics;
    result_.symmetry = plan_.symmetry;
    result_.plan = plan_.symmetry_plan;
    result_.por = plan_.por;
    if (!plan_.refusal.empty()) {
      result_.judgement = Judgement::open(plan_.refusal);
    } else {
      report_.notes = plan_.notes;
      search();
    }
  }

  // Makes the judgement open unless there is one: a violation counts only with its run.
  void give_up(Spent spent) {
    if (result_.verdict() != Verdict::inconclusive || !result_.reason().empty()) return;
    result_.judgement = Judgement::open(to_text(spent));
  }

  [[nodiscard]] GroundProperty ground_formula(const Formula& formula) const {
    GroundProperty result = ground(model_, property_, formula);
    result.formula = without_outer_quantifier(result.formula);
    return result;
  }

  [[nodiscard]] TemporalTraits traits() const {
    return {has_path_quantifier(ground_.formula), has_next(ground_.formula), ground_.fairness.of_steps(),
            !ground_.fairness.weak_rules.empty() || !ground_.fairness.strong_rules.empty()};
  }

  void search() {
    auto answer = answer_for(ground_, true);
    if (!answer) return;
    result_.statistics = answer->statistics;
    result_.timing = timing_;
    result_.semantics = plan_.semantics;
    const std::string reason = why_inconclusive(*answer);
    if (!reason.empty()) {
      result_.judgement = Judgement::open(reason);
      if (answer->problem.stop == StopReason::model_failure) report_failure(*answer);
      return;
    }
    if (answer->holds) {
      result_.judgement = Judgement::holds(Evidence(answer->account));
    }
    if (answer->lasso) show(unreduced_if_short(std::move(*answer)));
    if (result_.verdict() == Verdict::inconclusive)
      throw InternalError("there is nothing that shows how " + property_.name + " is violated");
    if (result_.verdict() == Verdict::holds) within_budget([&] { look_for_vacuity(); });
  }

  // Looks for a run in the unreduced system, within a limit on states, since it is easier to read: a lifted
  // run of the quotient goes round until every process is in its place, and stubborn sets take steps in an
  // unusual order.
  TemporalAnswer unreduced_if_short(TemporalAnswer answer) {
    if (!answer.shows_run || stack_->layers().empty()) return answer;
    constexpr std::uint64_t states_for_short = 200'000;
    SearchOptions options = options_.search;
    options.limits.max_states = std::min(options.limits.max_states, states_for_short);
    TemporalAnswer again;
    within_budget([&] {
      again = answer_on(stack_->unreduced(), ground_, fairness(stack_->unreduced(), ground_), options, true);
    });
    const bool better = again.lasso && again.shows_run && again.holds == answer.holds;
    if (!better) return answer;
    plainly_shown_ = true;
    return again;
  }

  // Repeats the search with more room, or with explicit losses, until the layout fits and the semantics is
  // sound. None if the model cannot be executed.
  std::optional<TemporalAnswer> answer_for(const GroundProperty& property, bool shown) {
    for (;;) {
      Reductions reductions;
      reductions.group = plan_.symmetry_plan.group;
      reductions.por = plan_.por;
      reductions.purpose.question =
          has_path_quantifier(property.formula) ? Purpose::Question::branching : Purpose::Question::runs;
      reductions.lpor_options = options_.lpor_options;
      for (std::size_t k = 0; k < property.model.properties.size(); ++k) {
        reductions.visible.emplace_back(static_cast<std::int64_t>(k));
      }
      if (!build(property, reductions)) return std::nullopt;
      if (!plan_.symmetry_plan.group.trivial() && !stack_->symmetric()) {
        plan_.symmetry_plan.group = {};
        plan_.symmetry = Symmetry::none;
      }
      if (shown) note_reductions();
      SearchOptions search = options_.search;
      search.proviso = stack_->needs_proviso();
      TemporalAnswer answer =
          answer_on(stack_->top(), property, fairness(stack_->unreduced(), property), search, shown);
      timing_.repeated += timing_.search;
      timing_.search = watch_.lap();
      report_.used_native_code = report_.used_native_code || stack_->used_native_code();
      if (const std::string text = stack_->native_trouble(); !text.empty()) report_.note(text);
      if (answer.problem.stop == StopReason::channel_overflow &&
          enlarge(room_, model_, *answer.problem.overflow)) {
        continue;
      }
      if (!answer.bound_reached || !semantics_changed()) return answer;
    }
  }

  // What the verdict rests on; searches for vacuity come after it.
  void note_reductions() {
    result_.symmetry = plan_.symmetry;
    result_.plan = plan_.symmetry_plan;
    result_.layers = uses_of(stack_->wanted());
  }

  // If every run is finite, every run satisfies what is assumed of steps.
  [[nodiscard]] Fairness fairness(const ModelSystem& system, const GroundProperty& property) const {
    GroundFairness assumed = property.fairness;
    if (plan_.runs_end) {
      assumed = {};
      assumed.justice = property.fairness.justice;
      assumed.compassion = property.fairness.compassion;
    }
    return model_fairness(system, assumed);
  }

  // False if the model cannot be executed, or not natively although that was requested.
  bool build(const GroundProperty& property, const Reductions& reductions) {
    std::vector<CompileProblem> problems;
    stack_.reset();
    searched_ = std::make_shared<const Model>(property.model);  // the stack may outlive the property
    stack_ = SystemStack::make(*searched_, plan_.semantics, room_, reductions, problems);
    if (!stack_) {
      report_.trouble = NotExecutable{std::move(problems)};
      return false;
    }
    std::string why = stack_->start(options_.engine);
    if (!why.empty()) report_.trouble = NoNativeCode{std::move(why)};
    timing_.analysis += watch_.lap();
    return !report_.trouble;
  }

  // A channel was full: true if the search has to begin anew with other semantics.
  bool semantics_changed() {
    SemanticsChoice next = after_full_channel(model_, plan_.semantics, options_);
    unsound_ = next.refusal;
    if (next.semantics == plan_.semantics) return false;
    report_.note_all(next.notes);
    plan_.semantics = next.semantics;
    return true;
  }

  [[nodiscard]] std::string why_inconclusive(const TemporalAnswer& answer) const {
    if (!answer.too_large.empty()) return answer.too_large;
    const GraphProblem& problem = answer.problem;
    if (problem.stop != StopReason::finished) return stop_text(problem.stop, model_, room_, problem.overflow);
    return unsound_;
  }

  // Confirms the run on a fresh system before it is shown.
  void show(const TemporalAnswer& answer) {
    const BudgetGrace grace;
    std::vector<CompileProblem> problems;
    const auto fresh = ModelSystem::borrowing(ground_.model, plan_.semantics, room_, problems);
    const Fairness assumed = fairness(*fresh, ground_);
    std::optional<Lasso> lasso = answer.lasso;
    const Representative representative = plainly_shown_ ? nullptr : stack_->representative(*fresh);
    if (representative) lasso = lifted_lasso(*fresh, representative, assumed, *lasso);
    if (!lasso) throw InternalError("the run of the reduced system is none of the unreduced one");
    LassoReplay replayed = replay_lasso(*fresh, assumed, *lasso);
    if (!answer.shows_run) {  // only a state, from which no run of some kind begins
      replayed.trace.loop_start.reset();
      return put_trace(answer, std::move(replayed.trace));
    }
    if (!replayed.mismatch.empty()) throw InternalError(replayed.mismatch);
    const std::string broken = broken_assumption(*fresh, *lasso, assumed);
    if (!broken.empty()) throw InternalError("the run is not fair: " + broken);
    const bool linear = !has_path_quantifier(ground_.formula);
    if (linear && satisfies(*fresh, *lasso, ground_.formula)) {
      throw InternalError("the run does not violate " + property_.name);
    }
    // Where the initial state says it all, what comes after it only distracts.
    if (linear && refuted_by(*fresh, lasso->states.front(), ground_.formula)) {
      result_.refuted_at_start = true;
      replayed.trace.states.resize(1);
      replayed.trace.steps.clear();
      replayed.trace.loop_start.reset();
    }
    put_trace(answer, std::move(replayed.trace));
  }

  void put_trace(const TemporalAnswer& answer, TraceDescription trace) {
    result_.judgement = answer.holds ? Judgement::holds(Evidence(answer.account), std::move(trace))
                                     : Judgement::violated(std::move(trace));
  }

  void report_failure(const TemporalAnswer& answer) {
    PropertyResult failure;
    failure.name = well_defined_name;
    failure.kind = ResultKind::well_defined;
    failure.timing = timing_;
    failure.semantics = plan_.semantics;
    failure.symmetry = result_.symmetry;
    failure.plan = result_.plan;
    failure.por = result_.por;
    failure.layers = result_.layers;
    failure.statistics = answer.statistics;
    TraceDescription trace;
    ModelFailure what = answer.problem.failure;
    if (!answer.way_to_failure.empty()) {
      std::vector<CompileProblem> problems;
      const auto fresh = ModelSystem::borrowing(ground_.model, plan_.semantics, room_, problems);
      Replay replayed = replay(*fresh, stack_->lifted(answer.way_to_failure).states);
      if (!replayed.mismatch.empty() || replayed.path.size() != answer.way_to_failure.size()) {
        throw InternalError("the way to the model's error is none of the unreduced system");
      }
      std::vector<PredicateId> predicates;
      for (std::size_t k = 0; k < ground_.model.properties.size(); ++k) {
        predicates.emplace_back(static_cast<std::int64_t>(k));
      }
      what = failure_in(*fresh, predicates, replayed.path.back()).failure;
      if (!what.failed()) throw InternalError("the last state of the trace shows no model error");
      trace = std::move(replayed.trace);
    }
    trace.failure = what.message;
    trace.failure_span = what.span;
    failure.judgement = Judgement::violated(std::move(trace));
    report_.results.push_back(std::move(failure));
  }

  // For a property that holds: adds warnings if it holds vacuously.
  void look_for_vacuity() {
    if (result_.statistics.initial_states == 0) return;  // check_all warns of that
    const GroundFairness& assumed = ground_.fairness;
    if (!assumed.justice.empty() || !assumed.compassion.empty()) {
      GroundProperty nothing = ground_;
      nothing.formula = {FormulaKind::logical_or, 0, {}};
      if (holds_too(nothing)) {
        warn(model_.find_fairness(property_.under)->span,
             fmt::format("no run satisfies the assumption `{}`, so {} holds vacuously", property_.under,
                         property_.name),
             "some run must make every justice predicate true infinitely often, and of a compassion pair the "
             "second if the first");
        return;
      }
    }
    if (result_.statistics.states > most_states_for_vacuity) {
      report_.note(
          fmt::format("{} was not checked for holding vacuously: it has too many states", property_.name));
      return;
    }
    for (const Strengthening& stronger : strengthenings(model_, property_.formula)) {
      if (holds_too(ground_formula(stronger.formula)))
        warn(stronger.premise, vacuity_text(property_.name, stronger), "");
    }
  }

  bool holds_too(const GroundProperty& property) {
    const auto answer = answer_for(property, false);
    if (!answer || !why_inconclusive(*answer).empty() || !answer->holds) return false;
    demand_complete(answer->account);
    return true;
  }

  void warn(Span span, std::string message, std::string hint) {
    result_.warnings.push_back({span, std::move(message), std::move(hint)});
  }

  static constexpr std::uint64_t most_states_for_vacuity = 5'000'000;

  const Model& model_;
  const Property& property_;
  const CheckOptions& options_;
  GroundProperty ground_;
  TemporalPlan plan_;
  CheckReport report_;
  PropertyResult result_;
  ChannelRoom room_;
  std::shared_ptr<const Model> searched_;
  std::unique_ptr<SystemStack> stack_;
  std::string unsound_;
  bool plainly_shown_ = false;  // the run was found in the unreduced system
  Stopwatch watch_;
  Timing timing_;
};

}  // namespace

CheckReport check_temporal(const Model& model, const CheckOptions& options) {
  return TemporalCheck(model, options).run();
}

}  // namespace quorate
