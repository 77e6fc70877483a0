// What is said of a property, and what a search has to show before it may be "holds". Engines fill in the
// account beside their loops; whoever makes a verdict of a search asks for it here, and nowhere else.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

enum class Verdict { holds, violated, inconclusive };

std::string to_text(Verdict verdict);

// A search that found nothing has shown something only if it has looked everywhere. So it counts what it
// comes to know and, apart from that, what it is done with. States are whatever the search tells apart:
// states of a system, nodes of a product with an automaton, or ends of paths where none are stored.
struct SearchAccount {
  bool kept = false;             // by some engine: an empty account shows nothing
  std::uint64_t initial = 0;     // initial states that the system gave
  std::uint64_t taken_over = 0;  // of them: those that the search began with
  std::uint64_t stored = 0;
  std::uint64_t expanded = 0;  // all their steps were taken

  [[nodiscard]] bool balanced() const;
};

// Throws InternalError, an internal error, unless every state was expanded. Also for other verdicts that
// need a complete search: that no run of some kind exists.
void demand_complete(const SearchAccount& account);

// What "holds" rests on: nobody can say it without one.
class Evidence {
 public:
  // Of a search: throws as demand_complete.
  explicit Evidence(const SearchAccount& account) { demand_complete(account); }
  // By a solver that found no counterexample to any obligation, or put together of complete searches.
  static Evidence proof() { return {}; }

 private:
  Evidence() = default;
};

}  // namespace quorate
