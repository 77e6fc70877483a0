// The graph of a temporal check. Each state is expanded once, and its steps are sorted and without
// duplicates; targets of all states lie in one array, each state's behind their number. Predicates are
// evaluated when a state is stored: one that fails is a model error, as in a search. After a problem the
// graph is never completed, and nothing may be said to hold.
#include "temporal/run_graph.hpp"

#include <algorithm>

namespace quorate {

namespace {
constexpr std::uint32_t expansions_between_limit_checks = 64;
}

RunGraph::RunGraph(const TransitionSystem& system, std::vector<PredicateId> atoms, const Fairness& fairness,
                   const SearchOptions& options)
    : system_(system),
      predicates_(std::move(atoms)),
      options_(options),
      keep_transitions_(fairness.of_steps()),
      owed_(system.transitions().size(), true),
      finitely_(system.transitions().size(), false),
      unowed_here_(fairness.unowed_here),
      finitely_here_(fairness.finitely_here),
      buffer_(system.shape().words),
      store_(system.shape()),
      current_(system.shape().words, 0),
      began_(std::chrono::steady_clock::now()),
      reported_(began_) {
  for (const TransitionId t : fairness.unowed) owed_[t.index()] = false;
  for (const TransitionId t : fairness.finitely) finitely_[t.index()] = true;
}

bool RunGraph::fail(StopReason reason) {
  problem_.stop = reason;
  return false;
}

bool RunGraph::start() {
  StepBuffer found(system_.shape().words);
  system_.initial_states(found);
  if (found.trouble.failure.failed()) {
    problem_.failure = found.trouble.failure;
    return fail(StopReason::model_failure);
  }
  if (found.trouble.too_many) return fail(StopReason::too_many_initial_states);
  if (found.trouble.overflow) {
    problem_.overflow = found.trouble.overflow;
    return fail(StopReason::channel_overflow);
  }
  buffer_.trouble.bound_reached = buffer_.trouble.bound_reached || found.trouble.bound_reached;
  initial_given_ = found.size();
  for (std::size_t i = 0; i < found.size(); ++i) {
    StateNumber number = 0;
    if (!insert(found.state(i), no_state, number)) return false;
    ++taken_over_;
  }
  initial_ = store_.size();
  statistics_.initial_states = initial_;
  return true;
}

bool RunGraph::insert(StateView state, StateNumber before, StateNumber& number) {
  const auto inserted = store_.insert(state.data());
  number = inserted.number;
  if (!inserted.fresh) return true;
  atoms_of_.push_back(0);
  first_.push_back(0);
  std::uint64_t& atoms = atoms_of_.back();
  for (std::size_t k = 0; k < predicates_.size(); ++k) {
    const Truth truth = system_.holds(predicates_[k], state, buffer_);
    if (truth == Truth::yes) atoms |= std::uint64_t{1} << k;
    if (truth != Truth::error) continue;
    problem_.failure = buffer_.trouble.failure;
    problem_.failed_state = number;
    problem_.failed_after = before;
    problem_.failed_in_predicate = true;
    return fail(StopReason::model_failure);
  }
  return true;
}

bool RunGraph::find_steps(StateNumber state) {
  if (!within_limits()) return false;
  if (store_.wants_fitting()) store_.fit();
  store_.copy_out(state, current_.data());
  if (!take_steps(state)) return false;
  if (buffer_.found.reduced && !keeps_runs(state)) {
    buffer_.asked.all_steps = true;
    const bool taken = take_steps(state);
    buffer_.asked.all_steps = false;
    if (!taken) return false;
  }
  // A state all of whose steps were left out gets no idle step: it is a dead end and on no run.
  const bool cut_off = buffer_.found.reduced && buffer_.size() == 0;
  if (!found_owed_ && !cut_off) found_.emplace_back(state, no_transition);
  add_steps(state, buffer_.size());
  ++expanded_;
  return true;
}

// What a system that leaves out steps (stubborn sets) needs, so that runs are kept; otherwise all steps are
// taken. docs/soundness.md ("Stubborn sets for formulas") has the argument.
// - A run may stop where no step is owed. So an owed step must be among those that were kept: it stays
//   possible until one of them occurs, and the run does not stop before.
// - Where runs need not end, no step may be put off along a cycle. Every cycle has a step to a state with the
//   same or a smaller number, which was stored already: from the state before it all steps are taken.
bool RunGraph::keeps_runs(StateNumber state) const {
  if (!found_owed_) return false;
  if (!options_.proviso) return true;
  return std::ranges::all_of(found_, [&](const auto& step) { return step.first > state; });
}

bool RunGraph::take_steps(StateNumber state) {
  buffer_.clear();
  system_.successors(current_, {}, buffer_);
  if (buffer_.trouble.overflow) {
    problem_.overflow = buffer_.trouble.overflow;
    return fail(StopReason::channel_overflow);
  }
  if (buffer_.trouble.failure.failed()) {
    problem_.failure = buffer_.trouble.failure;
    problem_.failed_state = state;
    return fail(StopReason::model_failure);
  }
  if (buffer_.trouble.too_many) return fail(StopReason::too_many_steps);
  found_.clear();
  found_owed_ = false;
  for (std::size_t i = 0; i < buffer_.size(); ++i) {
    StateNumber target = 0;
    if (!insert(buffer_.state(i), state, target)) return false;
    const auto transition = buffer_.transition(i);
    const bool finite = occurs_finitely(transition);
    const bool is_due = !finite && is_owed(transition);
    found_owed_ = found_owed_ || is_due;
    const auto kept = static_cast<std::uint32_t>(transition.index()) | (is_due ? 0 : unowed_bit) |
                      (finite ? finitely_bit : 0);
    found_.emplace_back(target, keep_transitions_ ? kept : no_transition);
  }
  return true;
}

void RunGraph::add_steps(StateNumber state, std::uint64_t executed) {
  statistics_.transitions += executed;
  std::ranges::sort(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  first_[state] = targets_.size() + 1;
  targets_.push_back(static_cast<StateNumber>(found_.size()));
  for (const auto& [target, transition] : found_) targets_.push_back(target);
  if (!keep_transitions_) return;
  transitions_.push_back(0);
  for (const auto& [target, transition] : found_) transitions_.push_back(transition);
}

std::vector<std::uint64_t> RunGraph::state(StateNumber number) const {
  std::vector<std::uint64_t> state(system_.shape().words, 0);
  store_.copy_out(number, state.data());
  return state;
}

std::vector<std::vector<std::uint64_t>> RunGraph::way_to(StateNumber goal) const {
  std::vector<StateNumber> parent(store_.size(), no_state);
  std::vector<bool> seen(store_.size(), false);
  std::vector<StateNumber> queue;
  for (StateNumber s = 0; s < initial_; ++s) {
    seen[s] = true;
    queue.push_back(s);
  }
  for (std::size_t k = 0; k < queue.size() && !seen[goal]; ++k) {
    if (!known(queue[k])) continue;
    for (const StateNumber to : targets(queue[k])) {
      if (seen[to]) continue;
      seen[to] = true;
      parent[to] = queue[k];
      queue.push_back(to);
    }
  }
  std::vector<std::vector<std::uint64_t>> way;
  for (StateNumber s = goal; s != no_state; s = parent[s]) way.push_back(state(s));
  std::ranges::reverse(way);
  return way;
}

// The step to a state in which a predicate fails is not in the graph, so that the path to its source is used.
std::vector<std::vector<std::uint64_t>> RunGraph::way_to_failure() const {
  if (problem_.failed_state == no_state) return {};
  if (!problem_.failed_in_predicate) return way_to(problem_.failed_state);
  std::vector<std::vector<std::uint64_t>> way;
  if (problem_.failed_after != no_state) way = way_to(problem_.failed_after);
  way.push_back(state(problem_.failed_state));
  return way;
}

Statistics RunGraph::statistics() {
  statistics_.states = store_.size();
  statistics_.store_bytes = store_.bytes() + 8 * (atoms_of_.capacity() + first_.capacity()) +
                            4 * (targets_.capacity() + transitions_.capacity());
  statistics_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  return statistics_;
}

bool RunGraph::within_limits() {
  const SearchLimits& limits = options_.limits;
  if (store_.size() > limits.max_states || store_.full()) return fail(StopReason::state_limit);
  if (const Spent spent = Budget::spent(); spent != Spent::nothing) return fail(stop_reason(spent));
  if (until_clock_-- > 0) return true;
  until_clock_ = expansions_between_limit_checks;
  const Statistics now = statistics();
  if (now.store_bytes > limits.max_bytes) return fail(StopReason::memory_limit);
  if (now.seconds > limits.max_seconds) return fail(StopReason::time_limit);
  const auto time = std::chrono::steady_clock::now();
  if (options_.progress && time - reported_ > std::chrono::milliseconds(250)) {
    reported_ = time;
    options_.progress(now);
  }
  return true;
}

}  // namespace quorate
