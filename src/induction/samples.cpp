#include "induction/samples.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <random>

namespace quorate {

namespace {

constexpr std::size_t walk_length = 120;
constexpr std::size_t walks_without_news = 20;

}  // namespace

Samples::Samples(const ProofSystem& system, const SampleLimits& limits) : system_(system) {
  const auto began = std::chrono::steady_clock::now();
  const auto over = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() > limits.seconds;
  };
  for (const ConcreteState& state : system.encoding().initial_states()) add(state);
  const std::size_t initial = states_.size();
  const std::size_t breadth = limits.states / 2;
  for (std::size_t next = 0; next < states_.size(); ++next) {
    if (states_.size() >= breadth || (next % 64 == 0 && over())) {
      complete_ = false;
      break;
    }
    for (const ConcreteState& after : successors(states_[next])) add(after);
  }
  if (complete_ || initial == 0) return;
  std::mt19937_64 random(1);
  for (std::size_t fruitless = 0;
       fruitless < walks_without_news && states_.size() < limits.states && !over();) {
    const std::size_t before = states_.size();
    ConcreteState state = states_[random() % initial];
    for (std::size_t k = 0; k < walk_length; ++k) {
      const auto after = successors(state);
      if (after.empty()) break;
      state = after[random() % after.size()];
      add(state);
    }
    fruitless = states_.size() == before ? fruitless + 1 : 0;
  }
}

bool Samples::add(const ConcreteState& state) {
  if (!seen_.insert(state).second) return false;
  states_.push_back(state);
  return true;
}

// Step by step of each transition, so that a model error in one does not hide the others.
std::vector<ConcreteState> Samples::successors(const ConcreteState& state) {
  const ModelSystem& engine = system_.relaxed();
  const StateSpace& space = system_.encoding().space();
  std::vector<ConcreteState> result;
  const auto packed = space.packed(state);
  if (!packed) {
    complete_ = false;
    return result;
  }
  StepBuffer buffer(engine.shape().words);
  for (std::size_t t = 0; t < engine.transitions().size(); ++t) {
    const TransitionId chosen[] = {TransitionId(static_cast<std::int64_t>(t))};
    if (engine.transitions()[t].kind == StepKind::otherwise) continue;
    buffer.clear();
    engine.successors(*packed, chosen, buffer);
    if (buffer.overflow) complete_ = false;
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      auto after = space.read(buffer.state(i));
      if (!after) continue;
      if (space.encoding() == ChannelEncoding::kept) {
        for (std::size_t v = space.layout().cells.size(); v < after->size(); ++v)
          (*after)[v] = std::max((*after)[v], state[v]);
      }
      result.push_back(std::move(*after));
    }
  }
  return result;
}

SampleTable::SampleTable(const AtomTable& atoms, const Samples& samples)
    : samples_(samples.states().size()), words_((samples_ + 63) / 64) {
  const std::size_t rest = samples_ % 64;
  last_mask_ = rest == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
  columns_.assign(atoms.size(), Bits(words_, 0));
  for (std::size_t s = 0; s < samples_; ++s) {
    for (std::size_t a = 0; a < atoms.size(); ++a) {
      if (atoms.holds(a, samples.states()[s])) columns_[a][s / 64] |= std::uint64_t{1} << (s % 64);
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
