#include "search/sleep_sets.hpp"

#include <atomic>
#include <new>

namespace quorate {

std::unique_ptr<SleepSets> SleepSets::make(const Independence& independence, StateNumber awake_before) {
  try {
    return std::unique_ptr<SleepSets>(new SleepSets(independence, awake_before));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Addresses for all states that there can be; memory is there for those that wait only.
SleepSets::SleepSets(const Independence& independence, StateNumber awake_before)
    : independence_(independence),
      awake_before_(awake_before),
      units_((independence_.commuting.size() + 31) / 32),
      forgotten_(awake_before),
      block_(std::uint64_t{no_state} * units_ * sizeof(std::uint32_t), ZeroedBlock::Pages::small) {}

TransitionBits SleepSets::asleep_in(StateNumber number) const {
  TransitionBits asleep;
  if (number < awake_before_) return asleep;
  const std::uint32_t* const awake = at(number);
  for (std::size_t u = 0; u < units_; ++u) asleep.words[u / 2] |= std::uint64_t{~awake[u]} << (u % 2 * 32);
  return asleep;
}

namespace {

std::uint32_t awake_unit(const TransitionBits& asleep, std::size_t unit) {
  return ~static_cast<std::uint32_t>(asleep.words[unit / 2] >> (unit % 2 * 32));
}

}  // namespace

void SleepSets::store(StateNumber number, const TransitionBits& asleep) {
  std::uint32_t* const awake = at(number);
  for (std::size_t u = 0; u < units_; ++u) awake[u] = awake_unit(asleep, u);
}

void SleepSets::arrive(StateNumber number, const TransitionBits& asleep) {
  std::uint32_t* const awake = at(number);
  for (std::size_t u = 0; u < units_; ++u) {
    const std::atomic_ref<std::uint32_t> unit(awake[u]);
    const std::uint32_t more = awake_unit(asleep, u);
    if ((more & ~unit.load(std::memory_order_relaxed)) != 0) unit.fetch_or(more, std::memory_order_relaxed);
  }
}

void SleepSets::move(StateNumber from, StateNumber to) {
  for (std::size_t u = 0; u < units_; ++u) at(to)[u] = std::exchange(at(from)[u], 0);
}

void SleepSets::forget_before(StateNumber number) {
  if (number <= forgotten_) return;
  const std::uint64_t size = units_ * sizeof(std::uint32_t);
  block_.give_back(forgotten_ * size, number * size);
  forgotten_ = number;
}

std::uint64_t SleepSets::bytes(StateNumber states) const {
  return states <= forgotten_ ? 0 : (states - forgotten_) * units_ * sizeof(std::uint32_t);
}

}  // namespace quorate
