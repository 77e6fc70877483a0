// A search may have to be repeated, for one of four reasons, each of which can occur only finitely often:
// - a channel of the layout had too little room: it gets more;
// - a channel was full to its declared bound, which makes implicit crashes or losses unsound: they become
//   steps;
// - dead messages were found while a long search kept them (late_forgetting);
// - the counterexample, with the dead messages that the search forgot, does not fit into the channels.
// Notes of the report and the progress line say so, and the time of all searches is counted.
#include "verify/run/group_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "base/shown_text.hpp"
#include "verify/result/stopping.hpp"
#include "verify/result/stopwatch.hpp"
#include "verify/run/search_name.hpp"
#include "verify/run/unreduced_search.hpp"

namespace quorate {

namespace {

// Whether all reachable states were expanded: a search also finishes early when every goal is violated.
bool complete(const SearchResult& result) {
  return result.stop == StopReason::finished && result.account.balanced();
}

bool budget_spent() {
  return Budget::spent() != Spent::nothing;
}

}  // namespace

GroupSearch::GroupSearch(const Model& model, const CheckOptions& options, const Gate& gate, PropertyPlan plan,
                         std::vector<Goal> goals, ChannelRoom& room, CheckReport& report)
    : model_(model),
      options_(options),
      gate_(gate),
      plan_(std::move(plan)),
      goals_(std::move(goals)),
      room_(room),
      report_(report),
      late_forgetting_(budget_spent) {
  reductions_.group = plan_.permuted.group;
  reductions_.forget = options.effective_forgetting();
  if (options.forget) reductions_.exploration.most_trials = ExplorationLimits::patiently;
  reductions_.exploration.over = budget_spent;
  reductions_.por = plan_.por;
  reductions_.purpose.stateless = !options.stores_states();
  reductions_.lpor_options = options.lpor_options;
  reductions_.check = options.check_reductions;
  for (const Goal& goal : goals_) {
    if (goal.kind == GoalKind::invariant) reductions_.visible.push_back(goal.predicate);
  }
}

bool GroupSearch::run() {
  do {
    if (!build()) return false;
    search_again();
    if (report_.trouble) return false;
  } while (begins_anew());
  note_kept_messages();
  if (options_.check_reductions) check_layers();
  if (!plan_.permuted.group.trivial() && !stack_->symmetric()) {
    report_.note("no symmetry reduction: " + stack_->wanted().symmetry->against());
    plan_.permuted.group = {};
  }
  const bool counted =
      stack_->symmetric() && options_.search.store == StoreKind::tree && complete(outcome_.result);
  unreduced_states_.reset();
  if (counted) unreduced_states_ = stack_->unreduced_states(*outcome_.store);
  return true;
}

// Builds the stack of systems for the present plan; gives up stubborn sets where they might hide a full
// channel.
bool GroupSearch::build() {
  Stopwatch watch;
  std::vector<CompileProblem> problems;
  stack_ = SystemStack::make(model_, plan_.semantics, room_, reductions_, problems);
  if (stack_ && stack_->relations() != nullptr &&
      gate_.may_miss_full_channel(*stack_->relations(), plan_.semantics)) {
    report_.note("no partial-order reduction: it could miss a state in which a channel is full");
    reductions_.dead = stack_->dead();
    reductions_.por = plan_.por = PartialOrder::none;
    stack_ = SystemStack::make(model_, plan_.semantics, room_, reductions_, problems);
  }
  if (!stack_) {
    report_.trouble = NotExecutable{std::move(problems)};
    return false;
  }
  reductions_.dead = stack_->dead();
  if (std::string why = stack_->start(options_.engine); !why.empty()) {
    report_.trouble = NoNativeCode{std::move(why)};
    return false;
  }
  timing_.analysis += watch.lap();
  return true;
}

SearchOptions GroupSearch::search_options() {
  SearchOptions options = options_.search;
  options.parallel.threads = options_.effective_threads();
  if (options.progress && *activity_ != '\0') {
    options.progress = [progress = options_.search.progress, activity = activity_](const Statistics& so_far) {
      Statistics told = so_far;
      told.activity = activity;
      progress(told);
    };
  }
  return options;
}

void GroupSearch::search_again() {
  SearchOptions options = search_options();
  options.search = name_of_search({model_, plan_.semantics, goals_, room_, reductions_, *stack_});
  if (stack_->dead().too_long && !options_.forget) {
    options.superseded = [this](const SearchSoFar& so_far) {
      return late_forgetting_.pays(stack_->unreduced(), so_far);
    };
  }
  timing_.repeated += timing_.search;
  outcome_ = stack_->search(goals_, options);
  timing_.search = outcome_.result.statistics.seconds;
  unsound_.clear();
  note_result();
}

// Takes over what the search reports besides its findings.
void GroupSearch::note_result() {
  report_.used_native_code = report_.used_native_code || stack_->used_native_code();
  if (const std::string text = stack_->native_trouble(); !text.empty()) report_.note(text);
  const SearchResult& result = outcome_.result;
  if (result.missing_threads > 0) {
    report_.note(fmt::format("{} of {} threads could not be started; the others searched",
                             result.missing_threads, options_.effective_threads()));
  }
  if (!result.checkpoint_warning.empty()) {
    report_.note(
        fmt::format("a checkpoint could not be written, the search went on: {}", result.checkpoint_warning));
  }
  if (result.resumable) {
    report_.note(fmt::format(
        "a checkpoint was written: `quorate resume {}` continues from there, also with other limits",
        shown(options_.search.checkpoints->folder())));
  }
  if (!result.checkpoint_error.empty()) report_.trouble = CheckpointUnusable{result.checkpoint_error};
}

// Changes the plan if the result cannot be used. False if it can be used, or if nothing is left to try.
bool GroupSearch::begins_anew() {
  const SearchResult& result = outcome_.result;
  if (result.stop == StopReason::superseded) {
    activity_ = "again, without dead messages: ";
    report_.note(fmt::format("the search was restarted after {} states: dead messages were found meanwhile",
                             result.statistics.states));
    reductions_.dead = late_forgetting_.found();
    return true;
  }
  if (result.stop == StopReason::channel_overflow) {
    activity_ = "again, with more room in channels: ";
    return enlarge(room_, model_, *result.overflow);
  }
  if (!result.bound_reached) return false;
  PropertyPlan next = gate_.after_full_channel(plan_);
  unsound_ = next.refusal;
  if (next.semantics == plan_.semantics) return false;
  activity_ = "again, with explicit faults: ";
  report_.note_all(next.notes);
  plan_ = std::move(next);
  reductions_.por = plan_.por;
  reductions_.dead.reset();
  return true;
}

namespace {

// Makes room for a counterexample with its dead messages; if there is no more room, messages are not
// forgotten.
void make_room(ChannelRoom& room, const Model& model, const ChannelOverflow& overflow,
               Reductions& reductions) {
  if (enlarge(room, model, overflow)) return;
  if (!std::exchange(reductions.forget, false))
    throw InternalError("a counterexample needs more room than the search that found it");
}

}  // namespace

void GroupSearch::make_room_to_show(const ChannelOverflow& overflow) {
  activity_ = "again, with room for the counterexample: ";
  make_room(room_, model_, overflow, reductions_);
}

bool GroupSearch::search_shortest(const Goal& goal, std::uint64_t states, const Use& use) {
  Reductions reductions = reductions_;
  reductions.group = plan_.permuted.group;
  reductions.forget = stack_->forgetful();
  reductions.dead = stack_->dead();
  reductions.por = PartialOrder::none;
  reductions.purpose.stateless = false;
  activity_ = "again, for a shortest counterexample: ";
  SearchOptions options = search_options();
  options.checkpoints = nullptr;
  options.store = StoreKind::tree;
  options.limits.max_states =
      std::min(options.limits.max_states, std::max<std::uint64_t>(100'000, 8 * states));
  ChannelRoom room = room_;
  bool found = false;
  const auto searched = [&] {  // false: again
    std::vector<CompileProblem> problems;
    const auto stack = SystemStack::make(model_, plan_.semantics, room, reductions, problems);
    if (!stack) return true;
    const SearchOutcome outcome = stack->search({goal}, options);
    if (outcome.result.stop == StopReason::channel_overflow)
      return !enlarge(room, model_, *outcome.result.overflow);
    if (!outcome.result.violations[0]) return true;
    const std::optional<ChannelOverflow> no_room = use(*stack, room, outcome);
    found = !no_room;
    if (no_room) make_room(room, model_, *no_room, reductions);
    return found;
  };
  const Spent spent = within_budget([&] {
    while (!searched()) {
    }
  });
  return found && spent == Spent::nothing;
}

std::string GroupSearch::why_inconclusive() const {
  const SearchResult& result = outcome_.result;
  if (!result.file_error.empty()) return result.file_error;
  if (result.stop != StopReason::finished) return stop_text(result.stop, model_, room_, result.overflow);
  demand_complete(result.account);
  return unsound_.empty() && result.omission ? omission_text(*result.omission) : unsound_;
}

// A note if dead messages are kept although the semantics allows forgetting them.
void GroupSearch::note_kept_messages() {
  const DeadMessages::Found dead = stack_->dead();
  if (options_.forget || dead.messages) return;
  if (!dead.reason.empty()) report_.note("dead messages are kept: " + dead.reason);
  if (dead.too_long && late_forgetting_.found().too_long)
    report_.note("dead messages are kept: finding them takes long here; --forget on finds them all the same");
}

void GroupSearch::check_layers() {
  UnreducedSearch unreduced(model_, plan_.semantics, goals_);
  for (const Layer* const layer : stack_->layers()) {
    const std::string verified = layer->check([&] { return unreduced.states(); });
    if (!verified.empty()) report_.note(verified);
  }
}

}  // namespace quorate
