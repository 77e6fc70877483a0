#include "search/paths.hpp"

#include <algorithm>
#include <stdexcept>

namespace quorate {

BreadthFirstPaths::BreadthFirstPaths(const TransitionSystem& system, const StateStore& store,
                                     BreadthFirstCourse course)
    : system_(system),
      store_(store),
      course_(std::move(course)),
      buffer_(system.shape().words),
      wanted_(system.shape().words),
      current_(system.shape().words) {}

StatePath BreadthFirstPaths::path_to(StateNumber last) {
  StatePath path;
  const StateNumber initial_states = course_.levels.size() > 1 ? course_.levels[1] : store_.size();
  for (StateNumber number = last;; number = parent_of(number)) {
    path.emplace_back(system_.shape().words, 0);
    store_.copy_out(number, path.back().data());
    if (number < initial_states) break;
  }
  std::ranges::reverse(path);
  return path;
}

StateNumber BreadthFirstPaths::parent_of(StateNumber child) {
  store_.copy_out(child, wanted_.data());
  const auto after = std::ranges::upper_bound(course_.marks, child);
  const auto block = static_cast<StateNumber>(after - course_.marks.begin()) - 1;
  StateNumber parent = block * BreadthFirstCourse::interval;
  while (parent < child && !leads_to_wanted(parent)) ++parent;
  if (parent == child) throw std::logic_error("a stored state has no predecessor");
  return parent;
}

bool BreadthFirstPaths::leads_to_wanted(StateNumber parent) {
  store_.copy_out(parent, current_.data());
  const StateNumber next_level = *std::ranges::upper_bound(course_.levels, parent);
  for (const bool all_steps : {false, true}) {
    buffer_.clear();
    buffer_.all_steps = all_steps;
    system_.successors(current_, {}, buffer_);
    bool later = false;
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      if (std::ranges::equal(buffer_.state(i), wanted_)) return true;
      later = later || !course_.proviso || store_.find(buffer_.state(i).data()) >= next_level;
    }
    if (later || !course_.proviso || !buffer_.reduced) return false;
  }
  return false;
}

}  // namespace quorate
