// The facts about a transition that are known before a search; reductions are based on them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/strong_id.hpp"
#include "model/ids.hpp"
#include "system/seam/description.hpp"

namespace quorate {

using TransitionId = StrongId<struct TransitionTag>;

// A set of transitions of constant size, so that copies and intersections take a few instructions.
struct TransitionBits {
  static constexpr std::size_t most = 256;
  std::array<std::uint64_t, most / 64> words{};

  [[nodiscard]] bool contains(TransitionId t) const { return (words[t.index() / 64] & bit(t)) != 0; }
  void insert(TransitionId t) { words[t.index() / 64] |= bit(t); }
  void remove(TransitionId t) { words[t.index() / 64] &= ~bit(t); }
  void insert(const TransitionBits& others) {
    for (std::size_t w = 0; w < words.size(); ++w) words[w] |= others.words[w];
  }
  [[nodiscard]] TransitionBits common(const TransitionBits& others) const {
    TransitionBits result;
    for (std::size_t w = 0; w < words.size(); ++w) result.words[w] = words[w] & others.words[w];
    return result;
  }
  [[nodiscard]] bool empty() const { return *this == TransitionBits{}; }
  bool operator==(const TransitionBits&) const = default;

 private:
  static std::uint64_t bit(TransitionId t) { return std::uint64_t{1} << (t.index() % 64); }
};

// A rule instantiated for one process, one choice of its parameters and one set of senders; or a
// delivery, loss or crash. Transitions are as fine as the model allows: coarser ones (without
// quorum or reply split) are unions of these.
struct Transition {
  std::string name;  // "promise(acceptor[2], proposer[1])"
  StepKind kind = StepKind::rule;
  ProcessId process;                     // the process that moves; the receiver of a delivery or loss
  std::int32_t rule = -1;                // position in Model::rules for StepKind::rule
  std::vector<std::int64_t> parameters;  // values of the rule's parameters
  std::vector<ProcessId> senders;        // whose messages it consumes (I)
  std::vector<ProcessId> recipients;     // to whom it may send (O)
  std::vector<KindId> kinds_in;
  std::vector<KindId> kinds_out;
  // Scalars of the state, by position in the layout, sorted. Rules read their own process and hidden
  // variables of others.
  std::vector<std::uint32_t> guard_reads;
  std::vector<std::uint32_t> reads;   // by guard or body
  std::vector<std::uint32_t> writes;  // by the body
  bool observed = false;              // the monitor's `observe` may change something after it
};

}  // namespace quorate
