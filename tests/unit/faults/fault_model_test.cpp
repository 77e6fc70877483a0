#include "faults/fault_model.hpp"

#include <gtest/gtest.h>

#include "faults/declared_faults.hpp"
#include "faults/fault_conditions.hpp"
#include "language/checked_model.hpp"

namespace quorate {
namespace {

const char* const three_roles = R"(protocol three_roles
channels asynchronous, reliable, unordered, bound 1
faults a, b: at most 1 crash; b: at most 1 byzantine
role a[2]
  var x: bool := false
role b[2]
  var x: bool := false
role c[1]
  var x: bool := false
rule go of a p: when not p.x do p.x := true
rule lie of byzantine b p: do p.x := true
invariant fine: true
)";

// Statuses as given, by process.
struct Given {
  using Truth = bool;
  std::vector<Status> statuses;

  [[nodiscard]] bool status_is(ProcessId process, Status status) const {
    return statuses[process.index()] == status;
  }
  [[nodiscard]] bool at_least(std::int64_t count, const std::vector<ProcessId>& processes,
                              Status status) const {
    for (const ProcessId process : processes) count -= status_is(process, status) ? 1 : 0;
    return count <= 0;
  }
  [[nodiscard]] static bool constant(bool value) { return value; }
  [[nodiscard]] static bool negation(bool a) { return !a; }
  [[nodiscard]] static bool both(bool a, bool b) { return a && b; }
  [[nodiscard]] static bool either(bool a, bool b) { return a || b; }
};

TEST(FaultModel, WhoHasAStatusDependsOnTheSemantics) {
  const Model model = model_of(three_roles);
  EXPECT_EQ(FaultModel(model, {}).has_status, (std::vector<bool>{false, true, false}));
  const Semantics crashes{.crash = CrashModel::explicit_};
  EXPECT_EQ(FaultModel(model, crashes).has_status, (std::vector<bool>{true, true, false}));
  EXPECT_EQ(possible_statuses(model, {}, RoleId(1)), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(possible_statuses(model, crashes, RoleId(1)), (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(possible_statuses(model, crashes, RoleId(2)), (std::vector<std::int64_t>{0}));
}

TEST(FaultModel, ABudgetIsSharedByTheRolesOfALine) {
  const Model model = model_of(three_roles);
  const FaultModel faults(model, {.crash = CrashModel::explicit_});
  const Status corr = Status::correct;
  const FaultConditions<Given> before(faults, {{corr, corr, corr, corr, corr}});
  EXPECT_TRUE(before.may_crash(ProcessId(0)));
  EXPECT_TRUE(before.may_crash(ProcessId(3)));
  EXPECT_FALSE(before.may_crash(ProcessId(4)));  // no line names it
  const FaultConditions<Given> after(faults, {{corr, corr, Status::crashed, corr, Status::crash}});
  EXPECT_FALSE(after.may_crash(ProcessId(0)));
  EXPECT_FALSE(after.may_crash(ProcessId(2)));
  EXPECT_TRUE(after.may_crash(ProcessId(4)));  // marked
  EXPECT_TRUE(after.may_be_found_crashed(ProcessId(2)));
}

TEST(FaultModel, AByzantineProcessWithAStrategyNeitherForgesNorIsDeaf) {
  const Model model = model_of(three_roles);
  const FaultModel faults(model, {});
  const Status byz = Status::byzantine;
  const FaultConditions<Given> all(faults, {{byz, byz, byz, byz, byz}});
  EXPECT_TRUE(all.forges(ProcessId(0)));
  EXPECT_TRUE(all.is_deaf(ProcessId(0)));
  EXPECT_TRUE(all.may_be_absent(ProcessId(0), false));
  EXPECT_FALSE(all.forges(ProcessId(2)));
  EXPECT_FALSE(all.is_deaf(ProcessId(2)));
  EXPECT_FALSE(all.may_be_absent(ProcessId(2), false));
  EXPECT_TRUE(all.may_be_absent(ProcessId(2), true));
  EXPECT_TRUE(all.acts(ProcessId(2), true));
  EXPECT_FALSE(all.acts(ProcessId(2), false));
  EXPECT_EQ(stateless_roles(model), (std::vector<bool>{false, false, false}));
}

TEST(FaultModel, InitialRulesMayMarkProcesses) {
  const Model model = model_of(R"(protocol marked
channels asynchronous, reliable, unordered, bound 1
role a[1]
  var x: bool := false
role b[1]
  var x: bool := false
init
  [](i: a) weak: a[i].status := crash
  [](i: b) traitor: b[i].status := byz
rule go of a p: when not p.x do p.x := true
invariant fine: true
)");
  EXPECT_EQ(crash_roles(model), (std::set<RoleId>{RoleId(0)}));
  EXPECT_FALSE(declares(model, FaultKind::crash));
  EXPECT_TRUE(crashes_implicit(model, {}));
  EXPECT_EQ(stateless_roles(model), (std::vector<bool>{true, true}));
  EXPECT_EQ(FaultModel(model, {}).has_status, (std::vector<bool>{true, true}));
}

}  // namespace
}  // namespace quorate
