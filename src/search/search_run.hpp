// What the searches by one thread share: storing states, checking goals, limits and progress.
#pragma once

#include "search/expansion.hpp"
#include "search/level_checkpoint.hpp"
#include "search/search.hpp"
#include "search/sleep_sets.hpp"

namespace quorate {

class SearchRun {
 public:
  SearchRun(const TransitionSystem& system, const std::vector<Goal>& goals, const SearchOptions& options);

  // Stores the initial states. False if the search is over already.
  bool start();
  // Or goes on from a checkpoint. None: there is none, or it cannot be used, which ends the search.
  std::optional<BreadthFirstCourse> restore();
  // To be called when a level is found and the next one not begun: what a checkpoint keeps. Writes it if it
  // is time for one.
  void keep(const BreadthFirstCourse& course);
  // Writes it if a limit or an interruption has ended the search before its end.
  void keep_at_end(const BreadthFirstCourse& course);
  // Computes the steps of a stored state into buffer() and fetches what is needed to store their targets.
  // False if the search is over. all_steps: a reducing system may leave out none.
  bool expand(StateNumber number, bool all_steps = false);
  // Whether the search ends between two levels, since a better one is known. `read`: SearchSoFar::read, if
  // the states are not in the store.
  bool superseded(std::function<void(StateNumber, std::uint64_t*)> read = {});
  // The same beforehand for some states from `begin` on and before `end`, which will be expanded next, in
  // this order: their memory is fetched at the same time. Nothing else can be seen of it. Says where they
  // end.
  StateNumber look_ahead(StateNumber begin, StateNumber end);
  // Stores the target of a step of the last expanded state; a new one is checked against the goals.
  StateStore::Inserted visit(std::size_t step);
  // The same for a target that was prepared some time ago; not with fit_store.
  [[nodiscard]] const StateStore::Probe& prepared(std::size_t step) const { return now_->probes[step]; }
  StateStore::Inserted visit_later(const StateStore::Probe& target);
  // The same for searches that store no states.
  void visit_unstored(StateView state);
  bool expand_unstored(StateView state);
  // For searches that know their path: the states before the one at hand.
  void locate_by(std::function<StatePath()> path) { path_before_ = std::move(path); }

  // To be called when the states of a breadth-first level, the last ones stored, are expanded next: in the
  // levels after the first such, steps may be asleep. Null: none are.
  SleepSets* begin_level();
  // For searches that expand states themselves, before the steps are computed, before they are visited, and
  // after each visit. fresh: the target's number if it is a new one.
  void load_asleep(StateNumber number, StepBuffer& buffer) const {
    if (sleep_) buffer.asked.asleep = sleep_->asleep_in(number);
  }
  void begin_visits(StateView state) {
    if (sleep_) asleep_after_.begin(sleep_->independence(), state, buffer().asked.asleep);
  }
  void visited(std::size_t step, std::optional<StateNumber> fresh) {
    if (!sleep_) return;
    const TransitionBits asleep = asleep_after_.after(buffer().transition(step), buffer().state(step));
    if (fresh) sleep_->store(*fresh, asleep);
  }

  // To be called when all steps of a state were visited that the search wants, once for each state.
  void expanded() { ++result_.account.expanded; }
  void expanded(std::uint64_t states) { result_.account.expanded += states; }

  // Lets the store change its ways between two expansions.
  void fit_store() { fits_ = true; }

  // Whether the last expansion left out steps that the search must not ignore for ever.
  [[nodiscard]] bool must_heed_proviso() const { return options_.proviso && now_->buffer.found.reduced; }
  // To be called before each expansion with what is not expanded yet, and the memory of the search besides
  // the store. False if a limit is reached.
  bool within_limits(std::uint64_t queued, std::uint64_t depth, std::uint64_t own_bytes);
  // Runs a part of the search. If the budget is spent meanwhile, the search is over with what it has.
  template <typename Work>
  void guarded(const Work& work) {
    const Spent spent = within_budget(work);
    if (spent != Spent::nothing) stop(stop_reason(spent));
  }
  // The next question reads the clock and the memory, which is done only now and then.
  void read_limits_next() { until_clock_ = 0; }

  [[nodiscard]] StepBuffer& buffer() { return now_->buffer; }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] StateNumber size() const { return store_->size(); }
  [[nodiscard]] StateStore& store() { return *store_; }
  [[nodiscard]] SearchResult& result() { return result_; }
  void stop(StopReason reason);
  // As if nothing had been found, since it cannot be shown any more: there is no memory for it, or no time.
  void withdraw_findings();
  // A goal that was not violated before; ends the search if it was the last.
  void violated(std::size_t goal, StateNumber number);
  // For states that were stored by others.
  void count_stored() { count_stored(store_->size()); }
  void count_stored(std::uint64_t states) { visited_ = states; }
  void count_steps(const StepBuffer& steps) {
    result_.statistics.transitions += steps.steps();
    result_.statistics.asleep += steps.found.asleep_steps;
  }
  // For steps in buffer() that others have computed: what they mean for the search. False if it is over.
  bool judge(StateView state, StateNumber number);
  void check_goals(GoalKind kind, StateView state, StateNumber number);
  // paths: none if the search has told where what it found is.
  SearchOutcome finish(std::uint64_t depth, std::unique_ptr<PathFinder> paths = nullptr);

 private:
  void compute(Expansion& expansion, StateNumber number, bool all_steps);
  void fold(Expansion& expansion);
  void fetch(const Expansion& expansion);
  [[nodiscard]] StateNumber located(StateView state, StateNumber number);
  void refresh_statistics();
  void begin_checkpoint(const BreadthFirstCourse& course);
  void tell_checkpoint();

  const TransitionSystem& system_;
  const std::vector<Goal>& goals_;
  const SearchOptions& options_;
  Expansions expansions_;  // of the states from ahead_ to ahead_end_
  Expansion* now_;         // the one that the search works on
  StateNumber ahead_ = 0;
  StateNumber ahead_end_ = 0;
  std::unique_ptr<StateStore> store_;
  std::function<StatePath()> path_before_;
  std::unique_ptr<KnownPaths> known_paths_ = std::make_unique<KnownPaths>();
  SearchResult result_;
  // Other threads read the result while one counts.
  alignas(128) std::uint64_t visited_ = 0;
  StateStore::Room room_;
  LevelCheckpoint checkpoint_;
  std::size_t open_goals_;
  bool over_ = false;
  bool fits_ = false;
  std::unique_ptr<SleepSets> sleep_;
  SleepAfterSteps asleep_after_;
  std::uint32_t until_clock_ = 0;
  std::uint64_t depth_ = 0;
  std::uint64_t own_bytes_ = 0;
  double seconds_before_ = 0;  // of the runs that this one goes on
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace quorate
