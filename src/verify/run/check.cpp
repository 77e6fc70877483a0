// Every property gets a plan (verify/gate/property_plan), properties whose plans allow it share a search
// (verify/gate/shared_searches, group_search), and the result of the search becomes a verdict for each: a
// violation with a counterexample that was executed on the unreduced system, "holds" from a balanced account,
// or the reason why neither is known.
#include "verify/run/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "base/plural.hpp"
#include "verify/gate/property_plan.hpp"
#include "verify/gate/shared_searches.hpp"
#include "verify/result/stopping.hpp"
#include "verify/result/stopwatch.hpp"
#include "verify/run/group_search.hpp"
#include "verify/run/lowered_check.hpp"
#include "verify/trace/confirm.hpp"
#include "verify/trace/counterexample.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

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
    for (Item& failure : failures_) report_.results.push_back(std::move(failure.result));
    return std::move(report_);
  }

 private:
  struct Item {
    std::size_t property = 0;  // position in Model::properties
    PropertyPlan plan;
    PropertyResult result;
    bool decided = false;
    bool found = false;  // a violation was found; its trace may be missing still
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
    const std::vector<Group> groups = arrange(gate);
    planning_ = watch.lap();
    for (const Group& group : groups) {
      check_group(gate, items_[group.front()].plan, group);
      if (report_.trouble) return;
    }
    if (items_.empty()) explore(gate);
  }

  using Group = std::vector<std::size_t>;  // positions in items_ of properties that share a search

  std::vector<Group> arrange(const Gate& gate) {
    Group planned;
    std::vector<PropertyPlan> plans;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].decided) continue;
      planned.push_back(i);
      plans.push_back(items_[i].plan);
    }
    std::vector<Group> groups = share_searches(gate, std::move(plans));
    for (Group& group : groups) {
      for (std::size_t& position : group) position = planned[position];
    }
    note_searched_apart(groups);
    return groups;
  }

  void note_searched_apart(const std::vector<Group>& groups) {
    for (const Group& first : groups) {
      std::vector<std::string> apart;
      for (const Group& group : groups) {
        if (!items_[first.front()].plan.alike(items_[group.front()].plan)) continue;
        std::vector<std::string> names;
        for (const std::size_t i : group) names.push_back(items_[i].result.name);
        apart.push_back(and_list(names));
      }
      if (apart.size() < 2) continue;
      report_.note(fmt::format("searched apart, so that partial-order reduction can leave out more: {}",
                               fmt::join(apart, "; ")));
    }
  }

  void plan(const Gate& gate, Item& item) {
    item.plan = gate.plan(item.property);
    put_plan(item.plan, item.result);
    if (item.plan.refusal.empty()) return report_.note_all(item.plan.notes);
    item.decided = true;
    item.result.judgement = Judgement::open(item.plan.refusal);
  }

  static void put_plan(const PropertyPlan& plan, PropertyResult& result) {
    result.semantics = plan.semantics;
    result.symmetry = plan.symmetry;
    result.plan = plan.permuted;
    result.por = plan.por;
  }

  // For a model without properties: looks for model errors.
  void explore(const Gate& gate) {
    const PropertyPlan plan = gate.plan(std::nullopt);
    if (plan.refusal.empty()) {
      report_.note_all(plan.notes);
      return check_group(gate, plan, {});
    }
    PropertyResult& refused = failures_.emplace_back(model_item()).result;
    put_plan(plan, refused);
    refused.judgement = Judgement::open(plan.refusal);
  }

  static Item model_item() {
    Item item;
    item.result.name = well_defined_name;
    item.result.kind = ResultKind::well_defined;
    return item;
  }

  void check_group(const Gate& gate, const PropertyPlan& plan, const Group& group) {
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

  // Makes the results of a search; returns a channel that has no room for a counterexample, if there is one.
  std::optional<ChannelOverflow> settle_group(GroupSearch& search, const Group& group) {
    for (std::size_t k = 0; k < group.size(); ++k) {
      if (const auto no_room = settle(search, items_[group[k]], k)) return no_room;
    }
    if (search.outcome().result.stop == StopReason::model_failure) return settle_failure(search);
    if (group.empty()) settle_exploration(search);
    return std::nullopt;
  }

  // The part of a result that describes its search.
  void put_search(GroupSearch& search, PropertyResult& result) const {
    put_plan(search.plan(), result);
    result.por = search.stack().por();
    result.layers = uses_of(search.stack().wanted());
    result.statistics = search.outcome().result.statistics;
    result.timing = search.timing();
    result.timing.analysis += planning_;
    result.omission = search.outcome().result.omission;
  }

  std::optional<ChannelOverflow> settle(GroupSearch& search, Item& item, std::size_t goal) {
    item.decided = true;
    item.found = false;
    item.result.judgement = {};
    put_search(search, item.result);
    const SearchResult& found = search.outcome().result;
    if (found.violations[goal]) return settle_violation(search, item, goal);
    item.result.unreduced_states = search.unreduced_states();
    const bool withdrawn = goal < found.withdrawn.size() && found.withdrawn[goal];
    item.result.judgement = without_violation(search, withdrawn);
    return std::nullopt;
  }

  static Judgement without_violation(GroupSearch& search, bool withdrawn) {
    std::string reason = search.why_inconclusive();
    if (withdrawn) reason = unshown_violation(reason);
    if (!reason.empty()) return Judgement::open(std::move(reason));
    return Judgement::holds(Evidence(search.outcome().result.account));
  }

  std::optional<ChannelOverflow> settle_violation(GroupSearch& search, Item& item, std::size_t goal) {
    Stopwatch watch;
    PropertyResult& result = item.result;
    item.found = true;
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
      result.judgement = {};
      no_room = show(item, search.stack(), search.room(), search.outcome(),
                     search.outcome().result.violations[goal]->state);
    }
    if (result.trace() != nullptr)
      result.statistics.depth =
          std::max<std::uint64_t>(result.statistics.depth, result.trace()->steps.size());
    result.timing.trace = watch.lap();
    return no_room;
  }

  // Makes the trace of a violation. If its path cannot be read any more the judgement is open.
  std::optional<ChannelOverflow> show(Item& item, const SystemStack& stack, const ChannelRoom& room,
                                      const SearchOutcome& outcome, StateNumber last) {
    Counterexample found = counterexample(model_, item.result.semantics, room, stack, outcome, last);
    if (!found.lost.empty()) item.result.judgement = Judgement::open(found.lost);
    if (!found.shown()) return found.no_room;
    // The last state is evaluated again.
    const Property& property = model_.properties[item.property];
    const PredicateId predicate(static_cast<std::int64_t>(item.property));
    if (!violates(stack.unreduced(), property.kind, predicate, found.path.back()))
      throw InternalError("the last state of the trace does not violate " + property.name);
    item.result.judgement = Judgement::violated(std::move(found.trace));
    return std::nullopt;
  }

  std::optional<ChannelOverflow> settle_failure(GroupSearch& search) {
    Stopwatch watch;
    Item& item = failures_.emplace_back(model_item());
    item.found = true;
    PropertyResult& failure = item.result;
    put_search(search, failure);
    const SearchResult& result = search.outcome().result;
    ModelFailure what = result.failure;
    TraceDescription trace;
    if (result.failed_state != no_state) {  // otherwise the error is in the initial states
      Counterexample found = counterexample(model_, failure.semantics, search.room(), search.stack(),
                                            search.outcome(), result.failed_state);
      if (found.no_room) return found.no_room;
      if (!found.lost.empty()) {
        failure.judgement = Judgement::open(found.lost);
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
    failure.judgement = Judgement::violated(std::move(trace));
    failure.timing.trace = watch.lap();
    return std::nullopt;
  }

  // The model error in the last state of the lifted trace, whose processes it names.
  static FailureFound failure_at_end(const GroupSearch& search, StateView last) {
    std::vector<PredicateId> predicates;
    for (const Goal& goal : search.goals()) predicates.push_back(goal.predicate);
    return failure_in(search.stack().unreduced(), predicates, last);
  }

  void settle_exploration(GroupSearch& search) {
    Item explored = model_item();
    put_search(search, explored.result);
    explored.result.unreduced_states = search.unreduced_states();
    explored.result.judgement = without_violation(search, false);
    failures_.push_back(std::move(explored));
    report_.note("the model declares no property: its states were explored for model errors only");
  }

  // A violation counts only with its counterexample.
  void give_up_undecided(Spent spent) {
    const auto give_up = [&](Item& item) {
      const PropertyResult& result = item.result;
      if (result.verdict() != Verdict::inconclusive || !result.reason().empty()) return;
      item.result.judgement =
          Judgement::open(item.found ? unshown_violation(to_text(spent)) : to_text(spent));
    };
    for (Item& item : items_) give_up(item);
    for (Item& failure : failures_) give_up(failure);
    if (items_.empty() && failures_.empty()) give_up(failures_.emplace_back(model_item()));
  }

  const Model& model_;
  const CheckOptions& options_;
  CheckReport report_;
  std::vector<Item> items_;
  std::vector<Item> failures_;  // model errors
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
