// Backtracking: the parameters get their values one after the other, and a branch is cut as soon as
// interval arithmetic shows that a condition cannot hold for any value of the remaining ones. With many
// parameters most combinations are never reached.
#include "parameterized/parameter_search.hpp"

#include <algorithm>

#include "model/arithmetic.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t kStepsBetweenQuestions = 1024;

struct ValueRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

class ParameterSearch {
 public:
  ParameterSearch(const RuleSystem& rules, std::int64_t processes, std::int64_t highest,
                  const std::function<bool()>& go_on,
                  const std::function<bool(const std::vector<std::int64_t>&)>& visit)
      : rules_(rules),
        wanted_(rules.resilience),
        ranges_(rules.model->parameters.size(), {0, highest}),
        go_on_(go_on),
        visit_(visit) {
    Linear total;
    for (const auto& process : rules.processes) {
      total = total + process.count;
      wanted_.push_back(compared(TermKind::greater_equal, process.count, Linear(0)));
    }
    wanted_.push_back(compared(TermKind::equal, total, Linear(processes)));
  }

  ParameterWalk run() { return choose(0) ? ParameterWalk::complete : ParameterWalk::stopped; }

 private:
  // False ends the walk.
  bool choose(std::size_t next) {
    if (++steps_ % kStepsBetweenQuestions == 0 && !go_on_()) return false;
    if (!std::ranges::all_of(wanted_, [&](const auto& condition) { return can_hold(condition); }))
      return true;
    if (next == ranges_.size()) {
      std::vector<std::int64_t> values;
      for (const auto& range : ranges_) values.push_back(range.low);
      return visit_(values);
    }
    const ValueRange all = ranges_[next];
    for (std::int64_t value = all.low; value <= all.high; ++value) {
      ranges_[next] = {value, value};
      if (!choose(next + 1)) return false;
    }
    ranges_[next] = all;
    return true;
  }

  // Exact when all parameters have a value; before that, whether the condition can hold.
  [[nodiscard]] bool can_hold(const Condition& condition) const {
    const auto part_can = [&](const Condition& part) { return can_hold(part); };
    switch (condition.kind) {
      case ConditionKind::truth:
        return true;
      case ConditionKind::falsity:
        return false;
      case ConditionKind::conjunction:
        return std::ranges::all_of(condition.parts, part_can);
      case ConditionKind::disjunction:
        return std::ranges::any_of(condition.parts, part_can);
      default:
        break;
    }
    const ValueRange range = range_of(condition.linear);
    if (condition.is(ConditionKind::at_most_zero)) return range.low <= 0;
    if (condition.is(ConditionKind::zero)) return range.low <= 0 && range.high >= 0;
    return range.low != 0 || range.high != 0;
  }

  [[nodiscard]] ValueRange range_of(const Linear& linear) const {
    ValueRange sum{linear.constant, linear.constant};
    const auto add = [](std::int64_t& to, WideInteger value) {
      value += to;
      if (value < arithmetic::smallest || value > arithmetic::largest) throw NumberTooLarge();
      to = static_cast<std::int64_t>(value);
    };
    for (const auto& [symbol, coefficient] : linear.terms) {
      const ValueRange part = symbol.kind == SymbolKind::parameter
                                  ? ranges_[static_cast<std::size_t>(symbol.index)]
                                  : divided(rules_.quotients[static_cast<std::size_t>(symbol.index)]);
      const auto [low, high] = std::minmax({static_cast<WideInteger>(coefficient) * part.low,
                                            static_cast<WideInteger>(coefficient) * part.high});
      add(sum.low, low);
      add(sum.high, high);
    }
    return sum;
  }

  [[nodiscard]] ValueRange divided(const Quotient& quotient) const {
    const ValueRange above = range_of(quotient.numerator);
    const auto [low, high] = std::minmax({above.low / quotient.divisor, above.high / quotient.divisor});
    return {low, high};
  }

  const RuleSystem& rules_;
  std::vector<Condition> wanted_;
  std::vector<ValueRange> ranges_;  // of the parameters; those that are chosen have one value
  const std::function<bool()>& go_on_;
  const std::function<bool(const std::vector<std::int64_t>&)>& visit_;
  std::uint64_t steps_ = 0;
};

}  // namespace

ParameterWalk for_each_parameters(const RuleSystem& rules, std::int64_t processes, std::int64_t highest,
                                  const std::function<bool()>& go_on,
                                  const std::function<bool(const std::vector<std::int64_t>&)>& visit) {
  return ParameterSearch(rules, processes, highest, go_on, visit).run();
}

std::vector<ParameterChoice> admissible_parameters(const RuleSystem& rules, std::int64_t size_limit,
                                                   std::int64_t highest) {
  std::vector<ParameterChoice> result;
  for (std::int64_t processes = 0; processes <= size_limit; ++processes) {
    for_each_parameters(
        rules, processes, highest, [] { return true; },
        [&](const std::vector<std::int64_t>& values) {
          result.push_back({values, processes});
          return true;
        });
  }
  return result;
}

}  // namespace quorate
