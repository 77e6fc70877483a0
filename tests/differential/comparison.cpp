#include "comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "equivariance.hpp"
#include "lowered_protocol.hpp"
#include "search/search.hpp"
#include "verify/run/check.hpp"
#include "verify/run/system_stack.hpp"

namespace quorate {

namespace {

using Crash = ReferenceOptions::Crash;
using Loss = ReferenceOptions::Loss;

Semantics semantics_of(const ReferenceOptions& options) {
  Semantics semantics;
  semantics.traffic = static_cast<Traffic>(options.traffic);
  semantics.crash = static_cast<CrashModel>(options.crash);
  semantics.loss = static_cast<LossModel>(options.loss);
  return semantics;
}

struct EngineRun {
  std::string problem;                 // the engine refuses the model
  std::unique_ptr<Model> model;        // which the stack borrows
  std::unique_ptr<SystemStack> stack;  // which the outcome's paths need
  SearchOutcome outcome;
  double unreduced_states = 0;
};

// The permutations that the model and all goals allow.
ProcessGroup group_of(const Model& model, Symmetry symmetry, const std::vector<Goal>& goals) {
  if (symmetry == Symmetry::none) return {};
  const Interchangeability analysis = analyze_interchangeability(model);
  std::vector<bool> allowed = interchangeable_roles(model, analysis);
  for (const Goal& goal : goals) {
    const auto own = interchangeable_roles(model, analysis, goal.predicate.index());
    for (std::size_t r = 0; r < allowed.size(); ++r) allowed[r] = allowed[r] && own[r];
  }
  return symmetry == Symmetry::role ? role_group(model, allowed) : node_group(model, allowed);
}

UnitClasses unit_classes(const ProcessGroup& group) {
  UnitClasses classes;
  for (const auto& units : group.classes) {
    classes.emplace_back();
    for (const Unit& unit : units) {
      classes.back().emplace_back();
      for (const ProcessId process : unit) classes.back().back().push_back(process.value);
    }
  }
  return classes;
}

// Searches again with more room in the channels until nothing overflows.
EngineRun run_engine(const Model& model, const Setting& setting, const std::vector<Goal>& goals) {
  ChannelRoom room;
  Reductions reductions;
  reductions.group = group_of(model, setting.symmetry, goals);
  for (;;) {
    EngineRun run;
    std::vector<CompileProblem> problems;
    run.model = std::make_unique<Model>(explicitly(model));
    run.stack = SystemStack::make(*run.model, semantics_of(setting.options), room, reductions, problems);
    if (!run.stack) {
      run.problem = problems.empty() ? "no reason given" : problems.front().message;
      return run;
    }
    SearchOptions options;
    options.order = setting.depth_first ? SearchOrder::depth_first : SearchOrder::breadth_first;
    options.limits.max_states = setting.options.max_states * 2 + 1000;
    run.outcome = search(run.stack->top(), goals, options);
    if (run.outcome.result.stop != StopReason::channel_overflow) {
      if (run.outcome.result.stop == StopReason::finished) {
        run.unreduced_states = run.stack->unreduced_states(*run.outcome.store).value();
      }
      return run;
    }
    auto& size = room.try_emplace({run.outcome.result.overflow->from, run.outcome.result.overflow->to}, 1)
                     .first->second;
    if (++size > 64) return run;
  }
}

std::size_t depth_of(const EngineRun& run, StateNumber state) {
  return run.outcome.path_to(state).size() - 1;
}

std::string compare_number(const std::string& what, std::size_t reference, std::size_t engine) {
  if (reference == engine) return "";
  return fmt::format("{}: reference {}, engine {}", what, reference, engine);
}

// Compares the counts of searches that visit all states, whatever is violated.
std::string compare_counts(const Model& model, const Setting& setting, const ReferenceResult& reference) {
  const EngineRun run = run_engine(model, setting, {});
  if (!run.problem.empty()) return "refused: " + run.problem;
  const SearchResult& engine = run.outcome.result;
  if (engine.stop == StopReason::model_failure) {
    return fmt::format("error: reference none, engine {}", engine.failure.message);
  }
  const Statistics& counts = engine.statistics;
  OrbitCounts expected{reference.initial_states, reference.states, reference.steps};
  if (setting.symmetry != Symmetry::none) {
    expected = count_orbits(model, setting.options, unit_classes(group_of(model, setting.symmetry, {})));
  }
  for (const std::string& text :
       {compare_number("initial states", expected.initial_states, counts.initial_states),
        compare_number("states", expected.states, counts.states),
        compare_number("steps", expected.steps, counts.transitions),
        compare_number("unreduced states", reference.states,
                       static_cast<std::size_t>(std::llround(run.unreduced_states))),
        compare_number("full", reference.found_full ? 1 : 0, engine.bound_reached ? 1 : 0)}) {
    if (!text.empty()) return text;
  }
  if (engine.stop != StopReason::finished) return "stop: the engine did not finish";
  return setting.depth_first ? "" : compare_number("depth", reference.depth, counts.depth);
}

struct Goals {
  std::vector<Goal> goals;
  std::vector<std::size_t> properties;  // in the Model, by goal
};

Goals goals_of(const Model& model, const ReferenceResult& reference) {
  Goals result;
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    if (!reference.verdicts[i].checked) continue;
    const bool invariant = model.properties[i].kind == PropertyKind::invariant;
    result.goals.push_back(
        {invariant ? GoalKind::invariant : GoalKind::no_deadlock, PredicateId(static_cast<std::int64_t>(i))});
    result.properties.push_back(i);
  }
  return result;
}

// A violation is noticed when its level is reached; a deadlock one level later, when the state is expanded.
std::size_t noticed(const Model& model, std::size_t property, std::size_t depth) {
  return depth + (model.properties[property].kind == PropertyKind::no_deadlock ? 1 : 0);
}

std::string compare_verdicts(const Model& model, const Setting& setting, const ReferenceResult& reference) {
  const Goals goals = goals_of(model, reference);
  const EngineRun run = run_engine(model, setting, goals.goals);
  const SearchResult& engine = run.outcome.result;
  for (std::size_t g = 0; g < goals.goals.size(); ++g) {
    const std::size_t property = goals.properties[g];
    const ReferenceVerdict& expected = reference.verdicts[property];
    const auto& found = engine.violations[g];
    // What an error hides may be reported or not, but nothing else may be reported.
    const std::size_t level = noticed(model, property, expected.depth);
    const bool open =
        reference.error && (setting.depth_first || !expected.violated || level >= reference.error->depth);
    if (open && (!found || setting.depth_first)) continue;
    if (expected.violated != found.has_value()) {
      return fmt::format("verdict of {}: reference {}, engine {}", model.properties[property].name,
                         expected.violated ? "violated" : "holds", found ? "violated" : "holds");
    }
    if (!found || setting.depth_first) continue;
    const std::string text = compare_number("violation depth", expected.depth, depth_of(run, found->state));
    if (!text.empty()) return text;
  }
  return "";
}

// The engine does not ask again for a property that it found violated, in whatever order it meets the states:
// it may miss an error in that property and go on.
bool may_miss_error(const Setting& setting, const ReferenceResult& reference) {
  const auto& property = reference.error->property;
  return property && (setting.depth_first || reference.verdicts[*property].violated);
}

// With an error the searches end early, the engine's inside a level: only where and that they end can agree.
std::string compare_errors(const Model& model, const Setting& setting, const ReferenceResult& reference) {
  const Goals goals = goals_of(model, reference);
  const EngineRun run = run_engine(model, setting, goals.goals);
  if (!run.problem.empty()) return "refused: " + run.problem;
  const SearchResult& engine = run.outcome.result;
  const bool all_violated =
      !engine.violations.empty() && std::all_of(engine.violations.begin(), engine.violations.end(),
                                                [](const auto& violation) { return violation.has_value(); });
  if (all_violated) return "";
  if (engine.stop != StopReason::model_failure) {
    return fmt::format("error: reference {} at depth {}, engine none", reference.error->message,
                       reference.error->depth);
  }
  if (setting.depth_first) return "";
  std::size_t depth = 0;
  if (engine.failed_state != no_state) {
    depth = depth_of(run, engine.failed_state);
    // The allowed end states are asked for when the state is expanded, as steps are; invariants before.
    if (engine.failed_in_predicate && depth + 1 == reference.error->depth) return "";
    if (!engine.failed_in_predicate) ++depth;
  }
  return compare_number("error depth (" + reference.error->message + " / " + engine.failure.message + ")",
                        reference.error->depth, depth);
}

bool can_crash(const Model& model) {
  const auto assigns_status = [](const auto& self, const std::vector<Stmt>& body) -> bool {
    return std::any_of(body.begin(), body.end(), [&](const Stmt& statement) {
      return (statement.kind == StmtKind::assign && statement.target.kind == ExprKind::status) ||
             self(self, statement.body) || self(self, statement.else_body);
    });
  };
  const bool declared = std::any_of(
      model.faults.begin(), model.faults.end(),
      [](const FaultAssumption& fault) { return fault.kind == FaultKind::crash && fault.count > 0; });
  return declared ||
         std::any_of(model.initial_rules.begin(), model.initial_rules.end(),
                     [&](const InitialRule& rule) { return assigns_status(assigns_status, rule.body); });
}

ReferenceOptions explicit_options(std::size_t max_states) {
  ReferenceOptions options;
  options.crash = Crash::explicit_;
  options.loss = Loss::explicit_;
  options.max_states = max_states;
  return options;
}

}  // namespace

std::string to_text(const Setting& setting) {
  const Semantics semantics = semantics_of(setting.options);
  return fmt::format("--traffic {} --crash {} --loss {} --search {} --symmetry {}",
                     to_text(semantics.traffic), to_text(semantics.crash), to_text(semantics.loss),
                     setting.depth_first ? "dfs" : "bfs", to_text(setting.symmetry));
}

std::vector<Setting> settings_of(const Model& model, std::size_t max_states) {
  std::vector<Crash> crashes = {Crash::implicit_};
  if (can_crash(model)) crashes = {Crash::implicit_, Crash::explicit_, Crash::receipt};
  std::vector<Loss> losses = {Loss::implicit_};
  if (model.channels.lossy) losses.push_back(Loss::explicit_);
  std::vector<Setting> result;
  for (const auto traffic :
       {ReferenceOptions::Traffic::m, ReferenceOptions::Traffic::grm, ReferenceOptions::Traffic::rm}) {
    for (const Crash crash : crashes) {
      for (const Loss loss : losses) {
        Setting setting;
        setting.options.traffic = traffic;
        setting.options.crash = crash;
        setting.options.loss = loss;
        setting.options.max_states = max_states;
        result.push_back(setting);
      }
    }
  }
  result.push_back(result.front());
  result.back().depth_first = true;
  return result;
}

std::vector<Setting> symmetric_settings_of(const Model& model, std::size_t max_states) {
  std::vector<Setting> result;
  const ProcessGroup roles = group_of(model, Symmetry::role, {});
  if (roles.trivial()) return result;
  for (Setting setting : settings_of(model, max_states)) {
    setting.symmetry = Symmetry::role;
    result.push_back(setting);
  }
  if (group_of(model, Symmetry::node, {}).trivial()) return result;
  result.push_back(result.front());
  result.back().symmetry = Symmetry::node;
  return result;
}

SymmetryGain symmetry_gain(const Model& model, std::size_t max_states) {
  const ProcessGroup group = group_of(model, Symmetry::role, {});
  ReferenceOptions options;
  options.max_states = max_states;
  const auto states = group.trivial() ? std::nullopt : reachable_states(model, options);
  if (!states) return {};
  return {states->size(), count_orbits(model, options, unit_classes(group)).states};
}

std::string wrongly_interchangeable(const Model& model, std::size_t max_states) {
  const Interchangeability analysis = analyze_interchangeability(model);
  const std::vector<bool> allowed = interchangeable_roles(model, analysis);
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    if (!allowed[r]) continue;
    std::vector<std::size_t> properties;
    for (std::size_t p = 0; p < model.properties.size(); ++p) {
      if (interchangeable_roles(model, analysis, p)[r]) properties.push_back(p);
    }
    const Role& role = model.roles[r];
    for (std::int64_t k = 1; k < role.count; ++k) {
      const auto exchange = transposition(model, role.first.value + k - 1, role.first.value + k);
      for (const Setting& setting : settings_of(model, max_states)) {
        if (setting.depth_first || setting.options.traffic == ReferenceOptions::Traffic::grm) continue;
        const std::string text = told_apart(model, setting.options, exchange, properties);
        if (!text.empty()) return fmt::format("{} ({}, {})", text, role.name, to_text(setting));
      }
    }
  }
  return "";
}

std::string difference(const Model& model, const Setting& setting, bool* skipped) {
  const ReferenceResult reference = reference_check(model, setting.options);
  if (skipped != nullptr) *skipped = reference.truncated;
  if (reference.truncated) return "";
  if (reference.error) {
    if (may_miss_error(setting, reference)) return "";
    const std::string text = compare_errors(model, setting, reference);
    return text.empty() ? compare_verdicts(model, setting, reference) : text;
  }
  const std::string text = compare_counts(model, setting, reference);
  return text.empty() ? compare_verdicts(model, setting, reference) : text;
}

std::string unsound_default(const Model& model, std::size_t max_states) {
  const ReferenceResult reference = reference_check(model, explicit_options(max_states));
  if (reference.truncated || reference.error) return "";
  CheckOptions options;
  options.search.limits.max_states = max_states * 4;
  const CheckReport report = check(model, options);
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    const PropertyResult& result = report.results[i];
    if (!reference.verdicts[i].checked || result.verdict() == Verdict::inconclusive) continue;
    if ((result.verdict() == Verdict::violated) != reference.verdicts[i].violated) {
      return fmt::format(
          "default verdict of {}: reference (all explicit) {}, engine {} with --crash {} --loss {}",
          result.name, reference.verdicts[i].violated ? "violated" : "holds", to_text(result.verdict()),
          to_text(result.semantics.crash), to_text(result.semantics.loss));
    }
  }
  return "";
}

std::string traffic_dependence(const Model& model, std::size_t max_states) {
  ReferenceOptions options = explicit_options(max_states);
  const ReferenceResult direct = reference_check(model, options);
  for (const auto traffic : {ReferenceOptions::Traffic::grm, ReferenceOptions::Traffic::rm}) {
    options.traffic = traffic;
    const ReferenceResult other = reference_check(model, options);
    if (direct.truncated || other.truncated || direct.error || other.error) continue;
    for (std::size_t i = 0; i < model.properties.size(); ++i) {
      if (model.properties[i].kind != PropertyKind::invariant) continue;
      if (direct.verdicts[i].violated == other.verdicts[i].violated) continue;
      return fmt::format("traffic: {} is {} in m and {} in {}", model.properties[i].name,
                         direct.verdicts[i].violated ? "violated" : "true",
                         other.verdicts[i].violated ? "violated" : "true",
                         traffic == ReferenceOptions::Traffic::grm ? "grm" : "rm");
    }
  }
  return "";
}

}  // namespace quorate
