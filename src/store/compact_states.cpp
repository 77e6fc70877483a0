// The compact store: the roots of the state tree in a QuotientSet, and in a file in the order of insertion.
//
// A root is a pair of numbers of its parts. Both are packed into a key of twice as many bits as the larger of
// the two sets of parts needs; the quotient set stores it in less. When the parts become so many that their
// numbers need more bits, all keys are moved to a set of wider ones. The set is exact, since equal states
// have equal roots. It does not know the number of a state that is met again. One thread only.
#include <bit>

#include "store/quotient_set.hpp"
#include "store/visited_states.hpp"

namespace quorate {

namespace {

class CompactStates final : public VisitedStates {
 public:
  explicit CompactStates(StateStore& store)
      : VisitedStates(1),
        store_(store),
        whole_(!store.part_bits().has_value()),
        half_(needed_half()),
        roots_(std::make_unique<QuotientSet>(key_bits(half_))) {
    for (StateNumber number = 0; number < store.size(); ++number) add(store.root(number));
    store.forget_roots();
  }

  StateStore::Probe prepare(const std::uint64_t* state, const StateStore::Folded& near) override {
    const StateStore::Probe probe = store_.fold(state, near, room_);
    if (probe.known != no_state) return probe;
    if (needed_half() > half_) widen();
    roots_->prefetch(key(probe.root));
    return probe;
  }

  bool insert(const StateStore::Probe& prepared, const std::uint64_t*) override {
    if (prepared.known != no_state) return false;
    const bool fresh = add(prepared.root);
    room_.states->inserted(prepared.place, prepared.root, seen);
    return fresh;
  }

  void copy_out(StateNumber number, StateStore::Folded& folded) override {
    std::uint64_t root = 0;
    rows().read(number, &root);
    store_.unfold(root, folded);
  }

  [[nodiscard]] std::uint64_t bytes() const override { return roots_->bytes() + file().bytes(); }

 private:
  bool restore(const std::uint64_t* row) override { return store_.can_unfold(*row) && add(*row); }

  bool add(std::uint64_t root) {
    if (!roots_->insert(key(root))) return false;
    rows().append(&root);
    return true;
  }

  static constexpr StateNumber seen = 0;  // stands for all numbers: the set only knows which states are there

  [[nodiscard]] unsigned needed_half() const { return store_.part_bits().value_or(0); }
  [[nodiscard]] unsigned key_bits(unsigned half) const {
    return std::max(QuotientSet::fewest_bits, whole_ ? store_.state_bits() : 2 * half);
  }
  [[nodiscard]] std::uint64_t key(std::uint64_t root) const {
    return whole_ ? root : (root >> 32 << half_) | (root & 0xFFFF'FFFF);
  }
  [[nodiscard]] std::uint64_t root_of(std::uint64_t key) const {
    return (key >> half_ << 32) | (key & ((std::uint64_t{1} << half_) - 1));
  }

  void widen() {
    const unsigned half = needed_half();
    auto wider = std::make_unique<QuotientSet>(key_bits(half));
    roots_->drain([&](std::uint64_t old) {
      const std::uint64_t root = root_of(old);
      wider->insert((root >> 32 << half) | (root & 0xFFFF'FFFF));
    });
    half_ = half;
    roots_ = std::move(wider);
  }

  StateStore& store_;
  StateStore::Room room_;
  bool whole_;     // states of at most 64 bits: state, root and key are the same word
  unsigned half_;  // bits of each of a root's two numbers; 0 if whole_
  std::unique_ptr<QuotientSet> roots_;
};

}  // namespace

std::unique_ptr<VisitedStates> compact_states(StateStore& store) {
  return std::make_unique<CompactStates>(store);
}

}  // namespace quorate
