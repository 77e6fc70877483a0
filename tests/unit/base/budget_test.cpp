#include "base/budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace quorate {
namespace {

using std::chrono::milliseconds;

void wait_until_spent() {
  for (int i = 0; i < 2000 && Budget::spent() == Spent::nothing; ++i)
    std::this_thread::sleep_for(milliseconds(1));
}

TEST(Budget, WithoutOneNothingIsSpent) {
  EXPECT_EQ(Budget::spent(), Spent::nothing);
  EXPECT_NO_THROW(Budget::ask());
  EXPECT_TRUE(Budget::may_take(UINT64_MAX / 2));
}

TEST(Budget, TimeIsSpentAndGivenBackAtTheEnd) {
  {
    const Budget budget;
    Budget::limit({0.02, UINT64_MAX});
    EXPECT_LE(Budget::seconds_left(), 0.02);
    wait_until_spent();
    EXPECT_EQ(Budget::spent(), Spent::time);
    EXPECT_THROW(Budget::ask(), BudgetSpent);
  }
  EXPECT_EQ(Budget::spent(), Spent::nothing);
}

TEST(Budget, MemoryIsTheKernelsFigure) {
  const Budget budget;
  const std::uint64_t now = Budget::resident_bytes();
  EXPECT_GT(now, std::uint64_t{1} << 20U);
  Budget::limit({1e300, now + (std::uint64_t{64} << 20U)});
  EXPECT_TRUE(Budget::may_take(std::uint64_t{1} << 20U));
  EXPECT_EQ(Budget::spent(), Spent::nothing);
  EXPECT_FALSE(Budget::may_take(std::uint64_t{256} << 20U));
  EXPECT_EQ(Budget::spent(), Spent::memory);
}

TEST(Budget, WhatWasFoundIsMadePresentableForAMoment) {
  const Budget budget;
  Budget::interrupt();
  EXPECT_EQ(Budget::spent(), Spent::interruption);
  {
    const BudgetGrace grace;
    EXPECT_NO_THROW(Budget::ask());
  }
  EXPECT_THROW(Budget::ask(), BudgetSpent);
  const BudgetGrace grace;
  for (int i = 0; i < 3000; ++i) {
    std::this_thread::sleep_for(milliseconds(1));
    try {
      Budget::ask();
    } catch (const BudgetSpent&) {
      return;
    }
  }
  FAIL() << "the moment has no end";
}

TEST(Budget, TheMomentBeginsAgainAfterAHold) {
  const Budget budget;
  Budget::interrupt();
  const BudgetGrace grace;
  {
    const BudgetHold hold;
    std::this_thread::sleep_for(milliseconds(1000));
  }
  EXPECT_NO_THROW(Budget::ask());
}

TEST(Budget, ThreadsThatWorkForAGraceHaveOne) {
  EXPECT_FALSE(BudgetGrace::given());
  const BudgetGrace grace;
  EXPECT_TRUE(BudgetGrace::given());
}

TEST(Budget, NothingIsSpentAfterTheConclusion) {
  const Budget budget;
  Budget::interrupt();
  Budget::conclude();
  EXPECT_NO_THROW(Budget::ask());
  Budget::interrupt();
  EXPECT_NO_THROW(Budget::ask());
}

TEST(Budget, AlarmsRing) {
  const Budget budget;
  std::atomic<int> rung = 0;
  {
    const BudgetAlarm alarm([&] { ++rung; });
    std::this_thread::sleep_for(milliseconds(30));
    EXPECT_EQ(rung, 0);
    Budget::interrupt();
    for (int i = 0; i < 2000 && rung == 0; ++i) std::this_thread::sleep_for(milliseconds(1));
  }
  const int before = rung;
  EXPECT_GT(before, 0);
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_EQ(rung, before);
}

TEST(Budget, WorkTellsWhatEndedIt) {
  EXPECT_EQ(within_budget([] {}), Spent::nothing);
  EXPECT_EQ(within_budget([] { throw BudgetSpent(Spent::time); }), Spent::time);
  EXPECT_EQ(within_budget([] { throw std::bad_alloc(); }), Spent::memory);
  const Budget fresh;  // the previous budget has no effect on this one
  EXPECT_EQ(Budget::spent(), Spent::nothing);
}

}  // namespace
}  // namespace quorate
