// Small models for the tests of interchangeability: two roles, a group, and one piece of text that is tested.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/symmetry/interchangeability.hpp"
#include "language/checked_model.hpp"

namespace quorate {

// Two leaders (the rules' role), three acceptors, one clerk.
inline std::string model_with(const std::string& more) {
  return R"(protocol p
role leader[2]
  var x: 0..9 := 0;  b: bool := false;  who: acceptor;  peer: leader;
      votes: array[acceptor] of bool := false;
      table: array[acceptor] of array[acceptor] of 0..9 := 0;
      seen: set of acceptor := {};
      rank: array[1..3] of 0..9 := 0
role acceptor[3]
  var y: 0..9 := 0
role clerk
  var z: 0..9 := 0;  boss: leader;  seen: set of acceptor := {}
group anyone = leader + acceptor
message M(from: leader, n: 0..9), N(who: acceptor)
)" + more +
         "\n";
}

// "leader C3 `l < m`: leader ids are compared with <", for every break.
inline std::vector<std::string> show_breaks(const CheckedModel& checked,
                                            const std::vector<SymmetryBreak>& breaks) {
  std::vector<std::string> lines;
  for (const SymmetryBreak& found : breaks) {
    lines.push_back(fmt::format("{} {} `{}`: {}", checked.model->role(found.role).name, to_text(found.rule),
                                checked.source->excerpt(found.span), found.reason));
  }
  return lines;
}

using Lines = std::vector<std::string>;

inline Lines breaks_of_model(const std::string& text) {
  const CheckedModel checked = check_text(text);
  if (!checked.model) {
    ADD_FAILURE() << checked.text();
    return {};
  }
  return show_breaks(checked, analyze_interchangeability(*checked.model).in_model);
}

// Of a rule of leader l without a guard.
inline Lines breaks_of_body(const std::string& body) {
  return breaks_of_model(model_with("rule r of leader l: do " + body));
}

inline Lines breaks_of_guard(const std::string& guard) {
  return breaks_of_model(model_with(
      "rule r(a: acceptor, c: acceptor, q: anyone, i: 1..3) of leader l: when " + guard + " do skip"));
}

// Of the only property; the model itself breaks nothing.
inline Lines breaks_of_property(const std::string& property) {
  const CheckedModel checked = check_text(model_with(property));
  if (!checked.model) {
    ADD_FAILURE() << checked.text();
    return {};
  }
  const Interchangeability analysis = analyze_interchangeability(*checked.model);
  EXPECT_TRUE(analysis.in_model.empty());
  return show_breaks(checked, analysis.in_property.at(0));
}

}  // namespace quorate
