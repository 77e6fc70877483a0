// What is kept of the states of a search.
#pragma once

#include <string>

namespace quorate {

enum class StoreKind {
  tree,      // exact, numbered: the StateStore
  compact,   // exact, about a third of the memory; the states are in a file
  hash,      // hash compaction: may omit states
  bitstate,  // bit-state hashing: may omit many
};

// Whether it may take a state for another, so that some are left out.
[[nodiscard]] constexpr bool may_omit(StoreKind store) {
  return store == StoreKind::hash || store == StoreKind::bitstate;
}

// As the option is written.
std::string to_text(StoreKind store);

}  // namespace quorate
