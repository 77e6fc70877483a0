#include "smt/symbolic_value.hpp"

#include <gtest/gtest.h>

namespace quorate {
namespace {

class SymbolicValueTest : public ::testing::Test {
 protected:
  bool valid(const Term& formula) {
    z3::solver solver(f_.context());
    solver.add(!formula);
    return solver.check() == z3::unsat;
  }

  Formulas f_;
  ValueAlgebra v_{f_};
  Term p_ = f_.boolean("p");
  Term q_ = f_.boolean("q");
};

TEST_F(SymbolicValueTest, ConnectivesFoldConstants) {
  EXPECT_TRUE(f_.both(p_, f_.constant(false)).is_false());
  EXPECT_TRUE(z3::eq(f_.either(p_, f_.constant(false)), p_));
  EXPECT_TRUE(z3::eq(f_.negation(f_.negation(p_)), p_));
  EXPECT_TRUE(f_.all({}).is_true());
  EXPECT_TRUE(f_.any({}).is_false());
}

TEST_F(SymbolicValueTest, CountsHowManyHold) {
  const Terms terms{p_, q_, f_.constant(true)};
  EXPECT_TRUE(valid(f_.at_least(1, terms)));
  EXPECT_TRUE(valid(f_.iff(f_.at_least(2, terms), p_ || q_)));
  EXPECT_TRUE(valid(f_.iff(f_.at_least(3, terms), p_ && q_)));
  EXPECT_TRUE(f_.at_least(4, terms).is_false());
  EXPECT_TRUE(valid(f_.iff(f_.exactly_one({p_, q_}), p_ != q_)));
}

TEST_F(SymbolicValueTest, MergedValuesHaveTheCasesOfBoth) {
  const SymbolicValue x = v_.merge(p_, v_.constant(3), v_.constant(5));
  EXPECT_TRUE(valid(f_.iff(v_.is(x, 3), p_)));
  EXPECT_TRUE(valid(f_.iff(v_.is(x, 5), !p_)));
  const SymbolicValue y = v_.merge(q_, x, v_.undefined());
  EXPECT_TRUE(valid(f_.iff(y.undefined, !q_)));
  EXPECT_TRUE(valid(f_.iff(v_.is(y, 3), p_ && q_)));
}

TEST_F(SymbolicValueTest, OperationsApplyToPairsOfCases) {
  const SymbolicValue x = v_.merge(p_, v_.constant(3), v_.constant(5));
  const SymbolicValue y = v_.merge(q_, v_.constant(0), v_.constant(1));
  Term failure = f_.constant(false);
  const SymbolicValue quotient = v_.apply(
      x, y,
      [](std::int64_t a, std::int64_t b) {
        return b == 0 ? std::optional<std::int64_t>() : std::optional(a / b);
      },
      failure);
  EXPECT_TRUE(valid(f_.iff(failure, q_)));
  EXPECT_TRUE(valid(f_.iff(v_.is(quotient, 5), !p_ && !q_)));
  EXPECT_TRUE(valid(f_.iff(v_.less(y, x, false), f_.constant(true))));
}

TEST_F(SymbolicValueTest, SetsOfDifferentTypesAreComparedByElement) {
  const SymbolicValue a = v_.set(1, {p_, f_.constant(true)});                      // {1 if p, 2}
  const SymbolicValue b = v_.set(0, {f_.constant(false), q_, f_.constant(true)});  // {1 if q, 2}
  EXPECT_TRUE(valid(f_.iff(v_.equal(a, b), p_ == q_)));
  EXPECT_TRUE(valid(f_.iff(v_.is(v_.size(a), 2), p_)));
}

TEST_F(SymbolicValueTest, NaturalNumbersMixWithConstants) {
  const Term n = f_.integer("n");
  const SymbolicValue x = v_.merge(p_, v_.number(n), v_.constant(7));
  EXPECT_EQ(x.form, ValueForm::number);
  EXPECT_TRUE(valid(f_.implies(!p_, v_.equal(x, v_.constant(7)))));
  EXPECT_TRUE(valid(f_.implies(p_, v_.equal(x, v_.number(n)))));
}

}  // namespace
}  // namespace quorate
