#include "analysis/failure.hpp"

#include <gtest/gtest.h>

#include "language/language.hpp"

namespace quorate {

namespace {

// Whether the invariant `all(p: a | ...)` of a model may stop at its first element.
bool cannot_fail(const std::string& body, const std::string& declarations = "") {
  const SourceText source("test.ftdp", R"(
    role b[2] var z: 0..3 := 0
    role a[3]
      var x: 0..3 := 0
      var u: 0..3
      var q: b := any
      var v: b
      var s: set of b := {}
      var t: array[b] of 0..3 := 0
      var w: array[1..2] of 0..3 := 0
    group ab = a + b
    function f(k: b): bool = k.z = 1
    function g(k: 0..9): bool = k > 1
  )" + declarations + "\ninvariant i: all(p: a | " +
                                           body + ")");
  Diagnostics diagnostics;
  const auto model = load_model(source, {}, diagnostics);
  if (!model) {
    ADD_FAILURE() << render(diagnostics, source);
    return false;
  }
  const Definedness definedness(*model, std::vector<bool>(model->roles.size(), false));
  FailureAnalysis analysis(
      *model, definedness,
      {[](LocalId) { return FailureAnalysis::LocalFacts{}; }, [](const Expr&) { return false; }});
  return analysis.elements_cannot_fail(model->properties[0].predicate);
}

}  // namespace

TEST(Failure, DefinedVariables) {
  EXPECT_TRUE(cannot_fail("p.x = 1"));
  EXPECT_FALSE(cannot_fail("p.u = 1"));
  EXPECT_FALSE(cannot_fail("p.x = 1", "rule r of a k: do k.x := undefined"));
  EXPECT_FALSE(cannot_fail("p.x = 1", "rule r of a k: do k.x := k.u"));
  EXPECT_TRUE(cannot_fail("p.status = corr"));
}

TEST(Failure, TestsBefore) {
  EXPECT_TRUE(cannot_fail("isdefined(p.u) and p.u = 1"));
  EXPECT_TRUE(cannot_fail("isdefined(p.u) => p.u = 1"));
  EXPECT_TRUE(cannot_fail("isundefined(p.u) or p.u = 1"));
  EXPECT_FALSE(cannot_fail("isdefined(p.u) or p.u = 1"));
  EXPECT_FALSE(cannot_fail("p.u = 1 and isdefined(p.u)"));
  EXPECT_TRUE(cannot_fail("if isdefined(p.u) then p.u = 1 else true"));
  EXPECT_FALSE(cannot_fail("if isdefined(p.u) then true else p.u = 1"));
  EXPECT_FALSE(cannot_fail("isdefined(p.u) => all(k: a | k.u = 1)"));
  EXPECT_TRUE(cannot_fail("isdefined(p.u) => all(k: a | isdefined(k.u) => k.u = p.u)"));
  EXPECT_TRUE(cannot_fail("all(k: a where isdefined(k.u) | k.u = 1)"));
}

TEST(Failure, ProcessesAndIndices) {
  EXPECT_TRUE(cannot_fail("p.q.z = 1"));
  EXPECT_FALSE(cannot_fail("p.v.z = 1"));
  EXPECT_TRUE(cannot_fail("p.t[p.q] = 1"));
  EXPECT_TRUE(cannot_fail("p.w[2] = 1"));
  EXPECT_FALSE(cannot_fail("p.w[p.x] = 1"));
  EXPECT_TRUE(cannot_fail("all(k: p.s | k.z = 1)"));
}

TEST(Failure, Arithmetic) {
  EXPECT_TRUE(cannot_fail("p.x + 1 = 2"));
  EXPECT_TRUE(cannot_fail("p.x mod 2 = 1"));
  EXPECT_FALSE(cannot_fail("2 / p.x = 1"));
  EXPECT_FALSE(cannot_fail("max(k: p.s | k.z) = 1"));
  EXPECT_TRUE(cannot_fail("max(k: p.s | k.z else 0) = 1"));
  EXPECT_TRUE(cannot_fail("count(k: p.s | k.z = 1) + 1 = 2"));
}

TEST(Failure, CallsAndLets) {
  EXPECT_TRUE(cannot_fail("f(p.q)"));
  EXPECT_FALSE(cannot_fail("f(p.v)"));
  EXPECT_TRUE(cannot_fail("g(p.x)"));
  EXPECT_TRUE(cannot_fail("let k = p.q in k.z = 1"));
  EXPECT_FALSE(cannot_fail("let k = p.v in k.z = 1"));
}

}  // namespace quorate
