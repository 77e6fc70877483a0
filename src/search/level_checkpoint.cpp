#include "search/level_checkpoint.hpp"

#include <new>

namespace quorate {

void LevelCheckpoint::begin_level(const BreadthFirstCourse& course, const SearchProgress& progress,
                                  const StateStore& store) {
  if (checkpoints_ == nullptr) return;
  progress_ = progress;
  extent_ = store.extent();
  levels_ = course.levels.size();
  marks_ = course.marks.size();
  findings_ = course.findings.size();
  written_ = false;
}

void LevelCheckpoint::store_fitted(const StateStore& store) {
  const StateStore::Extent now = store.extent();
  extent_.leaves = now.leaves;
  extent_.inner = now.inner;
}

void LevelCheckpoint::save_if_due(const BreadthFirstCourse& course, const StateStore& store) {
  if (checkpoints_ != nullptr && checkpoints_->due()) save(course, store);
}

void LevelCheckpoint::save(const BreadthFirstCourse& course, const StateStore& store) {
  if (checkpoints_ == nullptr || written_ || levels_ == 0) return;
  try {
    SearchProgress progress = progress_;
    progress.course = course;
    progress.course.levels.resize(levels_);
    progress.course.marks.resize(marks_);
    progress.course.findings.resize(findings_);
    problem_ = checkpoints_->save(search_, progress, store, extent_);
  } catch (const std::bad_alloc&) {
    problem_ = "no memory";
  }
  written_ = problem_.empty();
}

}  // namespace quorate
