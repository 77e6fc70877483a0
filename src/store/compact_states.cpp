#include <bit>

#include "store/quotient_set.hpp"
#include "store/visited_states.hpp"

namespace quorate {

namespace {

class CompactStates final : public VisitedStates {
 public:
  explicit CompactStates(StateStore& store)
      : store_(store),
        half_(needed_half()),
        roots_(std::make_unique<QuotientSet>(key_bits(half_))),
        file_(1) {
    for (StateNumber number = 0; number < store.size(); ++number) {
      const std::uint64_t root = store.root(number);
      file_.append(&root);
      roots_->insert(key(root));
    }
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
    const bool fresh = roots_->insert(key(prepared.root));
    if (fresh) file_.append(&prepared.root);
    room_.states->inserted(prepared.place, prepared.root, seen);
    return fresh;
  }

  void copy_out(StateNumber number, StateStore::Folded& folded) override {
    std::uint64_t root = 0;
    file_.read(number, &root);
    store_.unfold(root, folded);
  }

  [[nodiscard]] const StateFile& file() const override { return file_; }
  [[nodiscard]] std::uint64_t bytes() const override { return roots_->bytes() + file_.bytes(); }

 private:
  static constexpr StateNumber seen = 0;  // for any number: all that is asked is whether a state is there

  // Of states that are their own roots: none, they are keys as they are.
  [[nodiscard]] unsigned needed_half() const { return store_.part_bits(); }
  [[nodiscard]] unsigned key_bits(unsigned half) const {
    return std::max(QuotientSet::fewest_bits, half == 0 ? store_.state_bits() : 2 * half);
  }
  [[nodiscard]] std::uint64_t key(std::uint64_t root) const {
    return half_ == 0 ? root : (root >> 32 << half_) | (root & 0xFFFF'FFFF);
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
  unsigned half_;  // bits of each of a root's numbers
  std::unique_ptr<QuotientSet> roots_;
  StateFile file_;
};

}  // namespace

std::unique_ptr<VisitedStates> compact_states(StateStore& store) {
  return std::make_unique<CompactStates>(store);
}

}  // namespace quorate
