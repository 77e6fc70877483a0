#include "analysis/symmetry/interchangeability.hpp"

#include "analysis/symmetry/symmetry_breaks.hpp"
#include "analysis/symmetry_model.hpp"

namespace quorate {
namespace {

TEST(Interchangeability, EveryPieceOfTheModelCounts) {
  const Lines named{"acceptor C4 `2`: acceptor[2] is named"};
  EXPECT_EQ(breaks_of_model("protocol p role leader[2] var w: acceptor := acceptor(2) role acceptor[3] "
                            "rule r of leader l: do skip"),
            named);
  EXPECT_EQ(breaks_of_model(model_with("monitor var m: acceptor := acceptor(2); "
                                       "rule r of leader l: do skip")),
            named);
  EXPECT_EQ(breaks_of_model(model_with("monitor var m: acceptor; observe: m := acceptor(2)")), named);
  EXPECT_EQ(breaks_of_model("protocol p role leader[2] var w: acceptor role acceptor[3] "
                            "init [](l: leader) start: l.w := acceptor(2)"),
            named);
  EXPECT_EQ(breaks_of_guard("l.who = acceptor(2)"), named);
}

TEST(Interchangeability, InitialChoicesAreSymmetric) {
  EXPECT_EQ(breaks_of_model("protocol p role leader[2] var id: 1..2 := distinct; w: acceptor := any "
                            "role acceptor[3] rule r of leader l: do skip"),
            Lines{});
}

TEST(Interchangeability, VariablesOfAGroupAreSymmetric) {
  EXPECT_EQ(
      breaks_of_model("protocol p role leader[2] var v: bool := false role acceptor[3] var v: bool := false "
                      "group anyone = leader + acceptor "
                      "monitor var m: bool; observe: m := some(q: anyone | q.v)"),
      Lines{});
}

TEST(Interchangeability, FunctionsCountWhereTheyAreCalled) {
  const std::string function = "function less(a: leader, b: leader): bool = a < b ";
  const Lines compared{"leader C3 `a < b`: leader ids are compared with <"};
  EXPECT_EQ(breaks_of_model(model_with(function + "rule r of leader l: do skip")), Lines{});
  EXPECT_EQ(breaks_of_model(model_with(function + "rule r of leader l: when less(l, l.peer) do skip")),
            compared);
  EXPECT_EQ(breaks_of_property(function + "invariant i: all(a: leader | all(b: leader | less(a, b)))"),
            compared);
}

TEST(Interchangeability, PropertiesCountForThemselves) {
  EXPECT_EQ(breaks_of_property("invariant i: all(a: acceptor | a.y = 0)"), Lines{});
  EXPECT_EQ(breaks_of_property("invariant i: acceptor[1].y = 0"),
            Lines{"acceptor C1 `acceptor[1]`: acceptor[1] is named"});
  EXPECT_EQ(breaks_of_property("property d: no deadlock unless leader[1].b"),
            Lines{"leader C1 `leader[1]`: leader[1] is named"});
  EXPECT_EQ(breaks_of_property("property f: F all(a: acceptor | a.y = 0)"), Lines{});
  EXPECT_EQ(breaks_of_property("property f: F acceptor[1].y = 0"),
            Lines{"acceptor C1 `acceptor[1]`: acceptor[1] is named"});
  EXPECT_EQ(
      breaks_of_property("property f: all(a: acceptor | F a.y = 0)"),
      Lines{"acceptor path `all(a: acceptor | F a.y = 0)`: the property follows single acceptors through "
            "time"});
}

TEST(Interchangeability, RolesByProperty) {
  const CheckedModel checked =
      check_text(model_with("rule r of leader l: when l < l.peer do skip "
                            "invariant i: acceptor[1].y = 0 invariant j: true"));
  ASSERT_TRUE(checked.model) << checked.text();
  const Interchangeability analysis = analyze_interchangeability(*checked.model);
  EXPECT_EQ(interchangeable_roles(*checked.model, analysis), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(interchangeable_roles(*checked.model, analysis, 0), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(interchangeable_roles(*checked.model, analysis, 1), (std::vector<bool>{false, true, true}));
}

TEST(SymmetryBreaks, NotesAndErrors) {
  const CheckedModel checked = check_text(
      "protocol p\nrole leader[2] var w: leader\nrole proxy[2]\n"
      "rule r of leader l:\n  when l < l.w and l.w = leader(1) do skip\n"
      "rule s of proxy p: when p = proxy(1) do skip\n");
  ASSERT_TRUE(checked.model) << checked.text();
  const auto breaks = analyze_interchangeability(*checked.model).in_model;
  EXPECT_EQ(symmetry_notes(*checked.model, breaks, *checked.source),
            (Lines{"leaders are not permuted: leader ids are compared with < (line 5, and 1 more place)",
                   "proxies are not permuted: proxy[1] is named (line 6)"}));
  Diagnostics diagnostics;
  report_symmetry_errors(*checked.model, breaks, diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 3U);
  EXPECT_EQ(render(diagnostics.sorted().front(), *checked.source),
            "model.ftdp:5:8: error: leader ids are compared with <, so leaders are not interchangeable\n"
            "    5 |   when l < l.w and l.w = leader(1) do skip\n"
            "      |        ^~~~~~~\n"
            "      = leave out `--symmetry` to check without permuting the leaders\n");
}

}  // namespace
}  // namespace quorate
