#include "search/paths.hpp"

#include <algorithm>
#include <stdexcept>

#include "search/steps_taken.hpp"

namespace quorate {

StatePath BreadthFirstPaths::path_to(StateNumber last) {
  if (known_.has(last)) return known_.path_to(last);
  StepsTaken steps(system_, store_, course_.levels, course_.proviso);
  const auto parent_of = [&](StateNumber child) {
    const auto after = std::ranges::upper_bound(course_.marks, child);
    const auto block = static_cast<StateNumber>(after - course_.marks.begin()) - 1;
    for (StateNumber parent = block * BreadthFirstCourse::interval; parent < child; ++parent) {
      if (steps.any(parent, [&](StateNumber target, StateView) { return target == child; })) return parent;
    }
    throw std::logic_error("a stored state has no predecessor");
  };
  StatePath path;
  for (StateNumber number = last;; number = parent_of(number)) {
    path.emplace_back(system_.shape().words, 0);
    store_.copy_out(number, path.back().data());
    if (course_.levels.size() < 2 || number < course_.levels[1]) break;
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace quorate
