// Breadth-first from the initial states up to the limits; if that is not all, random walks from initial
// states and from some of the states visited. A walk draws how likely it accepts a step that adds a fault
// (4 or 50 %); otherwise it draws another step. Each state becomes a row of bits, one for each atom, and
// equal rows are stored once; the rows are closed under exchanges of neighbouring processes, up to a limit.
// SampleTable holds the columns, so that a clause is tested on 64 samples at a time. Samples only refute
// candidates: too few of them cost questions to the solver, never soundness.
#include "induction/lemmas/samples.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <deque>

namespace quorate {

namespace {

constexpr std::size_t walk_length = 150;
constexpr std::size_t walks_without_news = 200;
constexpr std::size_t most_starts = 5000;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

SampleRows::SampleRows(const ProofSystem& system, const StateAtoms& atoms, const AtomOrbits& orbits,
                       const SampleLimits& limits)
    : system_(system),
      atoms_(atoms),
      orbits_(orbits),
      limits_(limits),
      steps_(system),
      row_words_(std::max<std::size_t>(1, (atoms.size() + 63) / 64)) {
  explore(limits);
  if (!complete_) walk(limits.rows, limits.seconds / 2);
  close_under_permutations();
}

bool SampleRows::more(double seconds) {
  if (complete_) return false;
  walk(SIZE_MAX, seconds);
  close_under_permutations();
  return true;
}

bool SampleRows::add_row(const PackedState& row) {
  if (!seen_rows_.insert(state_key(row)).second) return false;
  rows_.insert(rows_.end(), row.begin(), row.end());
  return true;
}

bool SampleRows::add(const PackedState& packed) {
  const auto state = system_.encoding().space().read(packed);
  if (!state) return false;
  PackedState row(row_words_, 0);
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    if (atoms_.holds(a, *state)) row[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  return add_row(row);
}

void SampleRows::explore(const SampleLimits& limits) {
  std::deque<PackedState> queue;
  std::unordered_set<std::string> seen;
  const double stop = now() + limits.seconds / 2;
  const auto visit = [&](const PackedState& state) {
    if (!seen.insert(state_key(state)).second) return;
    queue.push_back(state);
    add(state);
  };
  starts_ = steps_.initial_states();
  for (const PackedState& state : starts_) visit(state);
  while (!queue.empty()) {
    if (seen.size() >= limits.breadth || now() > stop || limits.over()) {
      complete_ = false;
      break;
    }
    const PackedState state = std::move(queue.front());
    queue.pop_front();
    for (const PackedState& after : steps_.successors(state)) visit(after);
  }
  complete_ = complete_ && !steps_.lost();
  states_ = seen.size();
}

std::size_t SampleRows::faults(const PackedState& state) const {
  const Layout& layout = system_.relaxed().layout();
  return static_cast<std::size_t>(std::ranges::count_if(layout.status_cells, [&](std::int32_t cell) {
    return cell >= 0 && load(layout.cells[static_cast<std::size_t>(cell)], state.data()) != 0;
  }));
}

void SampleRows::walk(std::size_t rows, double seconds) {
  if (starts_.empty()) return;
  const double stop = now() + seconds;
  for (std::size_t fruitless = 0;
       fruitless < walks_without_news && size() < rows && now() < stop && !limits_.over();) {
    const std::size_t before = size();
    PackedState state = starts_[random_() % starts_.size()];
    const std::uint64_t fault_percent = random_() % 3 == 0 ? 50 : 4;
    for (std::size_t k = 0; k < walk_length; ++k) {
      const auto after = steps_.successors(state);
      if (after.empty()) break;
      std::size_t pick = random_() % after.size();
      for (int again = 0; again < 8 && faults(after[pick]) > faults(state); ++again) {
        if (random_() % 100 < fault_percent) break;
        pick = random_() % after.size();
      }
      state = after[pick];
      ++states_;
      if (add(state) && random_() % 32 == 0 && starts_.size() < most_starts) starts_.push_back(state);
    }
    fruitless = size() == before ? fruitless + 1 : 0;
  }
}

void SampleRows::close_under_permutations() {
  for (; closed_ < size() && size() < limits_.images && !limits_.over(); ++closed_) {
    for (const auto& exchange : orbits_.exchanges()) {
      PackedState image(row_words_, 0);
      for (std::size_t a = 0; a < atoms_.size(); ++a) {
        const Literal& to = exchange[a];
        if (holds(a, closed_) == to.positive) image[to.atom / 64] |= std::uint64_t{1} << (to.atom % 64);
      }
      add_row(image);
    }
  }
}

SampleTable::SampleTable(const StateAtoms& atoms, const SampleRows& samples) : columns_(atoms.size()) {
  extend(samples);
}

void SampleTable::extend(const SampleRows& samples) {
  const std::size_t first = samples_;
  samples_ = samples.size();
  words_ = (samples_ + 63) / 64;
  const std::size_t rest = samples_ % 64;
  last_mask_ = rest == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    columns_[a].resize(words_, 0);
    for (std::size_t s = first; s < samples_; ++s) {
      if (samples.holds(a, s)) columns_[a][s / 64] |= std::uint64_t{1} << (s % 64);
    }
  }
}

std::size_t SampleTable::count(std::size_t atom) const {
  std::size_t total = 0;
  for (const auto word : columns_[atom]) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

bool SampleTable::sometimes(const Literal& literal) const {
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t mask = w + 1 == words_ ? last_mask_ : ~std::uint64_t{0};
    if ((~refuted(literal, w) & mask) != 0) return true;
  }
  return false;
}

bool SampleTable::true_everywhere(const Clause& clause) const {
  for (std::size_t w = 0; w < words_; ++w) {
    std::uint64_t refutes = ~std::uint64_t{0};
    for (const Literal& literal : clause) refutes &= refuted(literal, w);
    if (refutes != 0) return false;
  }
  return true;
}

}  // namespace quorate
