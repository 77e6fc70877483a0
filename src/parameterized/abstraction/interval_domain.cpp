// The orders of the thresholds are found by insertion: a chain begins with 0 < 1, and each threshold is
// tried at every place of it, equal to a member or between two, as long as some admissible parameters
// satisfy all conditions so far. So the number of questions grows with the orders that exist and not with
// all permutations. A threshold that is at most 0 in an order is left out of its chain: variables are never
// negative.
#include "parameterized/abstraction/interval_domain.hpp"

#include <fmt/format.h>

namespace quorate {

z3::expr IntervalDomain::contains(SmtSession& session, std::size_t interval, const z3::expr& term) const {
  const z3::expr above = session.linear(thresholds_[interval]) <= term;
  if (interval + 1 == thresholds_.size()) return above;
  return above && term < session.linear(thresholds_[interval + 1]);
}

std::size_t IntervalDomain::interval_of(SmtSession& session, const z3::model& model,
                                        std::int64_t value) const {
  std::size_t interval = 0;
  while (interval + 1 < thresholds_.size() &&
         session.value(model, session.linear(thresholds_[interval + 1])) <= value)
    ++interval;
  return interval;
}

std::size_t IntervalDomain::interval_of(std::int64_t number, const SymbolValue& value) const {
  std::size_t interval = 0;
  while (interval + 1 < thresholds_.size() && evaluate(thresholds_[interval + 1], value) <= number)
    ++interval;
  return interval;
}

std::string IntervalDomain::interval_text(std::size_t interval, const SymbolName& name) const {
  const std::string low = to_text(thresholds_[interval], name);
  if (interval + 1 == thresholds_.size()) return fmt::format("I{} = [{}, ...)", interval, low);
  return fmt::format("I{} = [{}, {})", interval, low, to_text(thresholds_[interval + 1], name));
}

namespace {

// Inserts one threshold after the other at every place that some parameters allow.
class OrderSearch {
 public:
  OrderSearch(SmtSession& session, const std::vector<Linear>& thresholds, std::size_t most)
      : session_(session), open_(thresholds), most_(most) {}

  std::vector<IntervalDomain> run() {
    chain_ = {Linear(0), Linear(1)};
    insert(0);
    if (found_.size() > most_) found_.clear();
    return std::move(found_);
  }

 private:
  void insert(std::size_t next) {
    if (found_.size() > most_) return;
    if (next == open_.size()) {
      found_.emplace_back(chain_, conditions_);
      return;
    }
    const Linear& threshold = open_[next];
    attempt(compared(TermKind::less_equal, threshold, Linear(0)), [&] { insert(next + 1); });
    for (std::size_t i = 1; i < chain_.size(); ++i) {
      attempt(compared(TermKind::equal, threshold, chain_[i]), [&] { insert(next + 1); });
      Condition between = compared(TermKind::greater, threshold, chain_[i]);
      if (i + 1 < chain_.size())
        between = conjunction({between, compared(TermKind::less, threshold, chain_[i + 1])});
      attempt(between, [&] {
        chain_.insert(chain_.begin() + static_cast<std::ptrdiff_t>(i) + 1, threshold);
        insert(next + 1);
        chain_.erase(chain_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      });
    }
  }

  template <typename Go>
  void attempt(const Condition& condition, const Go& go) {
    if (condition.is(ConditionKind::falsity)) return;
    const SmtSession::Scope scope(session_);
    session_.assume(session_.condition(condition));
    if (!session_.check_now()) return;
    conditions_.push_back(condition);
    go();
    conditions_.pop_back();
  }

  SmtSession& session_;
  std::vector<Linear> open_;
  std::size_t most_;
  std::vector<Linear> chain_;
  std::vector<Condition> conditions_;
  std::vector<IntervalDomain> found_;
};

}  // namespace

std::vector<IntervalDomain> threshold_orders(SmtSession& session, const std::vector<Linear>& thresholds,
                                             std::size_t most) {
  return OrderSearch(session, thresholds, most).run();
}

}  // namespace quorate
