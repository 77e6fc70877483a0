// The domain of parametric intervals [Gmeiner 2015, 4.1]: thresholds 0 < 1 < ... in an order that holds for
// all parameters at hand, and the intervals between them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "parameterized/smt_session.hpp"

namespace quorate {

// How abstract states keep the number of an interval.
using IntervalNumber = std::uint16_t;
inline IntervalNumber interval_number(std::uint64_t interval) {
  if (interval > std::numeric_limits<IntervalNumber>::max())
    throw Undecidable("there are too many intervals");
  return static_cast<IntervalNumber>(interval);
}

class IntervalDomain {
 public:
  IntervalDomain(std::vector<Linear> thresholds, std::vector<Condition> order)
      : thresholds_(std::move(thresholds)), order_(std::move(order)) {}

  // Intervals are numbered from 0; the last one has no upper end.
  [[nodiscard]] std::size_t size() const { return thresholds_.size(); }
  [[nodiscard]] const std::vector<Linear>& thresholds() const { return thresholds_; }
  // The conditions of the order, beside the resilience condition.
  [[nodiscard]] const std::vector<Condition>& order() const { return order_; }

  z3::expr contains(SmtSession& session, std::size_t interval, const z3::expr& term) const;
  // The interval of a value in a model of the session.
  std::size_t interval_of(SmtSession& session, const z3::model& model, std::int64_t value) const;
  // At known parameters; quotients included in `value`.
  [[nodiscard]] std::size_t interval_of(std::int64_t number, const SymbolValue& value) const;

  // "I1 = [1, T + 1)"
  [[nodiscard]] std::string interval_text(std::size_t interval, const SymbolName& name) const;

 private:
  std::vector<Linear> thresholds_;
  std::vector<Condition> order_;
};

// All orders of the thresholds that some admissible parameters have, each with its domain. Thresholds that
// are equal under an order are one; those that are not positive under it are left out. Empty if there are
// more than `most` orders.
std::vector<IntervalDomain> threshold_orders(SmtSession& session, const std::vector<Linear>& thresholds,
                                             std::size_t most);

}  // namespace quorate
