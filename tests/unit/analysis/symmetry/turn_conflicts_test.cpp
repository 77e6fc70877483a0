#include "analysis/symmetry/turn_conflicts.hpp"

#include "analysis/symmetry_model.hpp"

namespace quorate {
namespace {

Lines overwritten(const std::string& place, const std::string& name) {
  return {fmt::format(
      "acceptor C5 `{}`: the iterations of this loop over acceptors all write {}, and the last one wins",
      place, name)};
}

Lines read_later(const std::string& place, const std::string& name) {
  return {fmt::format(
      "acceptor C5 `{}`: the iterations of this loop over acceptors write {}, which later iterations read",
      place, name)};
}

TEST(TurnConflicts, EachTurnItsOwnPlaces) {
  const char* const independent[] = {
      "for k: acceptor do l.votes[k] := not l.votes[k] end",
      "for k: acceptor do l.table[k][k] := l.table[k][k] + l.x end",
      "for k: acceptor do for j: acceptor do l.table[k][j] := 1 end end",
      "for k: acceptor do for j: acceptor do if l.votes[j] then l.table[k][j] := l.x end end end",
      "for k: acceptor do for i: 1..3 do l.table[k][k] := l.table[k][k] + l.rank[i] end end",
      "for k: acceptor do let j := k; l.votes[j] := l.table[j][k] > 1 end",
      "for k: acceptor do let v := l.table[k][k]; if v > 2 then l.votes[k] := true end end",
      "for k: l.seen do l.votes[k] := true end",
      "for k: l.seen do l.votes[k] := l.x > 1 end; l.seen := {}",
      "for k: acceptor do if l.votes[k] then undefine l.table[k] else l.table[k][k] := 0 end end",
      "for i: 1..3 do l.x := l.rank[i]; l.rank[i] := l.x end",
      "for k: acceptor do l.table[k][k] := any(x: 0..9) end",
  };
  for (const char* const body : independent) EXPECT_EQ(breaks_of_body(body), Lines{}) << body;
}

TEST(TurnConflicts, LastOneWins) {
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.who := k end"), overwritten("l.who", "`who`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then l.x := l.table[k][k] end end"),
            overwritten("l.x", "`x`"));
  EXPECT_EQ(breaks_of_body("for k: l.seen do l.who := k end"), overwritten("l.who", "`who`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.x := any(x: 0..9) end"), overwritten("l.x", "`x`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do let v := l.table[k][k]; l.x := v end"),
            overwritten("l.x", "`x`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then l.x := 1 else l.x := 2 end end"),
            overwritten("l.x", "`x`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then l.x := 1 else undefine l.x end end"),
            overwritten("undefine l.x", "`x`"));
  // The inner loop's element selects the place for the inner loop only.
  EXPECT_EQ(
      breaks_of_body("for k: acceptor do for j: acceptor do l.table[j][j] := l.table[j][j] * 2 end end"),
      (Lines{"acceptor C5 `l.table[j][j]`: the iterations of this loop over acceptors all write `table`, and "
             "the last one wins",
             "acceptor C5 `l.table[j][j]`: the iterations of this loop over acceptors write `table`, which "
             "later iterations read"}));
}

TEST(TurnConflicts, LaterTurnsRead) {
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.votes[k] := some(j: acceptor | l.votes[j]) end"),
            read_later("l.votes[j]", "`votes`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do if not l.b then l.b := true; l.votes[k] := true end end"),
            read_later("l.b", "`b`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do for j: acceptor do l.table[k][j] := l.table[j][k] end end"),
            (Lines{read_later("l.table[j][k]", "`table`")}));
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.x := 3; l.table[k][k] := l.x end"),
            read_later("l.x", "`x`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.votes[k] := isundefined(l.votes) end"),
            read_later("l.votes", "`votes`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.x := 1; send M(l, l.x) to k end"), read_later("l.x", "`x`"));
}

TEST(TurnConflicts, ReadsInFunctions) {
  const std::string functions =
      "function of(l: leader, k: acceptor): bool = l.votes[k] "
      "function some_of(l: leader, k: acceptor): bool = some(j: acceptor | of(l, j) and j != k) ";
  EXPECT_EQ(
      breaks_of_model(model_with(functions + "rule r of leader l: do for k: acceptor do l.votes[k] := not "
                                             "of(l, k) end")),
      Lines{});
  EXPECT_EQ(breaks_of_model(model_with(functions + "rule r of leader l: do for k: acceptor do l.votes[k] := "
                                                   "some_of(l, k) end")),
            read_later("l.votes[k]", "`votes`"));
}

TEST(TurnConflicts, TheSameValueInEveryTurn) {
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then l.b := true end end"), Lines{});
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then undefine l.who end end"), Lines{});
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then l.x := l.rank[2] + 1 end end"), Lines{});
  EXPECT_EQ(
      breaks_of_body("for k: acceptor do if l.votes[k] then l.x := 1 elsif k != l.who then l.x := 1 end end"),
      Lines{});
}

TEST(TurnConflicts, Accumulation) {
  const char* const commutative[] = {
      "for k: acceptor do if l.votes[k] then l.seen := l.seen + {k} end end",
      "for k: acceptor do l.seen := {k} + l.seen end",
      "for k: acceptor do l.seen := l.seen + {k} + {l.who} end",
      "for k: acceptor do if l.votes[k] then l.seen := l.seen - {k} end end",
      "for k: acceptor do if l.votes[k] then l.x := l.x + 1 elsif l.b then l.x := l.x + 2 end end",
      "for k: acceptor do if l.votes[k] then l.x := l.x - 1 end end",
  };
  for (const char* const body : commutative) EXPECT_EQ(breaks_of_body(body), Lines{}) << body;
  EXPECT_EQ(
      breaks_of_body("for k: acceptor do if l.votes[k] then l.seen := l.seen + {k} else l.seen := l.seen - "
                     "{k} end end"),
      overwritten("l.seen", "`seen`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do if k in l.seen then l.seen := l.seen + {l.who} end end"),
            read_later("l.seen", "`seen`"));
  EXPECT_EQ(breaks_of_body("for k: acceptor do l.seen := l.seen + (l.seen - {k}) end"),
            read_later("l.seen", "`seen`"));
  // In one order the sum leaves its range on the way, in another it does not.
  EXPECT_EQ(
      breaks_of_body("for k: acceptor do if l.votes[k] then l.x := l.x + 1 else l.x := l.x - 1 end end"),
      overwritten("l.x", "`x`"));
  EXPECT_FALSE(breaks_of_body("for k: acceptor do l.x := l.x + l.table[k][k] end").empty());
  EXPECT_FALSE(breaks_of_body("for k: acceptor do l.x := 9 - l.x end").empty());
  EXPECT_FALSE(breaks_of_body("for k: acceptor do l.seen := {k} - l.seen end").empty());
}

TEST(TurnConflicts, SendsNeedNoOrder) {
  EXPECT_EQ(breaks_of_body("for k: acceptor do send M(l, l.table[k][k]) to k end"), Lines{});
  EXPECT_EQ(breaks_of_body("for k: acceptor do if l.votes[k] then send N(k) to l.who end end"), Lines{});
}

constexpr const char* printed = R"(
type leaderID: role[2]; acceptorID: role[3]; Msg: record kind: enum {A, B}; no: 0..9 end;
var leader: array[leaderID] of record x: 0..9; who: acceptorID end;
    acceptor: array[acceptorID] of record y: 0..9 end;
rules
  [](i: leaderID) start: )";

TEST(TurnConflicts, AssembledMessages) {
  EXPECT_EQ(
      breaks_of_model(std::string(printed) +
                      "for k: acceptorID do 2acceptor[k].kind := A; 2acceptor[k].no := leader[i].x endfor"),
      Lines{});
  EXPECT_EQ(breaks_of_model(std::string(printed) +
                            "for k: acceptorID do 2acceptor[leader[i].who].kind := A endfor"),
            Lines{});
  EXPECT_EQ(breaks_of_model(std::string(printed) + "for k: acceptorID do if k ≠ leader[i].who then "
                                                   "2acceptor[leader[i].who].kind := A else "
                                                   "2acceptor[leader[i].who].kind := B endif endfor"),
            overwritten("2acceptor[leader[i].who].kind := B", "`kind` of one message"));
}

TEST(TurnConflicts, LoopOverAGroupConcernsAllItsRoles) {
  EXPECT_EQ(
      breaks_of_model(model_with("monitor var last: anyone; observe: for q: anyone do last := q end")),
      (Lines{
          "leader C5 `last`: the iterations of this loop over leaders all write `last`, and the last one "
          "wins",
          "acceptor C5 `last`: the iterations of this loop over acceptors all write `last`, and the last one "
          "wins"}));
}

TEST(TurnConflicts, LoopOverOneProcess) {
  EXPECT_EQ(breaks_of_body("for k: clerk do l.x := l.x * 2 end"), Lines{});
}

TEST(TurnConflicts, StatusAndWholeRolesInInitialRules) {
  const std::string model = R"(protocol p
role leader[2] var x: 0..9
role acceptor[3] var y: 0..9
init [](a: acceptor) start: )";
  EXPECT_EQ(breaks_of_model(model + "undefine leader; for k: acceptor do k.y := 0; k.status := byz endfor"),
            Lines{});
  EXPECT_EQ(breaks_of_model(model + "for k: acceptor do undefine leader; a.y := 1 endfor"), Lines{});
  EXPECT_EQ(
      breaks_of_model(model + "for k: acceptor do if k = a then a.status := byz else a.status := corr endif "
                              "endfor"),
      overwritten("a.status", "`status`"));
}

}  // namespace
}  // namespace quorate
