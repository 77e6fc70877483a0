// Writing, reading and checking the progress of a breadth-first search. What is read is consistent before it
// is used: levels are sorted and end at the number of states, there is a mark for every `interval` states
// that one thread expanded, each finding names a level and a goal that exist, and counts are plausible. Such
// a check cannot tell that a forged checkpoint is wrong, only that nothing in it leads outside the program's
// memory.
#include "search/checkpoints/kept_progress.hpp"

#include <algorithm>
#include <cmath>

namespace quorate {

namespace {

void write_statistics(CheckpointOutput& output, const Statistics& statistics) {
  output.value(statistics.states);
  output.value(statistics.transitions);
  output.value(statistics.asleep);
  output.value(statistics.initial_states);
  output.value(statistics.depth);
  output.value(statistics.queued);
  output.value(statistics.store_bytes);
  output.value(statistics.seconds);
}

Statistics read_statistics(CheckpointInput& input) {
  Statistics statistics;
  statistics.states = input.value<std::uint64_t>();
  statistics.transitions = input.value<std::uint64_t>();
  statistics.asleep = input.value<std::uint64_t>();
  statistics.initial_states = input.value<std::uint64_t>();
  statistics.depth = input.value<std::uint64_t>();
  statistics.queued = input.value<std::uint64_t>();
  statistics.store_bytes = input.value<std::uint64_t>();
  statistics.seconds = input.value<double>();
  return statistics;
}

constexpr std::size_t finding_bytes = 2 * sizeof(std::uint64_t) + 1;

void write_findings(CheckpointOutput& output, const std::vector<BreadthFirstCourse::Finding>& findings,
                    std::size_t count) {
  output.value(std::uint64_t{count});
  for (std::size_t i = 0; i < count; ++i) {
    output.value(findings[i].level);
    output.value(findings[i].goal);
    output.flag(findings[i].failure);
  }
}

std::vector<BreadthFirstCourse::Finding> read_findings(CheckpointInput& input) {
  std::vector<BreadthFirstCourse::Finding> findings(input.count(finding_bytes));
  for (auto& finding : findings) {
    finding.level = input.value<std::uint64_t>();
    finding.goal = input.value<std::uint64_t>();
    finding.failure = input.flag();
  }
  return findings;
}

bool credible(const Statistics& statistics) {
  return std::isfinite(statistics.seconds) && statistics.seconds >= 0;
}

bool levels_fit(const std::vector<StateNumber>& levels, StateNumber states) {
  return levels.size() >= 2 && levels.front() == 0 && std::ranges::is_sorted(levels) &&
         levels.back() == states;
}

// There is one mark for each `interval` states that were expanded in the order of their numbers. The first is
// at most the number of initial states, where paths end.
bool marks_fit(const BreadthFirstCourse& course) {
  const auto& levels = course.levels;
  const auto& marks = course.marks;
  const std::size_t expanded = levels[levels.size() - 2];
  const std::size_t full = (expanded + BreadthFirstCourse::interval - 1) / BreadthFirstCourse::interval;
  const bool enough = course.by_several ? marks.size() <= full : marks.size() == full;
  return enough && std::ranges::is_sorted(marks) &&
         (marks.empty() || (marks.front() <= levels[1] && marks.back() <= levels.back()));
}

}  // namespace

void write_progress(CheckpointOutput& output, const SearchCounts& counts, const BreadthFirstCourse& course,
                    const CourseExtent& extent) {
  output.list(course.levels, extent.levels);
  output.list(course.marks, extent.marks);
  write_findings(output, course.findings, extent.findings);
  output.flag(course.proviso);
  output.flag(course.by_several);
  write_statistics(output, counts.statistics);
  output.flag(counts.bound_reached);
  output.value(std::uint64_t{counts.violations.size()});
  for (const auto& violation : counts.violations) {
    output.flag(violation.has_value());
    if (!violation) continue;
    output.value(violation->state);
    write_statistics(output, violation->statistics);
  }
}

SearchProgress read_progress(CheckpointInput& input) {
  SearchProgress progress;
  progress.course.levels = input.list<StateNumber>();
  progress.course.marks = input.list<StateNumber>();
  progress.course.findings = read_findings(input);
  progress.course.proviso = input.flag();
  progress.course.by_several = input.flag();
  progress.counts.statistics = read_statistics(input);
  progress.counts.bound_reached = input.flag();
  progress.counts.violations.resize(input.count(1));
  for (auto& violation : progress.counts.violations) {
    if (!input.flag()) continue;
    violation.emplace();
    violation->state = input.value<StateNumber>();
    violation->statistics = read_statistics(input);
  }
  return progress;
}

std::string flaw_of(const SearchProgress& progress, StateNumber states, std::size_t goals) {
  const BreadthFirstCourse& course = progress.course;
  const auto& violations = progress.counts.violations;
  if (violations.size() != goals) return "its properties are not those of this search";
  if (!levels_fit(course.levels, states)) return "its levels do not fit its states";
  if (!marks_fit(course)) return "its marks do not fit its levels";
  const auto found = [&](const BreadthFirstCourse::Finding& finding) {
    return finding.level < course.levels.size() && !finding.failure && finding.goal < goals &&
           violations[finding.goal].has_value();
  };
  if (!std::ranges::all_of(course.findings, found)) return "its findings do not fit its levels";
  const Statistics& statistics = progress.counts.statistics;
  if (!credible(statistics) || statistics.initial_states != course.levels[1])
    return "its counts do not fit its states";
  for (const auto& violation : violations) {
    if (violation && (violation->state >= states || !credible(violation->statistics)))
      return "its findings are not among its states";
  }
  return "";
}

}  // namespace quorate
