#include "search/paths.hpp"

#include <algorithm>

#include "search/steps_taken.hpp"

namespace quorate {

StatePath BreadthFirstPaths::path_to(StateNumber last) {
  if (known_.has(last)) return known_.path_to(last);
  StepsTaken steps(system_, store_, course_.levels, course_.proviso);
  const auto parent_of = [&](StateNumber child) {
    return course_.parent_of(child, [&](StateNumber parent) {
      return steps.any(parent, [&](StateNumber target, StateView) { return target == child; });
    });
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
