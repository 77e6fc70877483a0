#include "search/verdict.hpp"

#include <fmt/format.h>

#include "base/internal_error.hpp"

namespace quorate {

std::string to_text(Verdict verdict) {
  if (verdict == Verdict::inconclusive) return "inconclusive";
  return verdict == Verdict::holds ? "holds" : "violated";
}

// Several of the initial states may be equal, so that fewer are stored; but all must have been taken over.
bool SearchAccount::balanced() const {
  return kept && taken_over == initial && expanded == stored && (stored > 0 || initial == 0);
}

void demand_complete(const SearchAccount& account) {
  if (account.balanced()) return;
  throw InternalError(
      account.kept ? fmt::format("a search expanded {} of its {} states and began with {} of {} initial ones",
                                 account.expanded, account.stored, account.taken_over, account.initial)
                   : "a search that was not complete was taken for one that was");
}

}  // namespace quorate
