#include "induction/samples.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <deque>
#include <random>

namespace quorate {

namespace {

constexpr std::size_t walk_length = 150;
constexpr std::size_t walks_without_news = 200;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Samples::Samples(const ProofSystem& system, const AtomTable& atoms, const AtomOrbits& orbits,
                 const SampleLimits& limits)
    : system_(system),
      atoms_(atoms),
      steps_(system),
      row_words_(std::max<std::size_t>(1, (atoms.size() + 63) / 64)),
      began_(now()) {
  explore(limits);
  if (!complete_) walk(limits);
  close_under(orbits, limits.images);
}

bool Samples::over(double seconds) const {
  return now() - began_ > seconds;
}

bool Samples::add_row(const PackedState& row) {
  if (!seen_rows_.insert(state_key(row)).second) return false;
  rows_.insert(rows_.end(), row.begin(), row.end());
  return true;
}

bool Samples::add(const PackedState& packed) {
  const auto state = system_.encoding().space().read(packed);
  if (!state) return false;
  PackedState row(row_words_, 0);
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    if (atoms_.holds(a, *state)) row[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  return add_row(row);
}

void Samples::explore(const SampleLimits& limits) {
  std::deque<PackedState> queue;
  std::unordered_set<std::string> seen;
  const auto visit = [&](const PackedState& state) {
    if (!seen.insert(state_key(state)).second) return;
    queue.push_back(state);
    add(state);
  };
  for (const PackedState& state : steps_.initial_states()) visit(state);
  while (!queue.empty()) {
    if (seen.size() >= limits.breadth || over(limits.seconds / 2)) {
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

void Samples::walk(const SampleLimits& limits) {
  const Layout& layout = system_.relaxed().layout();
  const auto faults = [&](const PackedState& state) {
    return std::ranges::count_if(layout.status_cells, [&](std::int32_t cell) {
      return cell >= 0 && load(layout.cells[static_cast<std::size_t>(cell)], state.data()) != 0;
    });
  };
  const auto initial = steps_.initial_states();
  if (initial.empty()) return;
  std::mt19937_64 random(1);
  for (std::size_t fruitless = 0;
       fruitless < walks_without_news && size() < limits.rows && !over(limits.seconds);) {
    const std::size_t before = size();
    PackedState state = initial[random() % initial.size()];
    const std::uint64_t fault_percent = random() % 3 == 0 ? 50 : 4;
    for (std::size_t k = 0; k < walk_length; ++k) {
      const auto after = steps_.successors(state);
      if (after.empty()) break;
      std::size_t pick = random() % after.size();
      for (int again = 0; again < 8 && faults(after[pick]) > faults(state); ++again) {
        if (random() % 100 < fault_percent) break;
        pick = random() % after.size();
      }
      state = after[pick];
      ++states_;
      add(state);
    }
    fruitless = size() == before ? fruitless + 1 : 0;
  }
}

void Samples::close_under(const AtomOrbits& orbits, std::size_t limit) {
  for (std::size_t i = 0; i < size() && size() < limit; ++i) {
    for (const auto& exchange : orbits.exchanges()) {
      PackedState image(row_words_, 0);
      for (std::size_t a = 0; a < atoms_.size(); ++a) {
        const Literal& to = exchange[a];
        if (holds(a, i) == to.positive) image[to.atom / 64] |= std::uint64_t{1} << (to.atom % 64);
      }
      add_row(image);
    }
  }
}

SampleTable::SampleTable(const AtomTable& atoms, const Samples& samples)
    : samples_(samples.size()), words_((samples_ + 63) / 64) {
  const std::size_t rest = samples_ % 64;
  last_mask_ = rest == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
  columns_.assign(atoms.size(), Bits(words_, 0));
  for (std::size_t s = 0; s < samples_; ++s) {
    for (std::size_t a = 0; a < atoms.size(); ++a) {
      if (samples.holds(a, s)) columns_[a][s / 64] |= std::uint64_t{1} << (s % 64);
    }
  }
}

std::size_t SampleTable::count(std::size_t atom) const {
  std::size_t total = 0;
  for (const auto word : columns_[atom]) total += static_cast<std::size_t>(std::popcount(word));
  return total;
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
