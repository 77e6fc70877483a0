#include "parameterized/abstraction/order_context.hpp"

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

std::vector<z3::expr> process_facts(SmtSession& session, const KnownInvariants& known, std::int32_t kind,
                                    std::int32_t status, std::int32_t fresh, const SymbolTerm& term) {
  std::vector<z3::expr> facts = invariant_terms(session, known.local, kind, status, term);
  for (const std::int32_t local : session.rules().processes[static_cast<std::size_t>(kind)].counters)
    facts.push_back(term({SymbolKind::local, local}) >= 0);
  for (std::int32_t i = 0; i < fresh; ++i) facts.push_back(term({SymbolKind::fresh, i}) >= 0);
  return facts;
}

bool step_possible(SmtSession& session, const KnownInvariants& known, const ThresholdRule& rule) {
  const SymbolTerm term = session.process_terms("r");
  std::vector<z3::expr> facts = process_facts(session, known, rule.process, rule.from, rule.fresh, term);
  facts.push_back(processes_term(session, false));
  for (const auto& invariant : known.counting) {
    if (invariant.proved) facts.push_back(invariant_term(session, invariant.condition, false));
  }
  for (std::size_t i = 0; i < session.rules().model->shared.size(); ++i)
    facts.push_back(session.shared(i) >= 0);
  facts.push_back(
      session.processes(static_cast<std::size_t>(rule.process), static_cast<std::size_t>(rule.from)) >= 1);
  facts.push_back(session.condition(rule.guard, term));
  return session.possible(facts);
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
