// The verdicts, and what a search must show before "holds". Engines keep the account beside their loops.
// Every "holds" rests on an Evidence, which is made here and nowhere else.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

enum class Verdict { holds, violated, inconclusive };

std::string to_text(Verdict verdict);

// A search that found no violation has shown something only if it expanded every state. So it counts the
// states that it stores and, at another place, those that it has expanded. A "state" is whatever the search
// tells apart: a state of a system, a node of a product with an automaton, or the end of a path where none
// are stored.
struct SearchAccount {
  bool kept = false;             // some engine has filled it in; otherwise it shows nothing
  std::uint64_t initial = 0;     // initial states that the system gave
  std::uint64_t taken_over = 0;  // initial states that the search began with
  std::uint64_t stored = 0;
  std::uint64_t expanded = 0;  // all their steps were taken

  [[nodiscard]] bool balanced() const;
};

// Throws std::logic_error (an internal error) unless every state was expanded. Also for verdicts of other
// kinds that need a complete search, such as that no run of some kind exists.
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
