// The kinds of sets in which a search stores its states.
#pragma once

#include <string>

namespace quorate {

enum class StoreKind {
  tree,      // exact, numbered: the StateStore
  compact,   // exact, about a third of the memory; the states are in a file
  hash,      // hash compaction: may omit states
  bitstate,  // bit-state hashing: may omit many
};

// Whether it may take a state for another, so that states are left out.
[[nodiscard]] constexpr bool may_omit(StoreKind store) {
  return store == StoreKind::hash || store == StoreKind::bitstate;
}

// The name that the option --store has for it.
std::string to_text(StoreKind store);

}  // namespace quorate
