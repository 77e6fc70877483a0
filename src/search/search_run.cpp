// The part of a search that does not depend on its order: limits, findings, checkpoints, the account.
//
// Two counts are kept apart on purpose: the states that were stored, and those all of whose steps were taken
// (SearchAccount). Only a search in which both agree may say "holds" (docs/soundness.md, "Nothing holds that
// was not looked at"). The clock and the memory are read at every 64th expansion, the budget at each. A
// finding whose path cannot be computed is withdrawn, and the search then counts as ended by a limit.
#include "search/search_run.hpp"

#include <algorithm>
#include <new>

#include "base/memory_reserve.hpp"

namespace quorate {

namespace {
constexpr std::uint32_t expansions_between_clock_reads = 64;
}

SearchRun::SearchRun(const TransitionSystem& system, const std::vector<Goal>& goals,
                     const SearchOptions& options)
    : task_{system, goals},
      options_(options),
      store_(std::make_unique<StateStore>(system.shape())),
      checkpoint_(options.checkpoints, {options.search, goals.size(), options.store, system.shape()}),
      open_goals_(goals.size()),
      began_(std::chrono::steady_clock::now()),
      reported_(began_) {
  result_.violations.resize(goals.size());
  hold_memory_reserve();
  result_.account.kept = true;
}

std::unique_ptr<VisitedStates> SearchRun::make_filed() {
  switch (options_.store) {
    case StoreKind::hash:
      return hashed_states(*store_);
    case StoreKind::bitstate:
      return bitstate_states(*store_, options_.bitstate_bytes);
    case StoreKind::tree:  // never asked for
    case StoreKind::compact:
      break;
  }
  return compact_states(*store_);
}

bool SearchRun::file_states() {
  filed_ = make_filed();
  return file_is_good();
}

bool SearchRun::file_is_good() {
  if (filed_->file().good()) return true;
  result_.file_error = filed_->file().trouble();
  stop(StopReason::state_file_failed);
  return false;
}

std::unique_ptr<VisitedStates> SearchRun::take_filed() {
  result_.omission = filed_->omission();
  return std::move(filed_);
}

void SearchRun::fit_store() {
  store_->fit();
  checkpoint_.store_fitted(*store_);
}

void SearchRun::stop(StopReason reason) {
  if (over_) return;
  over_ = true;
  result_.stop = reason;
}

void SearchRun::withdraw_findings() {
  for (auto& violation : result_.violations) result_.withdrawn.push_back(violation.has_value());
  for (auto& violation : result_.violations) violation.reset();
  result_.failure = {};
  result_.failed_state = no_state;
  over_ = true;
  // Without its findings the search must not count as finished.
  if (result_.stop == StopReason::finished || result_.stop == StopReason::model_failure)
    result_.stop = StopReason::memory_limit;
}

bool SearchRun::begin_with(const StepBuffer& initial) {
  if (initial.trouble.failure.failed()) {
    result_.failure = initial.trouble.failure;
    stop(StopReason::model_failure);
  } else if (initial.trouble.too_many) {
    stop(StopReason::too_many_initial_states);
  } else if (initial.trouble.overflow) {
    overflowed(*initial.trouble.overflow);
  } else {
    result_.account.initial = initial.size();
  }
  return !over_;
}

void SearchRun::took_over_initial(bool fresh) {
  if (fresh) ++result_.statistics.initial_states;
  ++result_.account.taken_over;
}

std::optional<BreadthFirstCourse> SearchRun::restore() {
  if (options_.checkpoints == nullptr) return std::nullopt;
  SearchProgress progress;
  auto [found, error] = options_.checkpoints->load(checkpoint_.search(), progress, *store_, [this] {
    filed_ = make_filed();
    return filed_.get();
  });
  if (!error.empty()) {
    result_.checkpoint_error = std::move(error);
    stop(StopReason::checkpoint_failed);
  }
  if (filed_) file_is_good();
  if (over_ || !found) return std::nullopt;
  result_.statistics = progress.counts.statistics;
  result_.violations = std::move(progress.counts.violations);
  open_goals_ -= static_cast<std::size_t>(
      std::ranges::count_if(result_.violations, [](const auto& v) { return v.has_value(); }));
  result_.bound_reached = progress.counts.bound_reached;
  seconds_before_ = result_.statistics.seconds;
  count_stored(size());
  begin_checkpoint(progress.course);
  checkpoint_.is_written();
  // All levels but the last were expanded.
  result_.account.initial = result_.account.taken_over = result_.statistics.initial_states;
  result_.account.expanded = progress.course.levels[progress.course.levels.size() - 2];
  return std::move(progress.course);
}

void SearchRun::begin_checkpoint(const BreadthFirstCourse& course) {
  refresh_statistics();
  checkpoint_.begin_level(course, {result_.statistics, result_.violations, result_.bound_reached},
                          {*store_, filed_.get()});
}

void SearchRun::keep(const BreadthFirstCourse& course) {
  if (options_.checkpoints == nullptr) return;
  begin_checkpoint(course);
  checkpoint_.save_if_due(course, {*store_, filed_.get()});
  tell_checkpoint();
}

void SearchRun::keep_at_end(const BreadthFirstCourse& course) {
  switch (result_.stop) {
    case StopReason::state_limit:
    case StopReason::memory_limit:
    case StopReason::time_limit:
    case StopReason::interrupted:
      checkpoint_.save(course, {*store_, filed_.get()});
      tell_checkpoint();
      result_.resumable = checkpoint_.any_written();
      return;
    default:
      return;
  }
}

void SearchRun::tell_checkpoint() {
  if (!checkpoint_.problem().empty()) result_.checkpoint_warning = checkpoint_.problem();
}

bool SearchRun::superseded() {
  if (over_ || !options_.superseded) return over_;
  StateStore::Folded folded;
  const auto read = [&](StateNumber number, std::uint64_t* state) {
    if (filed_) {
      filed_->copy_out(number, folded);
      std::ranges::copy(folded.state, state);
    } else {
      store_->copy_out(number, state);
    }
  };
  refresh_statistics();
  try {
    const SearchSoFar so_far{result_.statistics, static_cast<StateNumber>(visited_), read};
    if (options_.superseded(so_far)) stop(StopReason::superseded);
  } catch (const std::bad_alloc&) {
    // No memory to look for a better search: this one goes on. A spent budget ends it at the next check.
  } catch (const BudgetSpent&) {
  }
  return over_;
}

// No sleep sets with a store that omits states: a step is left out because another path leads to its target,
// and that path could have been omitted.
SleepSets* SearchRun::begin_level() {
  const auto stored = static_cast<StateNumber>(visited_);
  if (sleep_) {
    sleep_->begin_level(stored);
  } else if (options_.independence && !may_omit(options_.store)) {
    sleep_ = SleepSets::make(*options_.independence, stored);
  }
  return sleep_.get();
}

void SearchRun::overflowed(const ChannelOverflow& overflow) {
  result_.overflow = overflow;
  stop(StopReason::channel_overflow);
}

void SearchRun::failed(const ModelFailure& failure, StateView state, StateNumber number, bool in_predicate) {
  result_.failure = failure;
  result_.failed_state = located(state, number);
  result_.failed_in_predicate = in_predicate;
  stop(StopReason::model_failure);
}

void SearchRun::close(std::size_t goal, StateNumber number) {
  refresh_statistics();
  result_.violations[goal] = Violation{number, result_.statistics};
  if (--open_goals_ == 0) stop(StopReason::finished);
}

// A state without a number is stored now to get one.
StateNumber SearchRun::located(StateView state, StateNumber number) {
  if (!path_before_) return number;
  StatePath path = path_before_();
  path.emplace_back(state.begin(), state.end());
  if (number == no_state) number = store_->insert(state.data()).number;
  known_paths_->add(number, std::move(path));
  return number;
}

void SearchRun::refresh_statistics() {
  Statistics& statistics = result_.statistics;
  statistics.states = visited_;
  statistics.store_bytes =
      store_->bytes() + own_bytes_ + (sleep_ ? sleep_->bytes(static_cast<StateNumber>(visited_)) : 0);
  statistics.depth = depth_;
  const std::chrono::duration<double> now = std::chrono::steady_clock::now() - began_;
  statistics.seconds = seconds_before_ + now.count();
}

bool SearchRun::within_limits(const Load& load) {
  depth_ = load.depth;
  own_bytes_ = load.own_bytes;
  if (over_) return false;
  if (visited_ >= options_.limits.max_states && load.queued > 0) stop(StopReason::state_limit);
  if (size() >= StateStore::most_states) stop(StopReason::state_limit);
  if (const Spent spent = Budget::spent(); spent != Spent::nothing) stop(stop_reason(spent));
  if (until_clock_-- > 0) return !over_;
  until_clock_ = expansions_between_clock_reads;
  refresh_statistics();
  result_.statistics.queued = load.queued;
  const SearchLimits& limits = options_.limits;
  if (result_.statistics.store_bytes > limits.max_bytes) stop(StopReason::memory_limit);
  if (result_.statistics.seconds - seconds_before_ > limits.max_seconds) stop(StopReason::time_limit);
  const auto now = std::chrono::steady_clock::now();
  if (options_.progress && now - reported_ > std::chrono::milliseconds(250)) {
    reported_ = now;
    options_.progress(result_.statistics);
  }
  return !over_;
}

SearchOutcome SearchRun::finish(std::uint64_t depth, std::unique_ptr<PathFinder> paths) {
  depth_ = std::max(depth_, depth);
  refresh_statistics();
  result_.account.stored = visited_;
  if (!paths) paths = std::move(known_paths_);
  return {std::move(result_), std::move(store_), std::move(paths)};
}

}  // namespace quorate
