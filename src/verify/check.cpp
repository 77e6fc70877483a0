// Every property gets a plan (verify/gate/property_plan), properties with the same plan share a search
// (group_search), and what the search shows becomes a verdict for each: a violation with a counterexample
// that was executed on the unreduced system, "holds" from a balanced account, or the reason why neither is
// known.
#include "verify/check.hpp"

#include <algorithm>
#include <utility>

#include "base/budget.hpp"
#include "verify/confirm.hpp"
#include "verify/counterexample.hpp"
#include "verify/gate/property_plan.hpp"
#include "verify/group_search.hpp"
#include "verify/lowered_check.hpp"
#include "verify/stopping.hpp"
#include "verify/stopwatch.hpp"
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

std::string to_text(FaultForm form) {
  return form == FaultForm::explicit_ ? "explicit" : "absent";
}

namespace {

class PropertyChecker {
 public:
  PropertyChecker(const Model& model, const CheckOptions& options) : model_(model), options_(options) {}

  CheckReport run() {
    list_properties();
    const Spent spent = within_budget([&] { check_groups(); });
    if (report_.trouble) return std::move(report_);
    if (spent != Spent::nothing) give_up_undecided(spent);
    for (Item& item : items_) report_.results.push_back(std::move(item.result));
    for (PropertyResult& failure : failures_) report_.results.push_back(std::move(failure));
    return std::move(report_);
  }

 private:
  struct Item {
    std::size_t property = 0;  // in Model::properties
    PropertyPlan plan;
    PropertyResult result;
    bool decided = false;
  };

  void list_properties() {
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      Item& item = items_.emplace_back();
      item.property = p;
      item.result.name = model_.properties[p].name;
      item.result.kind = result_kind(model_.properties[p].kind);
    }
  }

  void check_groups() {
    Stopwatch watch;
    const Gate gate(model_, options_);
    for (Item& item : items_) plan(gate, item);
    planning_ = watch.lap();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].decided) continue;
      std::vector<std::size_t> group;
      for (std::size_t j = i; j < items_.size(); ++j) {
        if (!items_[j].decided && items_[i].plan.shares_search_with(items_[j].plan)) group.push_back(j);
      }
      check_group(gate, items_[i].plan, group);
      if (report_.trouble) return;
    }
    if (items_.empty()) explore(gate);
  }

  void plan(const Gate& gate, Item& item) {
    item.plan = gate.plan(item.property);
    put_plan(item.plan, item.result);
    if (item.plan.refusal.empty()) return report_.note_all(item.plan.notes);
    item.decided = true;
    item.result.reason = item.plan.refusal;
  }

  static void put_plan(const PropertyPlan& plan, PropertyResult& result) {
    result.semantics = plan.semantics;
    result.symmetry = plan.symmetry;
    result.plan = plan.permuted;
    result.por = plan.por;
  }

  // A model without properties.
  void explore(const Gate& gate) {
    const PropertyPlan plan = gate.plan(std::nullopt);
    if (plan.refusal.empty()) {
      report_.note_all(plan.notes);
      return check_group(gate, plan, {});
    }
    PropertyResult& refused = failures_.emplace_back(model_result());
    put_plan(plan, refused);
    refused.reason = plan.refusal;
  }

  static PropertyResult model_result() {
    PropertyResult result;
    result.name = well_defined_name;
    result.kind = ResultKind::well_defined;
    return result;
  }

  void check_group(const Gate& gate, const PropertyPlan& plan, const std::vector<std::size_t>& group) {
    std::vector<Goal> goals;
    for (const auto i : group) goals.push_back(goal_of(items_[i]));
    GroupSearch search(model_, options_, gate, plan, std::move(goals), room_, report_);
    const std::size_t failures = failures_.size();
    std::optional<ChannelOverflow> no_room;
    do {
      failures_.resize(failures);
      if (!search.run()) return;
      no_room = settle_group(search, group);
      if (no_room) search.make_room_to_show(*no_room);
    } while (no_room);
  }

  Goal goal_of(const Item& item) const {
    const bool invariant = model_.properties[item.property].kind == PropertyKind::invariant;
    return {invariant ? GoalKind::invariant : GoalKind::no_deadlock,
            PredicateId(static_cast<std::int64_t>(item.property))};
  }

  // The results of a search; or the channel that has no room for what is to be shown.
  std::optional<ChannelOverflow> settle_group(GroupSearch& search, const std::vector<std::size_t>& group) {
    for (std::size_t k = 0; k < group.size(); ++k) {
      if (const auto no_room = settle(search, items_[group[k]], k)) return no_room;
    }
    if (search.outcome().result.stop == StopReason::model_failure) return settle_failure(search);
    if (group.empty()) settle_exploration(search);
    return std::nullopt;
  }

  // What every result says of the search that it comes from.
  void put_search(GroupSearch& search, PropertyResult& result) const {
    put_plan(search.plan(), result);
    result.por = search.stack().por();
    result.forgetful = search.stack().forgetful();
    result.against_forgetting = search.stack().against_forgetting();
    result.statistics = search.outcome().result.statistics;
    result.timing = search.timing();
    result.timing.analysis += planning_;
    result.omission = search.outcome().result.omission;
  }

  std::optional<ChannelOverflow> settle(GroupSearch& search, Item& item, std::size_t goal) {
    item.decided = true;
    item.result.reason.clear();
    item.result.trace.reset();
    put_search(search, item.result);
    const SearchResult& found = search.outcome().result;
    if (found.violations[goal]) return settle_violation(search, item, goal);
    item.result.unreduced_states = search.unreduced_states();
    item.result.reason = search.why_inconclusive();
    if (goal < found.withdrawn.size() && found.withdrawn[goal])
      item.result.reason = unshown_violation(item.result.reason);
    item.result.verdict = item.result.reason.empty() ? holds_by(found.account) : Verdict::inconclusive;
    return std::nullopt;
  }

  std::optional<ChannelOverflow> settle_violation(GroupSearch& search, Item& item, std::size_t goal) {
    Stopwatch watch;
    PropertyResult& result = item.result;
    result.verdict = Verdict::violated;
    result.statistics = search.outcome().result.violations[goal]->statistics;
    result.shortest = options_.effective_order() == SearchOrder::breadth_first;
    bool shown = false;
    if (result.shortest && result.por != PartialOrder::none) {
      shown = search.search_shortest(search.goals()[goal], result.statistics.states,
                                     [&](const auto& stack, const auto& room, const auto& outcome) {
                                       return show(item, stack, room, outcome,
                                                   outcome.result.violations[0]->state);
                                     });
      result.shortest = shown;
    }
    std::optional<ChannelOverflow> no_room;
    if (!shown) {
      result.trace.reset();
      no_room = show(item, search.stack(), search.room(), search.outcome(),
                     search.outcome().result.violations[goal]->state);
    }
    if (result.trace)
      result.statistics.depth = std::max<std::uint64_t>(result.statistics.depth, result.trace->steps.size());
    result.timing.trace = watch.lap();
    return no_room;
  }

  // The trace of a violation. Nothing to show if it is lost.
  std::optional<ChannelOverflow> show(Item& item, const SystemStack& stack, const ChannelRoom& room,
                                      const SearchOutcome& outcome, StateNumber last) {
    Counterexample found = counterexample(model_, item.result.semantics, room, stack, outcome, last);
    if (!found.lost.empty()) {
      item.result.verdict = Verdict::inconclusive;
      item.result.reason = found.lost;
    }
    if (!found.shown()) return found.no_room;
    // Its end must really violate the property.
    const Property& property = model_.properties[item.property];
    const PredicateId predicate(static_cast<std::int64_t>(item.property));
    if (!violates(stack.unreduced(), property.kind, predicate, found.path.back()))
      throw InternalError("the last state of the trace does not violate " + property.name);
    item.result.trace = std::move(found.trace);
    return std::nullopt;
  }

  std::optional<ChannelOverflow> settle_failure(GroupSearch& search) {
    Stopwatch watch;
    PropertyResult& failure = failures_.emplace_back(model_result());
    put_search(search, failure);
    failure.verdict = Verdict::violated;
    const SearchResult& result = search.outcome().result;
    ModelFailure what = result.failure;
    TraceDescription trace;
    if (result.failed_state != no_state) {  // else in the initial states
      Counterexample found = counterexample(model_, failure.semantics, search.room(), search.stack(),
                                            search.outcome(), result.failed_state);
      if (found.no_room) return found.no_room;
      if (!found.lost.empty()) {
        failure.verdict = Verdict::inconclusive;
        failure.reason = found.lost;
        return std::nullopt;
      }
      const FailureFound at_end = failure_at_end(search, found.path.back());
      if (!at_end.failure.failed() && at_end.no_room) return at_end.no_room;
      if (!at_end.failure.failed()) throw InternalError("the last state of the trace shows no model error");
      what = at_end.failure;
      trace = std::move(found.trace);
    }
    trace.failure = what.message;
    trace.failure_span = what.span;
    failure.trace = std::move(trace);
    failure.timing.trace = watch.lap();
    return std::nullopt;
  }

  // The model's failure in the last state of the lifted trace, with the names of this state's processes.
  static FailureFound failure_at_end(const GroupSearch& search, StateView last) {
    std::vector<PredicateId> predicates;
    for (const Goal& goal : search.goals()) predicates.push_back(goal.predicate);
    return failure_in(search.stack().unreduced(), predicates, last);
  }

  void settle_exploration(GroupSearch& search) {
    PropertyResult explored = model_result();
    put_search(search, explored);
    explored.unreduced_states = search.unreduced_states();
    explored.reason = search.why_inconclusive();
    explored.verdict =
        explored.reason.empty() ? holds_by(search.outcome().result.account) : Verdict::inconclusive;
    failures_.push_back(std::move(explored));
    report_.note("the model declares no property: its states were explored for model errors only");
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
    if (items_.empty() && failures_.empty()) give_up(failures_.emplace_back(model_result()));
  }

  const Model& model_;
  const CheckOptions& options_;
  CheckReport report_;
  std::vector<Item> items_;
  std::vector<PropertyResult> failures_;
  ChannelRoom room_;
  double planning_ = 0;  // seconds
};

}  // namespace

CheckReport check_properties(const Model& model, const CheckOptions& options) {
  return PropertyChecker(model, options).run();
}

CheckReport check(const Model& model, const CheckOptions& options) {
  return check_lowered(with_wanted_properties(model, options), options, check_properties);
}

}  // namespace quorate
