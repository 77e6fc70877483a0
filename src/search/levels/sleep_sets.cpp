// The memory of sleep sets: one bit for each transition of each state of two levels, in units of 32.
//
// The bits say what is awake, so that intersecting sets of sleeping transitions is a bitwise "or", which
// threads do atomically. Each block has addresses for all states that there can be; only the pages of states
// that wait are touched. When a level begins, the block of the level before the last is cleared and reused;
// what exceeds twice the size of the level goes back to the kernel. Rejected, since it cost a tenth of the
// time of two threads: fresh pages for every level (docs/internals.md, "The store and the threads").
#include "search/levels/sleep_sets.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace quorate {

std::unique_ptr<SleepSets> SleepSets::make(const Independence& independence, StateNumber awake_before) {
  try {
    return std::unique_ptr<SleepSets>(new SleepSets(independence, awake_before));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

SleepSets::SleepSets(const Independence& independence, StateNumber awake_before)
    : independence_(independence),
      units_((independence_.commuting.size() + 31) / 32),
      expanded_(level_from(awake_before)),
      found_(level_from(awake_before)) {}

// Reserves addresses for all states that there can be; memory is used only for those that wait.
SleepSets::Level SleepSets::level_from(StateNumber begin) const {
  return {begin, 0, ZeroedBlock(bytes_for(no_state), ZeroedBlock::Pages::small)};
}

TransitionBits SleepSets::asleep_in(StateNumber number) const {
  TransitionBits asleep;
  if (number < expanded_.begin) return asleep;
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

void SleepSets::arrive(StateNumber number, const TransitionBits& asleep, bool fresh) {
  std::uint32_t* const awake = at(number);
  for (std::size_t u = 0; u < units_; ++u) {
    const std::atomic_ref<std::uint32_t> unit(awake[u]);
    const std::uint32_t more = awake_unit(asleep, u);
    // A new state is written without reading first: the kernel maps a page twice that is read before it is
    // written (ZeroedBlock).
    if (fresh || (more & ~unit.load(std::memory_order_relaxed)) != 0)
      unit.fetch_or(more, std::memory_order_relaxed);
  }
}

void SleepSets::move(StateNumber from, StateNumber to) {
  for (std::size_t u = 0; u < units_; ++u) at(to)[u] = std::exchange(at(from)[u], 0);
}

void SleepSets::begin_level(StateNumber next) {
  const StateNumber found = next - found_.begin;
  const StateNumber expanded = found_.begin - expanded_.begin;
  found_.held = std::max(found_.held, found);
  std::memset(expanded_.awake.as<std::byte>(), 0, bytes_for(expanded));
  // The next level is expected to have at most twice as many states as this one.
  const std::uint64_t enough = std::uint64_t{2} * found;
  if (expanded_.held > enough) {
    expanded_.awake.give_back(bytes_for(enough), bytes_for(expanded_.held));
    expanded_.held = static_cast<StateNumber>(enough);
  }
  std::swap(expanded_, found_);
  found_.begin = next;
}

std::uint64_t SleepSets::bytes(StateNumber states) const {
  const StateNumber found = states <= found_.begin ? 0 : states - found_.begin;
  return bytes_for(std::uint64_t{expanded_.held} + std::max(found_.held, found));
}

}  // namespace quorate
