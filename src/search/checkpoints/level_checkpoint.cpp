#include "search/checkpoints/level_checkpoint.hpp"

#include <new>

#include "base/budget.hpp"

namespace quorate {

void LevelCheckpoint::begin_level(const BreadthFirstCourse& course, SearchCounts counts,
                                  const KeptStates& states) {
  counts_ = std::move(counts);
  extent_ = {{course.levels.size(), course.marks.size(), course.findings.size()},
             states.store.extent(),
             states.filed != nullptr ? states.filed->size() : 0};
  written_ = false;
}

void LevelCheckpoint::store_fitted(const StateStore& store) {
  const StateStore::Extent now = store.extent();
  extent_.store.leaves = now.leaves;
  extent_.store.inner = now.inner;
}

void LevelCheckpoint::save_if_due(const BreadthFirstCourse& course, const KeptStates& states) {
  if (checkpoints_ != nullptr && checkpoints_->due()) save(course, states);
}

void LevelCheckpoint::save(const BreadthFirstCourse& course, const KeptStates& states) {
  if (checkpoints_ == nullptr || written_ || extent_.course.levels == 0) return;
  const BudgetHold hold;  // a limit must not interrupt the writing, which may take long
  try {
    problem_ = checkpoints_->save(search_, counts_, course, states, extent_);
  } catch (const std::bad_alloc&) {
    problem_ = "no memory";
  }
  written_ = problem_.empty();
  any_written_ = any_written_ || written_;
}

}  // namespace quorate
