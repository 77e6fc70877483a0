// The obligations of a proof as SMT-LIB text: each is a formula that must be unsatisfiable, between push and
// pop, so that another solver can confirm the proof without knowing this program. Says nothing about whether
// the formulas describe the model: that is what the differential tests of the encoding are for.
#pragma once

#include <string>

#include "induction/k_induction.hpp"

namespace quorate {

// A claim that was proved by k-induction. Assumed of all states of a path is what was proved before; of the
// states before the last, what is proved together with it.
struct ProvedClaim {
  std::string name;
  Claim claim;
  std::size_t k = 1;
  Terms always;
  Terms before;
};

class Certificate {
 public:
  explicit Certificate(const std::string& title);

  // The base and the step of the claim along the unrolling's steps.
  void add(Unrolling& unrolling, const ProvedClaim& proved);
  // Ends with a newline.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t obligations() const { return obligations_; }

 private:
  void obligation(const std::string& title, const Terms& formulas);

  std::string title_;
  std::string body_;
  std::size_t obligations_ = 0;
  bool integers_ = false;
};

}  // namespace quorate
