#include "verify/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/shown_text.hpp"
#include "verify/confirm.hpp"
#include "verify/counterexample.hpp"
#include "verify/forgetting_check.hpp"
#include "verify/gate/semantics_choice.hpp"
#include "verify/gate/soundness.hpp"
#include "verify/late_forgetting.hpp"
#include "verify/search_name.hpp"
#include "verify/stopping.hpp"
#include "verify/system_stack.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

std::string to_text(Traffic traffic) {
  return traffic == Traffic::m ? "m" : traffic == Traffic::grm ? "grm" : "rm";
}

std::string to_text(CrashModel crash) {
  if (crash == CrashModel::receipt) return "receipt";
  return crash == CrashModel::explicit_ ? "explicit" : "implicit";
}

std::string to_text(LossModel loss) {
  return loss == LossModel::explicit_ ? "explicit" : "implicit";
}

std::string kind_name(PropertyKind kind) {
  if (kind == PropertyKind::temporal) return "temporal";
  return kind == PropertyKind::invariant ? "invariant" : "no-deadlock";
}

namespace {

class PropertyChecker {
 public:
  PropertyChecker(const Model& model, const CheckOptions& options)
      : model_(with_wanted_properties(model, options)),
        options_(options),
        symmetry_(options.effective_symmetry()) {}

  CheckReport run() {
    list_properties();
    const Spent spent = within_budget([&] { check_groups(); });
    if (trouble()) return std::move(report_);
    if (spent != Spent::nothing) give_up_undecided(spent);
    for (Item& item : items_) report_.results.push_back(std::move(item.result));
    for (PropertyResult& failure : failures_) report_.results.push_back(std::move(failure));
    return std::move(report_);
  }

 private:
  struct Item {
    std::size_t property = 0;  // in Model::properties
    PropertyResult result;
    bool decided = false;
  };

  [[nodiscard]] bool trouble() const {
    return !report_.problems.empty() || !report_.engine_error.empty() || !report_.checkpoint_error.empty() ||
           !report_.internal_error.empty();
  }

  // Properties that need the same semantics and allow the same permutations share one search.
  void check_groups() {
    interchangeability_ = analyze_interchangeability(model_);
    for (Item& item : items_) plan(item);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].decided) continue;
      std::vector<std::size_t> group;
      for (std::size_t j = i; j < items_.size(); ++j) {
        if (!items_[j].decided && alike(items_[i].result, items_[j].result)) group.push_back(j);
      }
      check_group(group);
      if (trouble()) return;
    }
    if (items_.empty()) check_group({});
  }

  // A violation counts with its counterexample only.
  void give_up_undecided(Spent spent) {
    const auto give_up = [&](PropertyResult& result) {
      const bool found = result.verdict == Verdict::violated && !result.trace;
      if (!found && (result.verdict != Verdict::inconclusive || !result.reason.empty())) return;
      result.verdict = Verdict::inconclusive;
      result.reason = found ? unshown_violation(to_text(spent)) : to_text(spent);
    };
    for (Item& item : items_) give_up(item.result);
    for (PropertyResult& failure : failures_) give_up(failure);
    if (!items_.empty() || !failures_.empty()) return;
    PropertyResult unexplored;
    unexplored.name = unexplored.kind = "well-defined";
    give_up(unexplored);
    failures_.push_back(std::move(unexplored));
  }

  static bool alike(const PropertyResult& a, const PropertyResult& b) {
    return a.semantics == b.semantics && a.plan.group == b.plan.group && a.por == b.por;
  }

  void list_properties() {
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      Item& item = items_.emplace_back();
      item.property = p;
      item.result.name = model_.properties[p].name;
      item.result.kind = kind_name(model_.properties[p].kind);
    }
  }

  void plan(Item& item) {
    choose_semantics(model_.properties[item.property], item);
    if (!item.decided) choose_symmetry(item.property, item.result);
    if (!item.decided) choose_partial_order(item);
  }

  void refuse(Item& item, const std::string& reason) {
    item.decided = true;
    item.result.verdict = Verdict::inconclusive;
    item.result.reason = reason;
  }

  void choose_semantics(const Property& property, Item& item) {
    const SemanticsChoice choice = quorate::choose_semantics(model_, property, options_);
    item.result.semantics = choice.semantics;
    if (!choice.refusal.empty()) return refuse(item, choice.refusal);
    append(choice.notes);
  }

  void choose_symmetry(std::optional<std::size_t> property, PropertyResult& result) {
    result.symmetry = symmetry_;
    result.plan = plan_symmetry(model_, interchangeability_, property, symmetry_);
  }

  void choose_partial_order(Item& item) {
    const PartialOrderPlan plan = plan_partial_order(item.result.semantics);
    item.result.por = plan.por;
    if (!plan.refusal.empty()) return refuse(item, plan.refusal);
    if (!options_.stores_states() && !options_.symmetry) {
      note("no symmetry reduction: it needs stored states, and this search stores none");
    }
  }

  PartialOrderPlan plan_partial_order(const Semantics& semantics) const {
    return quorate::plan_partial_order(
        model_, semantics, {options_.por, !options_.stores_states(), symmetry_ != Symmetry::none});
  }

  void append(const std::vector<std::string>& notes) {
    report_.notes.insert(report_.notes.end(), notes.begin(), notes.end());
  }

  void check_group(std::vector<std::size_t> group) {
    Semantics semantics;
    semantics.traffic = options_.traffic;
    semantics.crash = options_.crash.value_or(CrashModel::implicit_);
    semantics.loss = options_.loss.value_or(LossModel::implicit_);
    PropertyResult first;
    if (group.empty()) {
      choose_symmetry(std::nullopt, first);
      if (!options_.stores_states() && refuse_exploration(semantics)) return;
    } else {
      semantics = items_[group.front()].result.semantics;
      first.plan = items_[group.front()].result.plan;
    }
    plan_ = std::move(first.plan);
    Reductions reductions;
    reductions.group = plan_.group;
    reductions.forget = options_.effective_forgetting();
    if (options_.forget) reductions.exploration.most_trials = ExplorationLimits::patiently;
    reductions.exploration.over = [this] { return over(); };
    reductions.por = group.empty() ? PartialOrder::none : items_[group.front()].result.por;
    reductions.stateless = !options_.stores_states();
    reductions.lpor_options = options_.lpor_options;
    reductions.check = options_.check_reductions;
    std::vector<Goal> goals;
    for (const auto i : group) {
      goals.push_back(goal_of(items_[i]));
      if (goals.back().kind == GoalKind::invariant) reductions.visible.push_back(goals.back().predicate);
    }
    const std::size_t failures = failures_.size();
    late_forgetting_.emplace([this] { return over(); });
    do {
      failures_.resize(failures);
      no_room_to_show_.reset();
      search_group(group, semantics, goals, reductions);
    } while (stack_ && no_room_to_show_ && make_room_to_show(*no_room_to_show_, reductions));
  }

  void search_group(const std::vector<std::size_t>& group, Semantics& semantics,
                    const std::vector<Goal>& goals, Reductions& reductions) {
    SearchOutcome outcome = search_with_room(semantics, goals, reductions);
    if (!stack_) return;
    note_kept();
    note_checked(semantics);
    if (!plan_.group.trivial() && !stack_->symmetric()) give_up_symmetry(group);
    if (stack_->symmetric() && stack_->lpor() == nullptr && !stack_->forgetful() &&
        options_.search.store == StoreKind::tree && complete(outcome.result)) {
      unreduced_states_ = stack_->unreduced_states(*outcome.store);
    }
    for (std::size_t k = 0; k < group.size(); ++k) {
      settle(items_[group[k]], semantics, outcome, k);
      if (no_room_to_show_) return;
    }
    if (outcome.result.stop == StopReason::model_failure) report_failure(semantics, outcome, goals);
    if (group.empty() && outcome.result.stop != StopReason::model_failure)
      report_exploration(semantics, outcome);
  }

  // For the search that has to be repeated: a counterexample with all its messages, also those that were
  // forgotten, needs more room in channels than the search did. False if there is nothing left to try.
  bool make_room_to_show(const ChannelOverflow& overflow, Reductions& reductions) {
    if (enlarge(room_, model_, overflow)) return true;
    if (!std::exchange(reductions.forget, false))
      report_.internal_error = "a counterexample needs more room than the search that found it";
    return report_.internal_error.empty();
  }

  Goal goal_of(const Item& item) const {
    const bool invariant = model_.properties[item.property].kind == PropertyKind::invariant;
    return {invariant ? GoalKind::invariant : GoalKind::no_deadlock,
            PredicateId(static_cast<std::int64_t>(item.property))};
  }

  // Asked where nothing is searched.
  [[nodiscard]] bool over() const {
    return Budget::spent() != Spent::nothing || options_for_now().limits.max_seconds <= 0;
  }

  // The limit on time is for everything together.
  SearchOptions options_for_now() const {
    SearchOptions options = options_.search;
    options.parallel.threads = options_.effective_threads();
    options.limits.max_seconds -=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    return options;
  }

  // The report names as permuted only what was.
  void give_up_symmetry(const std::vector<std::size_t>& group) {
    report_.notes.emplace_back(
        "no symmetry reduction: arrays are indexed by more processes than can be permuted");
    plan_.group = {};
    for (const auto i : group) items_[i].result.plan.group = {};
  }

  // Why spent messages are not forgotten although nothing in the semantics is against it.
  void note_kept() {
    const SpentMessages::Found& spent = stack_->spent();
    if (options_.forget || spent.messages) return;
    if (!spent.reason.empty()) note("spent messages are kept: " + spent.reason);
    if (spent.too_long && late_forgetting_->found().too_long)
      note(
          "spent messages are kept: finding them takes more than a moment here; --forget on takes the "
          "time");
  }

  void note_checked(const Semantics& semantics) {
    if (const CheckedStates* const checked = stack_->checked()) {
      note(fmt::format(
          "the conditions of partial-order reduction were verified completely in {} states, in part in {}",
          checked->complete, checked->in_part));
    }
    if (options_.check_reductions && stack_->forgetful()) {
      const ForgettingCheck check =
          check_forgetting(model_, semantics, stack_->spent().messages, ReductionCheck::most_states);
      if (!check.flaw.empty()) throw ReductionFlaw(check.flaw);
      note(fmt::format("forgotten messages make no difference in {}{} states of the unreduced system",
                       check.all ? "any of the " : "the first ", check.states));
    }
  }

  // What is said once need not be said again when a search is repeated.
  void note(const std::string& text) {
    if (std::ranges::find(report_.notes, text) == report_.notes.end()) report_.notes.push_back(text);
  }

  // Every reachable state was seen: a search ends early when nothing is left to find.
  static bool complete(const SearchResult& result) {
    return result.stop == StopReason::finished && result.account.balanced();
  }

  // Searches again with more room in channels, or with explicit crashes or losses, until the layout fits
  // and the semantics is sound for what was seen.
  SearchOutcome search_with_room(Semantics& semantics, const std::vector<Goal>& goals,
                                 Reductions& reductions) {
    double earlier = 0;  // seconds
    for (;;) {
      stack_ = SystemStack::make(model_, semantics, room_, reductions, report_.problems);
      unreduced_states_.reset();
      unsound_.clear();
      if (!stack_) return {};
      reductions.spent = stack_->spent();
      if (stack_->relations() != nullptr && may_miss_full_channel(semantics)) {
        note(
            "steps are not left out by partial-order reduction: a channel may be full somewhere, which has "
            "to be seen");
        reductions.por = PartialOrder::none;
        continue;
      }
      report_.engine_error = stack_->start(options_.engine);
      if (!report_.engine_error.empty()) return give_up();
      SearchOptions options = options_for_now();
      options.search = name_of_search({model_, semantics, goals, room_, reductions, *stack_});
      if (stack_->spent().too_long && !options_.forget) {
        options.superseded = [this](const SearchSoFar& so_far) {
          return late_forgetting_->pays(stack_->unreduced(), so_far);
        };
      }
      SearchOutcome outcome = stack_->search(goals, options);
      note_engine();
      SearchResult& result = outcome.result;
      add_seconds(earlier, result);
      earlier = result.statistics.seconds;
      note_missing_threads(result);
      note_checkpoint(result);
      report_.checkpoint_error = result.checkpoint_error;
      if (!report_.checkpoint_error.empty()) return give_up();
      if (result.stop == StopReason::superseded) {
        note(fmt::format("the search began anew after {} states: spent messages were found meanwhile",
                         result.statistics.states));
        reductions.spent = late_forgetting_->found();
        continue;
      }
      if (result.stop == StopReason::channel_overflow) {
        if (enlarge(room_, model_, *result.overflow)) continue;
        return outcome;
      }
      if (!result.bound_reached || !make_explicit(semantics, reductions)) return outcome;
    }
  }

  // What searches took that had to be repeated.
  static void add_seconds(double earlier, SearchResult& result) {
    result.statistics.seconds += earlier;
    for (auto& violation : result.violations) {
      if (violation) violation->statistics.seconds += earlier;
    }
  }

  SearchOutcome give_up() {
    stack_.reset();
    return {};
  }

  void note_engine() {
    report_.used_native_code = report_.used_native_code || stack_->used_native_code();
    if (const std::string text = stack_->native_trouble(); !text.empty()) note(text);
  }

  void note_checkpoint(const SearchResult& result) {
    if (!result.checkpoint_warning.empty())
      note(fmt::format("a checkpoint could not be written, the search went on: {}",
                       result.checkpoint_warning));
    if (result.resumable)
      note(
          fmt::format("there is a checkpoint: `quorate resume {}` goes on from there, also with other limits",
                      shown(options_.search.checkpoints->folder())));
  }

  void note_missing_threads(const SearchResult& result) {
    if (result.missing_threads == 0) return;
    note(fmt::format("the system had no thread for {} of the {} that were to search", result.missing_threads,
                     options_.effective_threads()));
  }

  // Whether a full channel would make the semantics unsound (make_explicit), and may be in states that
  // stubborn sets leave out: that a step is blocked is no step that they preserve.
  bool may_miss_full_channel(const Semantics& semantics) const {
    if (stack_->relations()->channels_never_full()) return false;
    return (semantics.loss == LossModel::implicit_ && bound_spoils_implicit_loss(model_)) ||
           (semantics.crash != CrashModel::explicit_ && bound_spoils_implicit_crash(model_));
  }

  // Whether the search has to be repeated with another semantics, since a channel was full. If it has to and
  // must not, the semantics stays what the search was made with: what it has found is real, what it has not
  // found is unknown.
  bool make_explicit(Semantics& semantics, Reductions& reductions) {
    const SemanticsChoice choice = after_full_channel(model_, semantics, options_);
    unsound_ = choice.refusal;
    if (choice.semantics == semantics) return false;
    const PartialOrderPlan plan = plan_partial_order(choice.semantics);
    if (!plan.refusal.empty()) {
      unsound_ = fmt::format("{}; {}", fmt::join(choice.notes, "; "), plan.refusal);
      return false;
    }
    append(choice.notes);
    semantics = choice.semantics;
    reductions.spent.reset();
    if (reductions.por != PartialOrder::none) reductions.por = plan.por;
    return true;
  }

  void settle(Item& item, const Semantics& semantics, SearchOutcome& outcome, std::size_t goal) {
    item.decided = true;
    item.result.reason.clear();
    item.result.trace.reset();
    item.result.semantics = semantics;
    item.result.por = stack_->por();
    tell_forgetting(item.result);
    item.result.statistics = outcome.result.statistics;
    item.result.omission = outcome.result.omission;
    const auto& violation = outcome.result.violations[goal];
    if (!violation) item.result.unreduced_states = unreduced_states_;
    if (violation) {
      item.result.verdict = Verdict::violated;
      item.result.statistics = violation->statistics;
      item.result.shortest = options_.effective_order() == SearchOrder::breadth_first;
      if (item.result.por == PartialOrder::none || !item.result.shortest || !find_shortest(item)) {
        item.result.shortest = item.result.shortest && item.result.por == PartialOrder::none;
        show(item, outcome, violation->state);
      }
      if (item.result.trace)
        item.result.statistics.depth =
            std::max<std::uint64_t>(item.result.statistics.depth, item.result.trace->steps.size());
      return;
    }
    item.result.reason = why_inconclusive(outcome.result);
    if (goal < outcome.result.withdrawn.size() && outcome.result.withdrawn[goal])
      item.result.reason = unshown_violation(item.result.reason);
    item.result.verdict =
        item.result.reason.empty() ? holds_by(outcome.result.account) : Verdict::inconclusive;
  }

  void tell_forgetting(PropertyResult& result) const {
    result.forgetful = stack_->forgetful();
    result.against_forgetting = stack_->against_forgetting();
  }

  // Stubborn sets lead to counterexamples with steps that have nothing to do with them. A breadth-first
  // search without them finds a shortest one; it is given up if it is much larger than the first.
  bool find_shortest(Item& item) {
    Reductions reductions;
    reductions.group = plan_.group;
    reductions.forget = stack_->forgetful();
    reductions.spent = stack_->spent();
    SearchOptions options = options_for_now();
    options.checkpoints = nullptr;
    options.store = StoreKind::tree;
    options.limits.max_states = std::min(options.limits.max_states,
                                         std::max<std::uint64_t>(100'000, 8 * item.result.statistics.states));
    const ChannelRoom room = room_;
    std::unique_ptr<SystemStack> reduced = std::move(stack_);
    bool found = false;
    const Spent spent = within_budget([&] { found = search_shortest(item, reductions, options); });
    if (spent != Spent::nothing) {
      found = false;
      no_room_to_show_.reset();
    }
    if (!found) item.result.trace.reset();
    stack_ = std::move(reduced);
    room_ = room;
    return found;
  }

  bool search_shortest(Item& item, Reductions& reductions, const SearchOptions& options) {
    std::vector<CompileProblem> problems;
    for (;;) {
      stack_ = SystemStack::make(model_, item.result.semantics, room_, reductions, problems);
      if (!stack_) return false;
      const SearchOutcome outcome = stack_->search({goal_of(item)}, options);
      if (outcome.result.stop == StopReason::channel_overflow &&
          enlarge(room_, model_, *outcome.result.overflow))
        continue;
      if (!outcome.result.violations[0]) return false;
      show(item, outcome, outcome.result.violations[0]->state);
      const auto no_room = std::exchange(no_room_to_show_, std::nullopt);
      if (!no_room) return true;
      if (!make_room_to_show(*no_room, reductions)) return false;
    }
  }

  // Of a search that has not found something; empty if there is nothing to be found.
  std::string why_inconclusive(const SearchResult& result) const {
    if (!result.file_error.empty()) return result.file_error;
    if (result.stop != StopReason::finished) return stop_text(result.stop, model_, room_, result.overflow);
    demand_complete(result.account);
    return unsound_.empty() && result.omission ? omission_text(*result.omission) : unsound_;
  }

  // The trace of a violation. None if there is no room for it, and nothing to show if it is lost.
  void show(Item& item, const SearchOutcome& outcome, StateNumber last) {
    Counterexample found = executed(item.result.semantics, outcome, last);
    if (!found.lost.empty()) {
      item.result.verdict = Verdict::inconclusive;
      item.result.reason = found.lost;
    }
    if (!found.shown()) return;
    // Its end must really violate the property.
    const Property& property = model_.properties[item.property];
    const PredicateId predicate(static_cast<std::int64_t>(item.property));
    if (!violates(stack_->unreduced(), property.kind, predicate, found.path.back()))
      report_.internal_error = "the last state of the trace does not violate " + property.name;
    item.result.trace = std::move(found.trace);
  }

  Counterexample executed(const Semantics& semantics, const SearchOutcome& outcome, StateNumber last) {
    Counterexample found = counterexample(model_, semantics, room_, *stack_, outcome, last);
    if (found.no_room) no_room_to_show_ = found.no_room;
    if (!found.internal_error.empty()) report_.internal_error = found.internal_error;
    return found;
  }

  void report_failure(const Semantics& semantics, SearchOutcome& outcome, const std::vector<Goal>& goals) {
    PropertyResult& failure = failures_.emplace_back();
    failure.name = "well-defined";
    failure.kind = "well-defined";
    failure.verdict = Verdict::violated;
    failure.semantics = semantics;
    failure.symmetry = symmetry_;
    failure.plan = plan_;
    failure.por = stack_->por();
    tell_forgetting(failure);
    failure.statistics = outcome.result.statistics;
    ModelFailure what = outcome.result.failure;
    TraceDescription trace;
    if (outcome.result.failed_state != no_state) {  // else in the initial states
      Counterexample found = executed(semantics, outcome, outcome.result.failed_state);
      if (!found.lost.empty()) {
        failure.verdict = Verdict::inconclusive;
        failure.reason = found.lost;
        return;
      }
      if (found.shown()) what = failure_at_end(goals, found.path.back());
      trace = std::move(found.trace);
    }
    trace.failure = what.message;
    trace.failure_span = what.span;
    failure.trace = std::move(trace);
  }

  // The model's failure in the last state of the lifted trace, with the names of this state's processes.
  ModelFailure failure_at_end(const std::vector<Goal>& goals, StateView last) {
    std::vector<PredicateId> predicates;
    for (const Goal& goal : goals) predicates.push_back(goal.predicate);
    ModelFailure failure = failure_in(stack_->unreduced(), predicates, last);
    if (!failure.failed()) report_.internal_error = "the last state of the trace shows no model error";
    return failure;
  }

  // A model without properties, and a search without a store that is not known to end.
  bool refuse_exploration(const Semantics& semantics) {
    Item item;
    item.result.name = "well-defined";
    item.result.kind = "well-defined";
    item.result.semantics = semantics;
    choose_partial_order(item);
    if (item.decided) failures_.push_back(std::move(item.result));
    return !failures_.empty();
  }

  void report_exploration(const Semantics& semantics, const SearchOutcome& outcome) {
    PropertyResult explored;
    explored.name = "well-defined";
    explored.kind = "well-defined";
    explored.semantics = semantics;
    explored.symmetry = symmetry_;
    explored.plan = plan_;
    tell_forgetting(explored);
    explored.unreduced_states = unreduced_states_;
    explored.statistics = outcome.result.statistics;
    explored.omission = outcome.result.omission;
    explored.reason = why_inconclusive(outcome.result);
    explored.verdict = explored.reason.empty() ? holds_by(outcome.result.account) : Verdict::inconclusive;
    failures_.push_back(std::move(explored));
    report_.notes.emplace_back(
        "the model declares no property: its states were explored for model errors only");
  }

  Model model_;
  const CheckOptions& options_;
  CheckReport report_;
  std::vector<Item> items_;
  std::vector<PropertyResult> failures_;
  ChannelRoom room_;
  Symmetry symmetry_;
  Interchangeability interchangeability_;
  SymmetryPlan plan_;  // of the group of properties at hand
  std::unique_ptr<SystemStack> stack_;
  std::optional<double> unreduced_states_;
  std::optional<ChannelOverflow> no_room_to_show_;  // a path, with the messages that were forgotten
  std::optional<LateForgetting> late_forgetting_;   // of the group of properties at hand
  std::string unsound_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

CheckReport check(const Model& model, const CheckOptions& options) {
  return PropertyChecker(model, options).run();
}

}  // namespace quorate
