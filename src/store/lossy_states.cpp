// Hash compaction [Wolper, Leroy 1993; Stern, Dill 1995] and bit-state hashing [Holzmann 1988]: the set keeps
// hashes or bits, so that a new state can be taken for a stored one and left out. The states that are found
// are kept in a file. A search with such a set must never say "holds".
//
// The probability of an omission is estimated. Hash compaction: each of n states is taken for another with a
// probability of at most n / 2^64, which gives n^2 / 2^65 for all of them. Bit-state hashing: a new state
// finds its three bits set with probability f^3, where f is the filled fraction of the table at that time;
// the sum over all insertions is the expected number of omissions, and a Poisson distribution with that mean
// gives the probability of at least one. States that could only be reached through an omitted one are not
// counted, and the hash function is assumed to behave like a random one.
#include <array>
#include <cmath>

#include "store/quotient_set.hpp"
#include "store/visited_states.hpp"

namespace quorate {

namespace {

// The states themselves in the file, and in memory a set of their hashes.
class LossyStates : public VisitedStates {
 public:
  explicit LossyStates(Shape shape)
      : VisitedStates(shape.words), words_(shape.words), last_bits_(shape.bits % 64) {}

  StateStore::Probe prepare(const std::uint64_t* state, const StateStore::Folded&) override {
    const StateStore::Probe probe{0, hash_of_words(state, words_), no_state, 0};
    prefetch(probe.hash);
    return probe;
  }
  bool insert(const StateStore::Probe& prepared, const std::uint64_t* state) override {
    if (!add(prepared.hash)) return false;
    rows().append(state);
    return true;
  }
  void copy_out(StateNumber number, StateStore::Folded& folded) override {
    folded.state.resize(words_);
    rows().read(number, folded.state.data());
  }

  // Takes over all states of the store, also those that the set confuses with others.
  void take(StateStore& store) {
    StateStore::Folded folded;
    for (StateNumber number = 0; number < store.size(); ++number) {
      store.copy_out(number, folded);
      keep(folded.state.data());
    }
    store.forget_roots();
  }

 private:
  void keep(const std::uint64_t* state) {
    add(hash_of_words(state, words_));
    rows().append(state);
  }
  // `add` may say that the row is there already, since the table may have another size than when the
  // checkpoint was written; the row is kept all the same.
  bool restore(const std::uint64_t* row) override {
    if (last_bits_ != 0 && row[words_ - 1] >> last_bits_ != 0) return false;
    keep(row);
    return true;
  }
  virtual void prefetch(std::uint64_t hash) const = 0;
  virtual bool add(std::uint64_t hash) = 0;

  std::size_t words_;
  std::size_t last_bits_;  // bits of the last word in use; 0: all
};

class HashedStates final : public LossyStates {
 public:
  using LossyStates::LossyStates;
  [[nodiscard]] std::uint64_t bytes() const override { return hashes_.bytes() + file().bytes(); }
  [[nodiscard]] std::optional<double> omission() const override {
    const auto states = static_cast<double>(hashes_.size());
    return -std::expm1(-std::ldexp(states * states, -65));
  }

 private:
  void prefetch(std::uint64_t hash) const override { hashes_.prefetch(hash); }
  bool add(std::uint64_t hash) override { return hashes_.insert(hash); }

  QuotientSet hashes_{64};
};

class BitstateStates final : public LossyStates {
 public:
  BitstateStates(Shape shape, std::uint64_t table_bytes)
      : LossyStates(shape),
        table_(std::max<std::uint64_t>(table_bytes, 1024)),
        words_in_table_(table_.bytes() / sizeof(std::uint64_t)),
        bits_(static_cast<double>(table_.bytes()) * 8) {}
  [[nodiscard]] std::uint64_t bytes() const override { return table_.bytes() + file().bytes(); }
  [[nodiscard]] std::optional<double> omission() const override { return -std::expm1(-expected_); }

 private:
  struct Bit {
    std::uint64_t word = 0;
    std::uint64_t mask = 0;
  };
  [[nodiscard]] std::array<Bit, 3> bits_of(std::uint64_t hash) const {
    std::array<Bit, 3> bits;
    for (Bit& bit : bits) {
      hash = folded_product(hash ^ 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9 + hash);
      bit.word = static_cast<std::uint64_t>(static_cast<double>(hash >> 12) / 0x1p52 *
                                            static_cast<double>(words_in_table_));
      bit.mask = std::uint64_t{1} << (hash % 64);
    }
    return bits;
  }
  void prefetch(std::uint64_t hash) const override {
    for (const Bit& bit : bits_of(hash)) __builtin_prefetch(table_.as<std::uint64_t>() + bit.word);
  }
  bool add(std::uint64_t hash) override {
    bool fresh = false;
    const double filled = static_cast<double>(set_) / bits_;
    for (const Bit& bit : bits_of(hash)) {
      std::uint64_t& word = table_.as<std::uint64_t>()[bit.word];
      if ((word & bit.mask) != 0) continue;
      word |= bit.mask;
      ++set_;
      fresh = true;
    }
    if (fresh) expected_ += filled * filled * filled;
    return fresh;
  }

  ZeroedBlock table_;
  std::uint64_t words_in_table_;
  double bits_;
  std::uint64_t set_ = 0;
  double expected_ = 0;
};

}  // namespace

std::unique_ptr<VisitedStates> hashed_states(StateStore& store) {
  auto states = std::make_unique<HashedStates>(store.shape());
  states->take(store);
  return states;
}

std::unique_ptr<VisitedStates> bitstate_states(StateStore& store, std::uint64_t table_bytes) {
  auto states = std::make_unique<BitstateStates>(store.shape(), table_bytes);
  states->take(store);
  return states;
}

}  // namespace quorate
