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

std::string key(const std::vector<std::uint64_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
}

}  // namespace

Samples::Samples(const ProofSystem& system, const AtomTable& atoms, const AtomOrbits& orbits,
                 const SampleLimits& limits)
    : system_(system),
      atoms_(atoms),
      row_words_(std::max<std::size_t>(1, (atoms.size() + 63) / 64)),
      began_(now()) {
  explore(limits);
  if (!complete_) walk(limits);
  close_under(orbits, limits.images);
}

bool Samples::over(double seconds) const {
  return now() - began_ > seconds;
}

bool Samples::add_row(const Packed& row) {
  if (!seen_rows_.insert(key(row)).second) return false;
  rows_.insert(rows_.end(), row.begin(), row.end());
  return true;
}

bool Samples::add(const Packed& packed) {
  const auto state = system_.encoding().space().read(packed);
  if (!state) return false;
  Packed row(row_words_, 0);
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    if (atoms_.holds(a, *state)) row[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  return add_row(row);
}

bool Samples::kept(const Packed& before, Packed& after) {
  const StateSpace& space = system_.encoding().space();
  if (space.encoding() != ChannelEncoding::kept) return true;
  const auto old = space.read(before);
  auto state = space.read(after);
  if (!old || !state) return false;
  for (std::size_t v = space.layout().cells.size(); v < state->size(); ++v)
    (*state)[v] = std::max((*state)[v], (*old)[v]);
  const auto packed = space.packed(*state);
  if (!packed) return false;
  after = *packed;
  return true;
}

// All steps at once; one transition after the other only if one of them fails.
void Samples::successors(const Packed& state, StepBuffer& buffer) {
  const ModelSystem& engine = system_.relaxed();
  buffer.clear();
  engine.successors(state, {}, buffer);
  if (buffer.overflow) complete_ = false;
  if (!buffer.stopped()) return;
  buffer.clear();
  for (std::size_t t = 0; t < engine.transitions().size(); ++t) {
    const TransitionId chosen[] = {TransitionId(static_cast<std::int64_t>(t))};
    engine.successors(state, chosen, buffer);
    buffer.failure = {};
    buffer.overflow.reset();
  }
}

void Samples::explore(const SampleLimits& limits) {
  std::deque<Packed> queue;
  std::unordered_set<std::string> seen;
  const auto visit = [&](const Packed& state) {
    if (!seen.insert(key(state)).second) return;
    queue.push_back(state);
    add(state);
  };
  StepBuffer buffer(system_.relaxed().shape().words);
  system_.relaxed().initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) visit({buffer.state(i).begin(), buffer.state(i).end()});
  while (!queue.empty()) {
    if (seen.size() >= limits.breadth || over(limits.seconds / 2)) {
      complete_ = false;
      break;
    }
    const Packed state = std::move(queue.front());
    queue.pop_front();
    successors(state, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      Packed after(buffer.state(i).begin(), buffer.state(i).end());
      if (kept(state, after)) {
        visit(after);
      } else {
        complete_ = false;
      }
    }
  }
  states_ = seen.size();
}

void Samples::walk(const SampleLimits& limits) {
  const ModelSystem& engine = system_.relaxed();
  std::mt19937_64 random(1);
  StepBuffer initial(engine.shape().words);
  engine.initial_states(initial);
  if (initial.size() == 0) return;
  StepBuffer buffer(engine.shape().words);
  const auto faults = [&](StateView state) {
    std::size_t count = 0;
    for (const auto cell : engine.layout().status_cells) {
      if (cell >= 0 && load(engine.layout().cells[static_cast<std::size_t>(cell)], state.data()) != 0)
        ++count;
    }
    return count;
  };
  for (std::size_t fruitless = 0;
       fruitless < walks_without_news && size() < limits.rows && !over(limits.seconds);) {
    const std::size_t before = size();
    const auto first = initial.state(random() % initial.size());
    Packed state(first.begin(), first.end());
    const std::uint64_t fault_percent = random() % 3 == 0 ? 50 : 4;
    for (std::size_t k = 0; k < walk_length; ++k) {
      successors(state, buffer);
      if (buffer.size() == 0) break;
      std::size_t pick = random() % buffer.size();
      for (int again = 0; again < 8 && faults(buffer.state(pick)) > faults(state); ++again) {
        if (random() % 100 < fault_percent) break;
        pick = random() % buffer.size();
      }
      Packed after(buffer.state(pick).begin(), buffer.state(pick).end());
      if (!kept(state, after)) break;
      state = std::move(after);
      ++states_;
      add(state);
    }
    fruitless = size() == before ? fruitless + 1 : 0;
  }
}

void Samples::close_under(const AtomOrbits& orbits, std::size_t limit) {
  for (std::size_t i = 0; i < size() && size() < limit; ++i) {
    for (const auto& exchange : orbits.exchanges()) {
      Packed image(row_words_, 0);
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
