// Existential abstraction: an abstract step exists if some admissible parameters and some values in the
// intervals allow it. Each question is about one process and the shared variables, together with what is
// known of all instances (numbers of processes, proved invariants). Only the variables that a rule reads
// are part of the question, so that many local states share an answer. Local states are closed under the
// rules for arbitrary shared variables: too many of them cost time, a missing one is an internal error.
#include "parameterized/abstraction/data_abstraction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "parameterized/automaton/arbitrary_numbers.hpp"

namespace quorate {

namespace {

constexpr std::int32_t kAnyShared = -2;  // in the key of a question that says nothing of shared variables

}  // namespace

DataAbstraction::DataAbstraction(SmtSession& session, const IntervalDomain& domain,
                                 const std::vector<LocalInvariant>& invariants, Following following,
                                 std::size_t most_locals)
    : session_(session),
      domain_(domain),
      local_domain_(following == Following::intervals ? domain : IntervalDomain({Linear(0)}, {})) {
  std::ranges::copy_if(invariants, std::back_inserter(invariants_), &LocalInvariant::proved);
  find_uses();
  close_locals(most_locals);
}

void DataAbstraction::find_uses() {
  for (const auto& rule : rules().rules) {
    RuleUse use;
    const auto& counters = rules().processes[static_cast<std::size_t>(rule.process)].counters;
    std::set<Symbol> read;
    for_each_symbol(rule.guard, [&](Symbol symbol) { read.insert(symbol); });
    const auto written = [&](const Linear& update, Symbol symbol) {
      if (update == Linear(symbol)) return false;
      for (const auto& [part, coefficient] : update.terms) read.insert(part);
      return true;
    };
    for (std::size_t i = 0; i < counters.size(); ++i) {
      if (written(rule.counters[i], {SymbolKind::local, counters[i]})) use.counters_written.push_back(i);
    }
    for (std::size_t i = 0; i < rule.shared.size(); ++i) {
      if (written(rule.shared[i], {SymbolKind::shared, static_cast<std::int32_t>(i)}))
        use.shared_written.push_back(i);
    }
    for (std::size_t i = 0; i < counters.size(); ++i) {
      if (read.contains({SymbolKind::local, counters[i]})) use.counters_read.push_back(i);
    }
    for (std::size_t i = 0; i < rule.shared.size(); ++i) {
      if (read.contains({SymbolKind::shared, static_cast<std::int32_t>(i)})) use.shared_read.push_back(i);
    }
    uses_.push_back(std::move(use));
  }
}

std::uint32_t DataAbstraction::number_of(AbstractLocal local) {
  const auto [found, fresh] = numbers_.try_emplace(local, static_cast<std::uint32_t>(locals_.size()));
  if (fresh) locals_.push_back(std::move(local));
  return found->second;
}

// All local states that any values of the shared variables allow.
void DataAbstraction::close_locals(std::size_t most_locals) {
  for (const auto& rule : rules().initial) {
    initial_.emplace_back();
    RuleUse use;
    for (std::size_t i = 0; i < rule.counters.size(); ++i) use.counters_written.push_back(i);
    const SmtSession::Scope scope(session_);
    session_.assume(session_.condition(rule.guard, session_.process_terms("m")));
    for (const Outcome& outcome : enumerate(rule, use, false))
      initial_.back().push_back(number_of({rule.process, rule.to, outcome.counters}));
  }
  for (std::uint32_t next = 0; next < locals_.size(); ++next) {
    (void)targets(next);
    if (locals_.size() > most_locals) throw TooLarge();
  }
}

std::vector<std::uint32_t> DataAbstraction::targets(std::uint32_t number_of_local) {
  const AbstractLocal local = locals_[number_of_local];
  std::set<std::uint32_t> found;
  for (const std::size_t number :
       rules().rules_from[static_cast<std::size_t>(local.kind)][static_cast<std::size_t>(local.status)]) {
    if (rules().rules[number].fails) continue;
    for (const Outcome& outcome : outcomes(number, local, nullptr)) {
      AbstractLocal target{local.kind, rules().rules[number].to, local.intervals};
      const auto& written = uses_[number].counters_written;
      for (std::size_t i = 0; i < written.size(); ++i) target.intervals[written[i]] = outcome.counters[i];
      found.insert(number_of(std::move(target)));
    }
  }
  return {found.begin(), found.end()};
}

std::vector<z3::expr> DataAbstraction::invariant_facts(std::int32_t kind, std::int32_t status,
                                                       const std::string& tag, bool after) {
  const SymbolTerm own = session_.process_terms(tag);
  return invariant_terms(session_, invariants_, kind, status, [&](Symbol symbol) -> z3::expr {
    return symbol.kind == SymbolKind::shared ? session_.shared(static_cast<std::size_t>(symbol.index), after)
                                             : own(symbol);
  });
}

bool DataAbstraction::has_invariants(std::uint32_t local) const {
  return std::ranges::any_of(invariants_, [&](const auto& known) {
    return known.kind == locals_[local].kind && (known.status < 0 || known.status == locals_[local].status);
  });
}

std::vector<z3::expr> DataAbstraction::local_facts(std::uint32_t local, const std::string& tag, bool after) {
  const AbstractLocal& place = locals_[local];
  const auto& counters = rules().processes[static_cast<std::size_t>(place.kind)].counters;
  std::vector<z3::expr> facts = invariant_facts(place.kind, place.status, tag, after);
  const SymbolTerm term = session_.process_terms(tag);
  for (std::size_t i = 0; i < counters.size(); ++i)
    facts.push_back(
        local_domain_.contains(session_, place.intervals[i], term({SymbolKind::local, counters[i]})));
  return facts;
}

std::vector<z3::expr> DataAbstraction::shared_facts(const Intervals& shared, bool after) {
  std::vector<z3::expr> facts;
  for (std::size_t i = 0; i < shared.size(); ++i)
    facts.push_back(domain_.contains(session_, shared[i], session_.shared(i, after)));
  return facts;
}

// All combinations of intervals of the written variables after the rule, under what is assumed now.
std::vector<DataAbstraction::Outcome> DataAbstraction::enumerate(const ThresholdRule& rule,
                                                                 const RuleUse& use, bool with_shared) {
  std::vector<z3::expr> results;
  const SymbolTerm term = session_.process_terms("m");
  for (const std::size_t i : use.counters_written) results.push_back(session_.linear(rule.counters[i], term));
  for (const std::size_t i : use.shared_written) {
    if (with_shared) results.push_back(session_.linear(rule.shared[i], term));
  }
  const SmtSession::Scope scope(session_);
  for (std::int32_t i = 0; i < rule.fresh; ++i) session_.assume(term({SymbolKind::fresh, i}) >= 0);
  for (const auto& result : results) session_.assume(result >= 0);
  std::vector<Outcome> found;
  while (session_.check_now()) {
    const z3::model model = session_.solver().get_model();
    Outcome outcome;
    z3::expr_vector here(session_.context());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const IntervalDomain& domain = i < use.counters_written.size() ? local_domain_ : domain_;
      const std::size_t interval = domain.interval_of(session_, model, session_.value(model, results[i]));
      (i < use.counters_written.size() ? outcome.counters : outcome.shared)
          .push_back(interval_number(interval));
      here.push_back(domain.contains(session_, interval, results[i]));
    }
    found.push_back(std::move(outcome));
    if (results.empty()) break;
    session_.assume(!z3::mk_and(here));
  }
  std::ranges::sort(found, {},
                    [](const Outcome& outcome) { return std::tie(outcome.counters, outcome.shared); });
  return found;
}

// A variable that becomes negative is an error of an instance: nothing can be proved by the abstraction
// then.
void DataAbstraction::refuse_negative(const ThresholdRule& rule, const RuleUse& use) {
  const SymbolTerm term = session_.process_terms("m");
  const auto check = [&](const Linear& update) {
    const bool subtracts = update.constant < 0 || std::ranges::any_of(update.terms, [](const auto& part) {
                             return part.second < 0;
                           });
    if (subtracts && session_.possible({session_.linear(update, term) < 0})) throw NegativeValue();
  };
  for (const std::size_t i : use.counters_written) check(rule.counters[i]);
  for (const std::size_t i : use.shared_written) check(rule.shared[i]);
}

const std::vector<DataAbstraction::Outcome>& DataAbstraction::outcomes(std::size_t number,
                                                                       const AbstractLocal& local,
                                                                       const Intervals* shared) {
  const RuleUse& use = uses_[number];
  std::vector<std::int32_t> key{static_cast<std::int32_t>(number)};
  for (const std::size_t i : use.counters_read) key.push_back(local.intervals[i]);
  if (shared == nullptr) key.push_back(kAnyShared);
  for (const std::size_t i : use.shared_read) {
    if (shared != nullptr) key.push_back((*shared)[i]);
  }
  const auto known = outcomes_.find(key);
  if (known != outcomes_.end()) return known->second;
  const ThresholdRule& rule = rules().rules[number];
  const auto& counters = rules().processes[static_cast<std::size_t>(rule.process)].counters;
  const SymbolTerm term = session_.process_terms("m");
  const SmtSession::Scope scope(session_);
  session_.assume(
      session_.processes(static_cast<std::size_t>(rule.process), static_cast<std::size_t>(rule.from)) >= 1);
  for (const std::size_t i : use.counters_read)
    session_.assume(
        local_domain_.contains(session_, local.intervals[i], term({SymbolKind::local, counters[i]})));
  for (const std::size_t i : use.shared_read) {
    if (shared != nullptr) session_.assume(domain_.contains(session_, (*shared)[i], session_.shared(i)));
  }
  for (const std::int32_t counter : counters) session_.assume(term({SymbolKind::local, counter}) >= 0);
  for (const auto& fact : invariant_facts(rule.process, rule.from, "m", false)) session_.assume(fact);
  session_.assume(session_.condition(rule.guard, term));
  refuse_negative(rule, use);
  std::vector<Outcome> found = enumerate(rule, use, shared != nullptr);
  return outcomes_.emplace(std::move(key), std::move(found)).first->second;
}

const std::vector<AbstractStep>& DataAbstraction::steps(std::uint32_t local, const Intervals& shared) {
  const auto known = steps_.find({local, shared});
  if (known != steps_.end()) return known->second;
  const AbstractLocal place = locals_[local];
  std::vector<AbstractStep> found;
  for (const std::size_t number :
       rules().rules_from[static_cast<std::size_t>(place.kind)][static_cast<std::size_t>(place.status)]) {
    const ThresholdRule& rule = rules().rules[number];
    if (rule.fails) continue;
    const RuleUse& use = uses_[number];
    for (const Outcome& outcome : outcomes(number, place, &shared)) {
      AbstractLocal target{place.kind, rule.to, place.intervals};
      for (std::size_t i = 0; i < use.counters_written.size(); ++i)
        target.intervals[use.counters_written[i]] = outcome.counters[i];
      AbstractStep step{number_of(std::move(target)), shared, number};
      for (std::size_t i = 0; i < use.shared_written.size(); ++i)
        step.shared[use.shared_written[i]] = outcome.shared[i];
      found.push_back(std::move(step));
    }
  }
  return steps_.emplace(std::pair{local, shared}, std::move(found)).first->second;
}

bool DataAbstraction::may_block(std::uint32_t local, const Intervals& shared) {
  const auto known = blocked_.find({local, shared});
  if (known != blocked_.end()) return known->second;
  const AbstractLocal& place = locals_[local];
  std::vector<z3::expr> facts = local_facts(local, "m");
  for (const auto& fact : shared_facts(shared)) facts.push_back(fact);
  for (const std::size_t number :
       rules().rules_from[static_cast<std::size_t>(place.kind)][static_cast<std::size_t>(place.status)]) {
    const ThresholdRule& rule = rules().rules[number];
    if (rule.fails) continue;
    facts.push_back(!session_.condition(surely_possible(rule), session_.process_terms("m")));
  }
  const bool result = session_.possible(facts);
  blocked_.emplace(std::pair{local, shared}, result);
  return result;
}

Decision DataAbstraction::counted(std::size_t count, std::uint32_t local, const Intervals& shared) {
  const AbstractLocal& place = locals_[local];
  if (rules().counts[count].process != place.kind) return Decision::never;
  const Condition& condition = rules().counted[count][static_cast<std::size_t>(place.status)];
  if (condition.is(ConditionKind::truth)) return Decision::always;
  if (condition.is(ConditionKind::falsity)) return Decision::never;
  const auto known = decisions_.find({count, local, shared});
  if (known != decisions_.end()) return known->second;
  const z3::expr term = session_.condition(condition, session_.process_terms("m"));
  std::vector<z3::expr> facts = local_facts(local, "m");
  for (const auto& fact : shared_facts(shared)) facts.push_back(fact);
  facts.push_back(term);
  const bool can = session_.possible(facts);
  facts.back() = !term;
  const bool can_not = session_.possible(facts);
  const Decision decision = !can ? Decision::never : can_not ? Decision::sometimes : Decision::always;
  decisions_.emplace(std::tuple{count, local, shared}, decision);
  return decision;
}

std::string DataAbstraction::local_name(std::uint32_t local) const {
  const AbstractLocal& place = locals_[local];
  const auto& process = rules().model->processes[static_cast<std::size_t>(place.kind)];
  const auto& counters = rules().processes[static_cast<std::size_t>(place.kind)].counters;
  std::string text = rules().status_name(place.kind, place.status);
  for (std::size_t i = 0; i < counters.size(); ++i)
    if (local_domain_.size() > 1)
      text += fmt::format(" {}:I{}", process.locals[static_cast<std::size_t>(counters[i])].name,
                          place.intervals[i]);
  return rules().processes.size() == 1 ? text : process.name + " " + text;
}

}  // namespace quorate
