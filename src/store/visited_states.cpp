#include "store/visited_states.hpp"

#include <vector>

namespace quorate {

void VisitedStates::write_to(CheckpointOutput& output, StateNumber count) {
  output.value(std::uint64_t{row_words_});
  output.value(std::uint64_t{count});
  std::vector<std::uint64_t> row(row_words_);
  for (StateNumber number = 0; number < count && file_.good(); ++number) {
    file_.read(number, row.data());
    output.bytes(row.data(), row.size() * sizeof(std::uint64_t));
  }
  if (!file_.good()) output.refuse(file_.trouble());
}

bool VisitedStates::read_from(CheckpointInput& input) {
  if (input.value<std::uint64_t>() != row_words_) return false;
  std::vector<std::uint64_t> row(row_words_);
  const std::uint64_t count = input.count(row.size() * sizeof(std::uint64_t));
  if (count > StateStore::most_states) return false;
  for (std::uint64_t number = 0; number < count && input.good(); ++number) {
    input.bytes(row.data(), row.size() * sizeof(std::uint64_t));
    if (!restore(row.data())) return false;
  }
  return input.good();
}

}  // namespace quorate
