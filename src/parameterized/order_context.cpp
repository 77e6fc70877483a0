#include "parameterized/order_context.hpp"

#include <algorithm>

namespace quorate {

OrderContext::OrderContext(const RuleSystem& rules, IntervalDomain domain, const KnownInvariants& known,
                           std::size_t most_locals)
    : session_(rules), domain_(std::move(domain)), known_(known), most_locals_(most_locals) {
  for (const auto& condition : domain_.order()) session_.assume(session_.condition(condition));
  session_.assume(processes_term(session_, false));
  for (std::size_t i = 0; i < rules.model->shared.size(); ++i) session_.assume(session_.shared(i) >= 0);
  for (const auto& invariant : known.counting) {
    if (invariant.proved) session_.assume(invariant_term(session_, invariant.condition, false));
  }
}

DataAbstraction& OrderContext::data(DataAbstraction::Following following) {
  auto& made = following == DataAbstraction::Following::nothing ? coarse_ : fine_;
  if (!made)
    made = std::make_unique<DataAbstraction>(session_, domain_, known_.local, following, most_locals_);
  return *made;
}

bool OrderContext::includes(const SymbolValue& parameters) const {
  return std::ranges::all_of(domain_.order(), [&](const auto& fact) { return evaluate(fact, parameters); });
}

}  // namespace quorate
