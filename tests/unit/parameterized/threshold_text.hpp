// Threshold algorithms for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "language/promela/promela_checker.hpp"
#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

inline std::shared_ptr<const RuleSystem> rules_from(const std::string& text) {
  const SourceText source("test.pml", text);
  Diagnostics diagnostics;
  const auto model = load_promela(source, {}, diagnostics);
  auto rules = model ? make_rules(*model, diagnostics) : nullptr;
  EXPECT_TRUE(rules) << render(diagnostics, source);
  return rules;
}

// Byzantine broadcast; `condition` is the resilience condition.
inline std::string broadcast(const std::string& condition = "N > 3 * T && T >= 1 && 0 <= F && F <= T") {
  return "symbolic int N, T, F;\nassume(" + condition +
         ");\nint nsnt;\n"
         "atomic ex_acc = some(P:pc == 3);\natomic all_acc = all(P:pc == 3);\natomic none = all(P:pc == 0);\n"
         "atomic in_transit = some(P:nrcvd < nsnt);\n"
         "active[N - F] proctype P() {\n  byte pc, next_pc; int nrcvd, next_nrcvd;\n  if :: pc = 0; :: pc = "
         "1; fi;\n"
         "end: do :: atomic {\n"
         "  if :: nrcvd < nsnt + F -> next_nrcvd = nrcvd + 1; :: next_nrcvd = nrcvd; fi;\n"
         "  if :: next_nrcvd >= N - T -> next_pc = 3;\n"
         "     :: next_nrcvd < N - T && (pc == 1 || next_nrcvd >= T + 1) -> next_pc = 2;\n"
         "     :: else -> next_pc = pc; fi;\n"
         "  if :: pc < 2 && next_pc >= 2 -> nsnt++; :: else; fi;\n"
         "  pc = next_pc; nrcvd = next_nrcvd; next_pc = 0; next_nrcvd = 0;\n} od }\n"
         "ltl fairness { []<>(!in_transit) }\nltl relay { [](ex_acc -> <>all_acc) }\n"
         "ltl unforg { [](none -> []!ex_acc) }\n";
}

}  // namespace quorate
