// The arbitrary numbers are eliminated one after the other from each case of the disjunctive normal form.
// An equation with coefficient 1 or -1 gives the number's value. Otherwise it has lower bounds s <= b * x
// (0 <= x among them) and upper bounds a * x <= u; they have a common integer if every pair has, and a pair
// has one if b * u - a * s >= (a - 1) * (b - 1) (the dark shadow of Pugh's Omega test). Where a or b is 1,
// as in all of the usual assume(lo <= x && x <= hi), this is necessary, too.
//
// What is too large is left out, which makes the condition stronger: where it holds, numbers exist. Z3's
// quantifier elimination does this in general; it has no time limit that it keeps, and a Condition can be
// printed, negated and tested.
#include "parameterized/automaton/arbitrary_numbers.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace quorate {

namespace {

constexpr std::size_t kMostCases = 200;
constexpr std::size_t kMostBounds = 60;
constexpr std::int64_t kLargestNumber = std::numeric_limits<std::int32_t>::max();

using Case = std::vector<Condition>;  // comparisons with zero, all of which hold

bool mentions(const Condition& condition, Symbol symbol) {
  return condition.linear.coefficient(symbol) != 0;
}

bool within_range(const Linear& linear) {
  const auto small = [](std::int64_t number) {
    return -kLargestNumber <= number && number <= kLargestNumber;
  };
  return small(linear.constant) &&
         std::ranges::all_of(linear.terms, [&](const auto& term) { return small(term.second); });
}

Linear replaced(const Linear& linear, Symbol symbol, const Linear& by) {
  const std::int64_t factor = linear.coefficient(symbol);
  return factor == 0 ? linear : linear - factor * Linear(symbol) + factor * by;
}

class Elimination {
 public:
  WithoutNumbers run(const Condition& asked) {
    std::set<Symbol> numbers;
    for_each_symbol(asked, [&](Symbol symbol) {
      if (symbol.kind == SymbolKind::fresh) numbers.insert(symbol);
    });
    if (numbers.empty()) return {asked, true};
    cases_ = normal_form(asked);
    for (const Symbol number : numbers) eliminate(number);
    std::vector<Condition> ways;
    for (auto& one : cases_) ways.push_back(conjunction(std::move(one)));
    return {disjunction(std::move(ways)), exact_};
  }

 private:
  // Beyond the limit cases are dropped: the condition becomes stronger, and is not exact.
  std::vector<Case> normal_form(const Condition& condition) {
    switch (condition.kind) {
      case ConditionKind::truth:
        return {{}};
      case ConditionKind::falsity:
        return {};
      case ConditionKind::disjunction: {
        std::vector<Case> result;
        for (const auto& part : condition.parts) {
          for (auto& one : normal_form(part)) add(result, std::move(one));
        }
        return result;
      }
      case ConditionKind::conjunction: {
        std::vector<Case> result{{}};
        for (const auto& part : condition.parts) {
          std::vector<Case> longer;
          const std::vector<Case> more = normal_form(part);
          for (const auto& one : result) {
            for (const auto& other : more) {
              Case both = one;
              both.insert(both.end(), other.begin(), other.end());
              add(longer, std::move(both));
            }
          }
          result = std::move(longer);
        }
        return result;
      }
      default:
        return {{condition}};
    }
  }

  void add(std::vector<Case>& cases, Case one) {
    if (cases.size() < kMostCases) {
      cases.push_back(std::move(one));
    } else {
      exact_ = false;
    }
  }

  void eliminate(Symbol number) {
    std::vector<Case> open = std::move(cases_);
    cases_.clear();
    while (!open.empty()) {
      Case one = std::move(open.back());
      open.pop_back();
      if (split(one, number, open)) continue;
      if (auto rest = without(std::move(one), number)) add(cases_, std::move(*rest));
    }
  }

  // A disequation is "less" or "greater".
  bool split(const Case& one, Symbol number, std::vector<Case>& open) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!one[i].is(ConditionKind::not_zero) || !mentions(one[i], number)) continue;
      Case less = one;
      Case greater = one;
      less[i] = compared(TermKind::less, one[i].linear, Linear(0));
      greater[i] = compared(TermKind::greater, one[i].linear, Linear(0));
      add(open, std::move(less));
      add(open, std::move(greater));
      return true;
    }
    return false;
  }

  std::optional<Case> without(Case one, Symbol number) {
    for (const auto& part : one) {
      if (within_range(part.linear)) continue;
      exact_ = false;
      return {};
    }
    one.push_back(compared(TermKind::greater_equal, Linear(number), Linear(0)));
    for (const auto& part : one) {
      const std::int64_t factor = part.linear.coefficient(number);
      if (part.is(ConditionKind::zero) && (factor == 1 || factor == -1))
        return substituted(one, number, (-factor) * (part.linear - factor * Linear(number)));
    }
    return bounded(one, number);
  }

  static std::optional<Case> substituted(const Case& one, Symbol number, const Linear& value) {
    Case result;
    for (const auto& part : one) {
      // Comparisons of numbers become true or false.
      const TermKind comparison = part.is(ConditionKind::at_most_zero) ? TermKind::less_equal
                                  : part.is(ConditionKind::zero)       ? TermKind::equal
                                                                       : TermKind::not_equal;
      if (!keep(result, compared(comparison, replaced(part.linear, number, value), Linear(0)))) return {};
    }
    return result;
  }

  static bool keep(Case& result, Condition part) {
    if (part.is(ConditionKind::falsity)) return false;
    if (!part.is(ConditionKind::truth)) result.push_back(std::move(part));
    return true;
  }

  std::optional<Case> bounded(const Case& one, Symbol number) {
    Case result;
    std::vector<std::pair<std::int64_t, Linear>> above;  // a * x <= u
    std::vector<std::pair<std::int64_t, Linear>> below;  // s <= b * x
    for (const auto& part : one) {
      const std::int64_t factor = part.linear.coefficient(number);
      if (factor == 0) {
        result.push_back(part);
        continue;
      }
      if (part.is(ConditionKind::zero)) {  // an equation for a multiple of the number is not solved
        exact_ = false;
        return {};
      }
      const Linear rest = part.linear - factor * Linear(number);
      if (factor > 0) above.emplace_back(factor, (-1) * rest);
      if (factor < 0) below.emplace_back(-factor, rest);
    }
    if (above.size() * below.size() > kMostBounds) {
      exact_ = false;
      return {};
    }
    for (const auto& [a, u] : above) {
      for (const auto& [b, s] : below) {
        if (a > 1 && b > 1) exact_ = false;
        if (!keep(result, compared(TermKind::greater_equal, b * u - a * s, Linear((a - 1) * (b - 1)))))
          return {};
      }
    }
    return result;
  }

  std::vector<Case> cases_;
  bool exact_ = true;
};

}  // namespace

WithoutNumbers some_numbers_satisfy(const Condition& asked) {
  try {
    return Elimination().run(asked);
  } catch (const NumberTooLarge&) {  // no numbers are known to exist
    return {disjunction({}), false};
  }
}

Condition surely_possible(const ThresholdRule& rule) {
  return rule.fresh == 0 ? rule.guard : some_numbers_satisfy(rule.guard).condition;
}

}  // namespace quorate
