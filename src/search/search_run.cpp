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
    : system_(system),
      goals_(goals),
      options_(options),
      expansions_(system.shape().words),
      now_(&expansions_[0]),
      store_(std::make_unique<StateStore>(system.shape())),
      checkpoint_(options.checkpoints, options.search),
      open_goals_(goals.size()),
      began_(std::chrono::steady_clock::now()),
      reported_(began_) {
  result_.violations.resize(goals.size());
  hold_memory_reserve();
  result_.account.kept = true;
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
  // A search that has found everything it looked for is not at its end without that.
  if (result_.stop == StopReason::finished || result_.stop == StopReason::model_failure)
    result_.stop = StopReason::memory_limit;
}

bool SearchRun::start() {
  system_.initial_states(buffer());
  if (buffer().trouble.failure.failed()) {
    result_.failure = buffer().trouble.failure;
    stop(StopReason::model_failure);
    return false;
  }
  if (buffer().trouble.too_many) {
    stop(StopReason::too_many_initial_states);
    return false;
  }
  if (buffer().trouble.overflow) {
    result_.overflow = buffer().trouble.overflow;
    stop(StopReason::channel_overflow);
    return false;
  }
  result_.account.initial = buffer().size();
  fold(*now_);
  fetch(*now_);
  for (std::size_t i = 0; i < buffer().size(); ++i) {
    if (visit(i).fresh) ++result_.statistics.initial_states;
    ++result_.account.taken_over;
    if (over_) return false;
  }
  return true;
}

std::optional<BreadthFirstCourse> SearchRun::restore() {
  if (options_.checkpoints == nullptr) return std::nullopt;
  SearchProgress progress;
  auto [found, error] = options_.checkpoints->load(options_.search, progress, *store_);
  if (error.empty() && found && progress.counts.violations.size() != goals_.size())
    error = "the checkpoint is of another search";
  if (!error.empty()) {
    result_.checkpoint_error = std::move(error);
    stop(StopReason::checkpoint_failed);
  }
  if (over_ || !found) return std::nullopt;
  result_.statistics = progress.counts.statistics;
  result_.violations = std::move(progress.counts.violations);
  open_goals_ -= static_cast<std::size_t>(
      std::ranges::count_if(result_.violations, [](const auto& v) { return v.has_value(); }));
  result_.bound_reached = progress.counts.bound_reached;
  seconds_before_ = result_.statistics.seconds;
  count_stored();
  begin_checkpoint(progress.course);
  checkpoint_.is_written();
  // All levels but the last were expanded.
  result_.account.initial = result_.account.taken_over = result_.statistics.initial_states;
  result_.account.expanded = progress.course.levels[progress.course.levels.size() - 2];
  return std::move(progress.course);
}

void SearchRun::begin_checkpoint(const BreadthFirstCourse& course) {
  refresh_statistics();
  checkpoint_.begin_level(course, {result_.statistics, result_.violations, result_.bound_reached}, *store_);
}

void SearchRun::keep(const BreadthFirstCourse& course) {
  if (options_.checkpoints == nullptr) return;
  begin_checkpoint(course);
  checkpoint_.save_if_due(course, *store_);
  tell_checkpoint();
}

void SearchRun::keep_at_end(const BreadthFirstCourse& course) {
  switch (result_.stop) {
    case StopReason::state_limit:
    case StopReason::memory_limit:
    case StopReason::time_limit:
    case StopReason::interrupted:
      checkpoint_.save(course, *store_);
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

bool SearchRun::superseded(std::function<void(StateNumber, std::uint64_t*)> read) {
  if (over_ || !options_.superseded) return over_;
  if (!read) read = [this](StateNumber number, std::uint64_t* state) { store_->copy_out(number, state); };
  refresh_statistics();
  try {
    const SearchSoFar so_far{result_.statistics, static_cast<StateNumber>(visited_), std::move(read)};
    if (options_.superseded(so_far)) stop(StopReason::superseded);
  } catch (const std::bad_alloc&) {
    // There is no memory to look for a better one; or no time, which ends this one next.
  } catch (const BudgetSpent&) {
  }
  return over_;
}

StateStore::Inserted SearchRun::visit(std::size_t step) {
  const auto inserted = store_->insert(now_->probes[step], room_);
  visited(step, inserted.fresh ? std::optional(inserted.number) : std::nullopt);
  if (inserted.fresh) {
    ++visited_;
    check_goals(GoalKind::invariant, buffer().state(step), inserted.number);
  }
  return inserted;
}

SleepSets* SearchRun::begin_level() {
  const auto stored = static_cast<StateNumber>(visited_);
  if (sleep_) {
    sleep_->begin_level(stored);
  } else if (options_.independence) {
    sleep_ = SleepSets::make(*options_.independence, stored);
  }
  return sleep_.get();
}

StateStore::Inserted SearchRun::visit_later(const StateStore::Probe& target) {
  const auto inserted = store_->insert(target, room_);
  if (inserted.fresh) {
    ++visited_;
    store_->copy_out(inserted.number, now_->state);
    check_goals(GoalKind::invariant, now_->state.state, inserted.number);
  }
  return inserted;
}

void SearchRun::visit_unstored(StateView state) {
  ++visited_;
  ++result_.statistics.transitions;
  check_goals(GoalKind::invariant, state, no_state);
}

void SearchRun::check_goals(GoalKind kind, StateView state, StateNumber number) {
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    if (goals_[g].kind != kind || result_.violations[g]) continue;
    const Truth truth = system_.holds(goals_[g].predicate, state, buffer());
    if (truth == Truth::yes) continue;
    if (truth == Truth::error) {
      result_.failure = buffer().trouble.failure;
      result_.failed_state = located(state, number);
      result_.failed_in_predicate = true;
      return stop(StopReason::model_failure);
    }
    violated(g, located(state, number));
    if (over_) return;
  }
}

void SearchRun::violated(std::size_t goal, StateNumber number) {
  refresh_statistics();
  result_.violations[goal] = Violation{number, result_.statistics};
  if (--open_goals_ == 0) stop(StopReason::finished);
}

// Three rounds over the targets, so that their cache misses overlap: to the bucket, to the pair, to the
// answer.
StateNumber SearchRun::look_ahead(StateNumber begin, StateNumber end) {
  if (fits_ && store_->wants_fitting()) {
    store_->fit();
    checkpoint_.store_fitted(*store_);
  }
  ahead_ = begin;
  ahead_end_ = begin;
  for (std::size_t steps = 0; steps < Expansions::steps_ahead && ahead_end_ < end; ++ahead_end_) {
    Expansion& next = expansions_[ahead_end_ - begin];
    compute(next, ahead_end_, false);
    steps += next.buffer.size() + 1;
  }
  for (StateNumber number = begin; number < ahead_end_; ++number) fetch(expansions_[number - begin]);
  return ahead_end_;
}

bool SearchRun::expand(StateNumber number, bool all_steps) {
  const bool ahead = ahead_ <= number && number < ahead_end_;
  now_ = &expansions_[ahead ? number - ahead_ : 0];
  if (!ahead || all_steps) {
    compute(*now_, number, all_steps);
    fetch(*now_);
  }
  const bool going_on = judge(now_->state.state, number);
  count_steps(buffer());
  begin_visits(now_->state.state);
  return going_on;
}

bool SearchRun::expand_unstored(StateView state) {
  buffer().clear();
  system_.successors(state, {}, buffer());
  return judge(state, no_state);
}

void SearchRun::compute(Expansion& expansion, StateNumber number, bool all_steps) {
  store_->copy_out(number, expansion.state);
  expansion.buffer.clear();
  expansion.buffer.asked.all_steps = all_steps;
  load_asleep(number, expansion.buffer);
  system_.successors(expansion.state.state, {}, expansion.buffer);
  fold(expansion);
}

void SearchRun::fold(Expansion& expansion) {
  const StepBuffer& buffer = expansion.buffer;
  expansion.probes.resize(buffer.stopped() ? 0 : buffer.size());
  for (std::size_t i = 0; i < expansion.probes.size(); ++i)
    expansion.probes[i] = store_->fold(buffer.state(i).data(), expansion.state, room_);
}

void SearchRun::fetch(const Expansion& expansion) {
  for (const auto& probe : expansion.probes) store_->fetch(probe);
}

bool SearchRun::judge(StateView state, StateNumber number) {
  result_.bound_reached |= buffer().trouble.bound_reached;
  if (buffer().trouble.overflow) {
    result_.overflow = buffer().trouble.overflow;
    stop(StopReason::channel_overflow);
  } else if (buffer().trouble.failure.failed()) {
    result_.failure = buffer().trouble.failure;
    result_.failed_state = located(state, number);
    stop(StopReason::model_failure);
  } else if (buffer().trouble.too_many) {
    stop(StopReason::too_many_steps);
  } else if (buffer().steps() == 0) {
    check_goals(GoalKind::no_deadlock, state, number);
  }
  return !over_;
}

// A state that was not stored is stored now, to have a number.
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

bool SearchRun::within_limits(std::uint64_t queued, std::uint64_t depth, std::uint64_t own_bytes) {
  depth_ = depth;
  own_bytes_ = own_bytes;
  if (over_) return false;
  if (visited_ >= options_.limits.max_states && queued > 0) stop(StopReason::state_limit);
  if (store_->full()) stop(StopReason::state_limit);
  if (const Spent spent = Budget::spent(); spent != Spent::nothing) stop(stop_reason(spent));
  if (until_clock_-- > 0) return !over_;
  until_clock_ = expansions_between_clock_reads;
  refresh_statistics();
  result_.statistics.queued = queued;
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
