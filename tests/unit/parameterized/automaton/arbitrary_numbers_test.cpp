#include "parameterized/automaton/arbitrary_numbers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace quorate {

namespace {

const Symbol kShared{SymbolKind::shared, 0};
const Symbol kOwn{SymbolKind::local, 0};
const Symbol kNumber{SymbolKind::fresh, 0};
const Symbol kOther{SymbolKind::fresh, 1};

// Whether numbers up to `most` satisfy the condition for these values.
bool satisfied_by_trying(const Condition& condition, std::int64_t shared, std::int64_t own,
                         std::int64_t most) {
  for (std::int64_t number = 0; number <= most; ++number) {
    for (std::int64_t other = 0; other <= most; ++other) {
      const SymbolValue value = [&](Symbol symbol) {
        if (symbol.kind == SymbolKind::fresh) return symbol.index == 0 ? number : other;
        return symbol.kind == SymbolKind::shared ? shared : own;
      };
      if (evaluate(condition, value)) return true;
    }
  }
  return false;
}

bool holds_at(const Condition& condition, std::int64_t shared, std::int64_t own) {
  return evaluate(condition, [&](Symbol symbol) {
    EXPECT_NE(symbol.kind, SymbolKind::fresh);
    return symbol.kind == SymbolKind::shared ? shared : own;
  });
}

TEST(ArbitraryNumbers, ANumberBetweenTwoBoundsExistsIfTheyLeaveRoom) {
  const Condition asked = conjunction({compared(TermKind::less_equal, Linear(kOwn), Linear(kNumber)),
                                       compared(TermKind::less_equal, Linear(kNumber), Linear(kShared))});
  const WithoutNumbers found = some_numbers_satisfy(asked);
  EXPECT_TRUE(found.exact);
  EXPECT_TRUE(holds_at(found.condition, 3, 3));
  EXPECT_FALSE(holds_at(found.condition, 2, 3));
}

TEST(ArbitraryNumbers, NumbersAreNatural) {
  const Condition asked = compared(TermKind::less, Linear(kNumber), Linear(kShared));
  EXPECT_FALSE(holds_at(some_numbers_satisfy(asked).condition, 0, 0));
  EXPECT_TRUE(holds_at(some_numbers_satisfy(asked).condition, 1, 0));
  const Condition equal = compared(TermKind::equal, Linear(kNumber), Linear(kShared) - Linear(kOwn));
  EXPECT_FALSE(holds_at(some_numbers_satisfy(equal).condition, 1, 2));
  EXPECT_TRUE(holds_at(some_numbers_satisfy(equal).condition, 2, 2));
}

TEST(ArbitraryNumbers, BetweenMultiplesThereMayBeNone) {
  // 2 * x >= s and 3 * x <= s: none for s = 1, 2, 4 ... as far as it is said.
  const Condition asked =
      conjunction({compared(TermKind::greater_equal, 2 * Linear(kNumber), Linear(kShared)),
                   compared(TermKind::less_equal, 3 * Linear(kNumber), Linear(kOwn))});
  const WithoutNumbers found = some_numbers_satisfy(asked);
  for (std::int64_t shared = 0; shared < 20; ++shared) {
    for (std::int64_t own = 0; own < 20; ++own) {
      if (holds_at(found.condition, shared, own)) {
        EXPECT_TRUE(satisfied_by_trying(asked, shared, own, 40)) << shared << " " << own;
      }
    }
  }
}

TEST(ArbitraryNumbers, ARuleWithoutThemIsPossibleWhereItsGuardHolds) {
  ThresholdRule rule;
  rule.guard = compared(TermKind::less, Linear(kOwn), Linear(kShared));
  EXPECT_EQ(surely_possible(rule), rule.guard);
}

// Random conditions: what is said to exist exists, and where the answer is exact nothing else does.
TEST(ArbitraryNumbers, RandomConditionsAreSatisfiedWhereItIsSaid) {
  std::mt19937 random(7);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  const auto linear = [&] {
    Linear result(below(7) - 3);
    for (const Symbol symbol : {kShared, kOwn, kNumber, kOther}) {
      const int factor = below(10) == 0 ? below(7) - 3 : below(3) - 1;
      result = result + factor * Linear(symbol);
    }
    return result;
  };
  const auto atom = [&] {
    constexpr std::array kinds = {TermKind::less_equal, TermKind::greater_equal, TermKind::less,
                                  TermKind::equal, TermKind::not_equal};
    return compared(kinds[static_cast<std::size_t>(below(5))], linear(), Linear(0));
  };
  std::size_t exact = 0;
  std::size_t satisfiable = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Condition> parts;
    for (int i = 0; i < 3; ++i) parts.push_back(below(4) == 0 ? disjunction({atom(), atom()}) : atom());
    const Condition asked = conjunction(std::move(parts));
    const WithoutNumbers found = some_numbers_satisfy(asked);
    exact += found.exact ? 1 : 0;
    for (std::int64_t shared = 0; shared < 5; ++shared) {
      for (std::int64_t own = 0; own < 5; ++own) {
        const bool said = holds_at(found.condition, shared, own);
        const bool there = satisfied_by_trying(asked, shared, own, 30);
        satisfiable += there ? 1 : 0;
        EXPECT_TRUE(!said || there || satisfied_by_trying(asked, shared, own, 120)) << round;
        if (found.exact) {
          EXPECT_TRUE(said || !there) << round << ": " << shared << " " << own;
        }
      }
    }
  }
  EXPECT_GT(exact, 200U);
  EXPECT_GT(satisfiable, 1000U);
}

}  // namespace

}  // namespace quorate
