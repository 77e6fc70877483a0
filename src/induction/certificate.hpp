// The obligations of a proof as SMT-LIB text: each is a set of assertions that must be unsatisfiable, so
// that another solver can confirm the proof without knowing this program. What obligations have in common
// (a path, the lemmas) is asserted once, around them. Says nothing about whether the formulas describe the
// model: the differential tests of the encoding do.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/shown_text.hpp"
#include "induction/k_induction.hpp"

namespace quorate {

// A claim that was proved by k-induction. `always` holds in all states of the path, since it was proved
// before; `before` is assumed in the states before the last, since it is proved together with the claim.
struct ProvedClaim {
  std::string name;
  Claim claim;
  std::size_t k = 1;
  Terms always;
  Terms before;
};

// Assertions and questions in nested scopes.
class SmtText {
 public:
  void open();
  void close();
  void comment(const std::string& text) { text_ += "; " + shown_in_comment(text) + "\n"; }
  void add(const Term& formula);
  void ask();

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t questions() const { return questions_; }
  [[nodiscard]] bool has_integers() const { return integers_; }

 private:
  void declare(const Term& formula);

  std::string text_;
  std::vector<std::set<std::string>> declared_{1};  // by scope
  std::size_t questions_ = 0;
  bool integers_ = false;
};

class Certificate {
 public:
  explicit Certificate(const std::string& title) : title_(title) {}

  // An assumption about every state from here on: true initially, and preserved by every step.
  void add_assumption(Unrolling& unrolling, const std::string& name, const Term& holds);
  // The bases and the steps of these claims along the unrolling's steps.
  void add(Unrolling& unrolling, const std::vector<ProvedClaim>& claims);
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t obligations() const { return smt_.questions(); }

 private:
  void bases(Unrolling& unrolling, const std::vector<ProvedClaim>& claims);
  void steps(Unrolling& unrolling, std::vector<const ProvedClaim*> claims);

  std::string title_;
  SmtText smt_;
};

}  // namespace quorate
