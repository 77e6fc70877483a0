#include "search/checkpoints.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "store/checkpoint_file.hpp"

namespace quorate {

namespace {

void write_progress(CheckpointOutput& output, const SearchCounts& counts, const BreadthFirstCourse& course,
                    const Checkpoints::Extent& extent) {
  output.list(course.levels, extent.levels);
  output.list(course.marks, extent.marks);
  output.list(course.findings, extent.findings);
  output.value(course.proviso);
  output.value(counts.statistics);
  output.value(counts.bound_reached);
  output.value(std::uint64_t{counts.violations.size()});
  for (const auto& violation : counts.violations) {
    output.value(violation.has_value());
    output.value(violation.value_or(Violation{}));
  }
}

SearchProgress read_progress(CheckpointInput& input) {
  SearchProgress progress;
  progress.course.levels = input.list<StateNumber>();
  progress.course.marks = input.list<StateNumber>();
  progress.course.findings = input.list<BreadthFirstCourse::Finding>();
  progress.course.proviso = input.value<bool>();
  progress.counts.statistics = input.value<Statistics>();
  progress.counts.bound_reached = input.value<bool>();
  progress.counts.violations.resize(input.count(sizeof(Violation)));
  for (auto& violation : progress.counts.violations) {
    const bool there = input.value<bool>();
    const auto value = input.value<Violation>();
    if (there) violation = value;
  }
  return progress;
}

}  // namespace

bool Checkpoints::due() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count() >= every_;
}

std::string Checkpoints::file_of(const std::string& search) const {
  Checksum checksum;
  checksum.add(search.data(), search.size());
  return fmt::format("{}/search-{:016x}.states", folder_, checksum.value());
}

std::string Checkpoints::save(const std::string& search, const SearchCounts& counts,
                              const BreadthFirstCourse& course, const StateStore& store,
                              const Extent& extent) {
  CheckpointOutput output(file_of(search));
  output.text(search);
  write_progress(output, counts, course, extent);
  store.write_to(output, extent.store);
  std::string error = output.finish();
  last_ = std::chrono::steady_clock::now();
  return error;
}

Checkpoints::Loaded Checkpoints::load(const std::string& search, SearchProgress& progress,
                                      StateStore& store) const {
  const std::string path = file_of(search);
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  CheckpointInput input(path);
  if (input.good() && input.text() != search) input.refuse("it is of another search");
  progress = read_progress(input);
  const auto& levels = progress.course.levels;
  if (input.good() && !store.read_from(input)) input.refuse("its states are not those of this model");
  if (input.good() && (levels.size() < 2 || levels.back() != store.size()))
    input.refuse("its levels do not fit its states");
  return {input.good(), input.error()};
}

}  // namespace quorate
