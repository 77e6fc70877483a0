// The numbers are chosen one after the other. For each, the conjuncts of the guard give a range, and all
// atoms of the guard and all updates give the places where their truth, or the class of a value, can
// change. Between two such places one number is enough, unless it goes into a variable that is not
// `compared`, or a condition also depends on a number that is chosen later: then all numbers are tried one
// by one. Where there are too many of these, a few are tried and the result says that steps may be missing.
#include "parameterized/instance/fresh_values.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "base/budget.hpp"

namespace quorate {

namespace {

constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t kMostValues = 200'000;  // of one number in one state
constexpr std::int64_t kFewValues = 64;        // where there are more of them

WideInteger floor_division(WideInteger numerator, WideInteger denominator) {
  const WideInteger quotient = numerator / denominator;
  return numerator % denominator != 0 && (numerator < 0) != (denominator < 0) ? quotient - 1 : quotient;
}

// A place where something changes; places near the end of the 64-bit range are refused.
std::int64_t place(WideInteger value) {
  if (value >= kNoEnd) throw NumberTooLarge();
  return static_cast<std::int64_t>(std::max<WideInteger>(value, -kNoEnd));
}

// A linear expression seen from one fresh number: own * f + rest + (fresh numbers that are not chosen yet).
struct Seen {
  WideInteger own = 0;
  WideInteger rest = 0;
  bool later_adds = false;
  bool later_subtracts = false;

  [[nodiscard]] bool depends_on_later() const { return later_adds || later_subtracts; }
};

class FreshEnumeration {
 public:
  FreshEnumeration(const ThresholdRule& rule, const ValueClasses& classes, const SymbolValue& known,
                   const std::function<bool(const std::vector<std::int64_t>&)>& visit)
      : rule_(rule), classes_(classes), known_(known), visit_(visit) {
    for_each_atom(rule.guard, [&](const Condition& atom) { atoms_.push_back(&atom); });
    if (rule.guard.is(ConditionKind::conjunction)) {
      for (const auto& part : rule.guard.parts) necessary_.push_back(&part);
    } else {
      necessary_.push_back(&rule.guard);
    }
    values_.assign(static_cast<std::size_t>(rule.fresh), 0);
  }

  FreshOutcome run() {
    if (!from(0)) return FreshOutcome::stopped;
    return complete_ ? FreshOutcome::all : FreshOutcome::some;
  }

 private:
  bool from(std::size_t at) {
    if (at == values_.size()) return visit_(values_);
    find_range(at);
    if (low_ > high_) return true;
    find_begins(at);
    const std::vector<std::int64_t> chosen = choice();
    for (const std::int64_t value : chosen) {
      Budget::ask();
      values_[at] = value;
      if (!from(at + 1)) return false;
    }
    return true;
  }

  [[nodiscard]] Seen seen(const Linear& linear, std::size_t at) const {
    Seen result;
    result.rest = linear.constant;
    for (const auto& [symbol, coefficient] : linear.terms) {
      if (symbol.kind != SymbolKind::fresh) {
        add_product(result.rest, coefficient, known_(symbol));
        continue;
      }
      const auto index = static_cast<std::size_t>(symbol.index);
      if (index < at) {
        add_product(result.rest, coefficient, values_[index]);
      } else if (index == at) {
        result.own = coefficient;
      } else {
        (coefficient > 0 ? result.later_adds : result.later_subtracts) = true;
      }
    }
    return result;
  }

  // The range of the number, from those conjuncts of the guard that bound it by itself.
  void find_range(std::size_t at) {
    low_ = 0;
    high_ = kNoEnd;
    for (const Condition* part : necessary_) {
      if (part->is(ConditionKind::at_most_zero) || part->is(ConditionKind::zero)) {
        const Seen one = seen(part->linear, at);
        at_most_zero(one.own, one.rest, one.later_subtracts);
        if (part->is(ConditionKind::zero)) at_most_zero(-one.own, -one.rest, one.later_adds);
      }
    }
  }

  // own * f + rest + (something that is not negative, unless `lowered`) <= 0
  void at_most_zero(WideInteger own, WideInteger rest, bool lowered) {
    if (own == 0 || lowered) return;
    if (own > 0)
      high_ = std::min(high_, place(std::min<WideInteger>(kNoEnd - 1, floor_division(-rest, own))));
    if (own < 0) low_ = std::max(low_, place(-floor_division(-rest, -own)));
  }

  // Where the truth of an atom or the class of a variable can change.
  void find_begins(std::size_t at) {
    begins_.clear();
    one_by_one_ = false;
    unclear_ = false;
    for (const Condition* atom : atoms_) {
      const Seen one = seen(atom->linear, at);
      if (one.own == 0) continue;
      unclear_ = unclear_ || one.depends_on_later();
      crossing(one, 0);  // for the smallest of the later ones, where it depends on them
    }
    if (rule_.fails) return;
    for (std::size_t i = 0; i < updates(rule_); ++i) {
      const Seen one = seen(updated(rule_, i), at);
      if (one.own == 0) continue;
      const ValueClass& target = classes_.of_target(rule_, i);
      if (target.treatment == ValueTreatment::compared) {
        begins_.insert(classes_.class_begins.begin(), classes_.class_begins.end());
        continue;
      }
      one_by_one_ = true;
      // Where the target becomes larger than it is followed, or negative.
      if (one.own > 0 ? one.later_subtracts : one.later_adds) unclear_ = true;
      crossing(one, target.cap + 1);
      crossing(one, 0);
    }
  }

  void crossing(const Seen& one, std::int64_t level) {
    const WideInteger near = floor_division(level - one.rest, one.own);
    for (WideInteger begin = near; begin <= near + 1; ++begin) begins_.insert(place(begin));
  }

  std::vector<std::int64_t> choice() {
    if (!one_by_one_ && !unclear_) return at_begins(low_);
    const std::int64_t last_begin = begins_.empty() ? low_ : std::max(low_, *begins_.rbegin());
    std::int64_t last = unclear_ ? high_ : std::min(high_, last_begin);
    if (last - low_ >= kMostValues) {
      // Only the first ones and the places of change are tried, and the result says so.
      complete_ = false;
      last = low_ + kFewValues;
    }
    std::vector<std::int64_t> result;
    for (std::int64_t value = low_; value < last; ++value) result.push_back(value);
    const std::vector<std::int64_t> more = at_begins(last);
    if (complete_) {
      result.push_back(last);
    } else {
      result.insert(result.end(), more.begin(), more.end());
    }
    return result;
  }

  // The number, and every later place where anything changes.
  [[nodiscard]] std::vector<std::int64_t> at_begins(std::int64_t first) const {
    std::vector<std::int64_t> result{first};
    for (const std::int64_t begin : begins_) {
      if (begin > first && begin <= high_ && begin < kNoEnd) result.push_back(begin);
    }
    return result;
  }

  const ThresholdRule& rule_;
  const ValueClasses& classes_;
  const SymbolValue& known_;
  const std::function<bool(const std::vector<std::int64_t>&)>& visit_;
  std::vector<const Condition*> atoms_;
  std::vector<const Condition*> necessary_;
  std::vector<std::int64_t> values_;
  bool complete_ = true;

  // Of the number that is being chosen.
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
  std::set<std::int64_t> begins_;
  bool one_by_one_ = false;
  bool unclear_ = false;
};

}  // namespace

FreshOutcome for_each_fresh(const ThresholdRule& rule, const ValueClasses& classes, const SymbolValue& known,
                            const std::function<bool(const std::vector<std::int64_t>&)>& visit) {
  return FreshEnumeration(rule, classes, known, visit).run();
}

}  // namespace quorate
