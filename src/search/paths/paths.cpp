// Paths are computed backwards. The parent of a state is looked for among the 64 states that the marks name,
// by expanding them again. A reduced search may have taken all steps of a state because of the proviso, so
// that both sets of steps are tried.
#include "search/paths/paths.hpp"

#include <algorithm>

#include "search/paths/steps_taken.hpp"

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

StatePath FiledPaths::path_to(StateNumber last) {
  StatePath path;
  try {
    for (StateNumber number = last;; number = parent_of(number, path.back())) {
      read(number);
      path.push_back(folded_.state);
      if (course_.levels.size() < 2 || number < course_.levels[1]) break;
    }
  } catch (const FileFailed&) {
    return {};
  }
  std::ranges::reverse(path);
  return path;
}

void FiledPaths::read(StateNumber number) {
  states_->copy_out(number, folded_);
  if (!states_->file().good()) throw FileFailed();
}

StateNumber FiledPaths::parent_of(StateNumber number, const std::vector<std::uint64_t>& child) {
  return course_.parent_of(number, [&](StateNumber parent) {
    read(parent);
    return leads_to(child);
  });
}

bool FiledPaths::leads_to(const std::vector<std::uint64_t>& child) {
  for (const bool all_steps : {false, true}) {
    buffer_.clear();
    buffer_.asked.all_steps = all_steps;
    system_.successors(folded_.state, {}, buffer_);
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      if (std::ranges::equal(buffer_.state(i), child)) return true;
    }
    if (!buffer_.found.reduced) return false;
  }
  return false;
}

}  // namespace quorate
