// Two kinds of candidates. Where a rule raises a counting variable x by c under the guard x + r <= 0, the
// invariant "x is 0 or x <= c - r" is tried; where it sets x to an arbitrary number a with a + r <= 0, "x
// is 0 or x <= -r". Each is proved by itself: it holds after initialisation, the moving process keeps it,
// and so does every other process when the shared variables change. Without it the abstraction does not
// know that a received message must have been sent.
//
// For each status, each counting variable and each threshold it is also tried that the variable is below
// the threshold, or that it has reached it, in all processes of that status: a process that had received
// enough would have moved on. These depend on each other and are proved together: those that a rule breaks
// while the others hold are dropped until none is broken [Flanagan, Leino 2001].
#include "parameterized/abstraction/local_invariants.hpp"

#include <algorithm>

namespace quorate {

namespace {

class LocalInvariantSearch {
 public:
  explicit LocalInvariantSearch(SmtSession& session) : session_(session), rules_(session.rules()) {}

  std::vector<LocalInvariant> run() {
    for (const auto& rule : rules_.rules) {
      const auto& counters = rules_.processes[static_cast<std::size_t>(rule.process)].counters;
      for (std::size_t i = 0; i < rule.counters.size(); ++i) {
        if (!rule.fails) propose(rule, {SymbolKind::local, counters[i]}, rule.counters[i]);
      }
    }
    for (auto& candidate : result_) candidate.proved = initially(candidate) && preserved(candidate);
    add_status_candidates();
    while (drop_broken()) {
    }
    result_.insert(result_.end(), open_.begin(), open_.end());
    return std::move(result_);
  }

 private:
  void propose(const ThresholdRule& rule, Symbol variable, const Linear& update) {
    Symbol source = variable;
    std::int64_t raise = 0;
    if (update.terms.size() != 1 || update.terms[0].second != 1) return;
    if (update.terms[0].first == variable) {
      raise = update.constant;
      if (raise <= 0) return;
    } else if (update.terms[0].first.kind == SymbolKind::fresh) {
      source = update.terms[0].first;
      raise = update.constant;
    } else {
      return;
    }
    const auto consider = [&](const Condition& part) {
      if (!part.is(ConditionKind::at_most_zero) || part.linear.coefficient(source) != 1) return;
      const Linear rest = part.linear - Linear(source);
      const bool usable = std::ranges::all_of(rest.terms, [](const auto& term) {
        return term.first.kind != SymbolKind::local && term.first.kind != SymbolKind::fresh;
      });
      if (!usable) return;
      const Linear x(variable);
      add({rule.process, -1,
           disjunction({compared(TermKind::less_equal, x + rest, Linear(raise)),
                        compared(TermKind::equal, x, Linear(0))}),
           false});
    };
    consider(rule.guard);
    if (rule.guard.is(ConditionKind::conjunction)) std::ranges::for_each(rule.guard.parts, consider);
  }

  void add_status_candidates() {
    for (std::size_t kind = 0; kind < rules_.processes.size(); ++kind) {
      for (std::size_t status = 0; status < rules_.processes[kind].statuses.size(); ++status) {
        for (const std::int32_t counter : rules_.processes[kind].counters) {
          for (const auto& threshold : thresholds()) {
            for (const TermKind relation : {TermKind::less, TermKind::greater_equal})
              open_.push_back({static_cast<std::int32_t>(kind), static_cast<std::int32_t>(status),
                               compared(relation, Linear(Symbol{SymbolKind::local, counter}), threshold),
                               true});
          }
        }
      }
    }
  }

  [[nodiscard]] std::vector<Linear> thresholds() const {
    std::vector<Linear> result = rules_.thresholds;
    if (std::ranges::find(result, Linear(1)) == result.end()) result.emplace_back(1);
    return result;
  }

  bool drop_broken() {
    const std::size_t before = open_.size();
    std::erase_if(open_, [&](const LocalInvariant& candidate) {
      const auto breaks = [&](const ThresholdRule& rule) {
        return rule.process == candidate.kind && rule.to == candidate.status && !rule.fails &&
               !established(candidate, rule);
      };
      return std::ranges::any_of(rules_.initial, breaks) || std::ranges::any_of(rules_.rules, breaks);
    });
    return open_.size() != before;
  }

  // Whether the rule establishes the candidate, for a process that satisfies all other invariants, proved
  // or open.
  bool established(const LocalInvariant& candidate, const ThresholdRule& rule) {
    const SymbolTerm term = session_.process_terms("r");
    std::vector<z3::expr> facts = naturals(rule, term);
    const auto assume = [&](const LocalInvariant& known) {
      if (rule.from < 0 || !known.proved || known.kind != rule.process) return;
      if (known.status >= 0 && known.status != rule.from) return;
      facts.push_back(session_.condition(known.condition, term));
    };
    std::ranges::for_each(result_, assume);
    std::ranges::for_each(open_, assume);
    facts.push_back(session_.condition(rule.guard, term));
    facts.push_back(!after(candidate.condition, rule, term, term, true));
    return session_.impossible(facts);
  }

  void add(LocalInvariant candidate) {
    const bool known = std::ranges::any_of(result_, [&](const auto& other) {
      return other.kind == candidate.kind && other.condition == candidate.condition;
    });
    if (!known) result_.push_back(std::move(candidate));
  }

  // The condition after the rule: its variables replaced by the rule's updates.
  z3::expr after(const Condition& condition, const ThresholdRule& rule, const SymbolTerm& own,
                 const SymbolTerm& of_rule, bool moving) {
    const auto& counters = rules_.processes[static_cast<std::size_t>(rule.process)].counters;
    return session_.condition(condition, [&](Symbol symbol) -> z3::expr {
      if (symbol.kind == SymbolKind::shared)
        return session_.linear(rule.shared[static_cast<std::size_t>(symbol.index)], of_rule);
      if (symbol.kind != SymbolKind::local || !moving) return own(symbol);
      const auto place = std::ranges::find(counters, symbol.index) - counters.begin();
      return session_.linear(rule.counters[static_cast<std::size_t>(place)], of_rule);
    });
  }

  std::vector<z3::expr> naturals(const ThresholdRule& rule, const SymbolTerm& term) {
    std::vector<z3::expr> facts;
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) facts.push_back(session_.shared(i) >= 0);
    for (const std::int32_t local : rules_.processes[static_cast<std::size_t>(rule.process)].counters)
      facts.push_back(term({SymbolKind::local, local}) >= 0);
    for (std::int32_t i = 0; i < rule.fresh; ++i) facts.push_back(term({SymbolKind::fresh, i}) >= 0);
    return facts;
  }

  // Initialisations run one after the other: each must establish the condition for its process and preserve
  // it for those before.
  bool initially(const LocalInvariant& candidate) {
    return std::ranges::all_of(rules_.initial, [&](const auto& rule) {
      return (rule.process != candidate.kind || keeps(candidate, rule, true, true)) &&
             keeps(candidate, rule, false, true);
    });
  }

  bool preserved(const LocalInvariant& candidate) {
    return std::ranges::all_of(rules_.rules, [&](const auto& rule) {
      if (rule.fails) return true;
      return (rule.process != candidate.kind || keeps(candidate, rule, true, false)) &&
             keeps(candidate, rule, false, false);
    });
  }

  bool keeps(const LocalInvariant& candidate, const ThresholdRule& rule, bool moving, bool initialisation) {
    const SymbolTerm of_rule = session_.process_terms("r");
    const SymbolTerm own = moving ? of_rule : session_.process_terms("o");
    std::vector<z3::expr> facts = naturals(rule, of_rule);
    if (!moving) {
      for (const std::int32_t local : rules_.processes[static_cast<std::size_t>(candidate.kind)].counters)
        facts.push_back(own({SymbolKind::local, local}) >= 0);
    }
    if (!moving || !initialisation) facts.push_back(session_.condition(candidate.condition, own));
    facts.push_back(session_.condition(rule.guard, of_rule));
    facts.push_back(!after(candidate.condition, rule, own, of_rule, moving));
    return session_.impossible(facts);
  }

  SmtSession& session_;
  const RuleSystem& rules_;
  std::vector<LocalInvariant> result_;
  std::vector<LocalInvariant> open_;  // about a status
};

}  // namespace

std::vector<z3::expr> invariant_terms(SmtSession& session, const std::vector<LocalInvariant>& invariants,
                                      std::int32_t kind, std::int32_t status, const SymbolTerm& term) {
  std::vector<z3::expr> facts;
  for (const auto& invariant : invariants) {
    const bool applies = invariant.status < 0 || invariant.status == status;
    if (invariant.proved && invariant.kind == kind && applies)
      facts.push_back(session.condition(invariant.condition, term));
  }
  return facts;
}

std::vector<LocalInvariant> local_invariants(SmtSession& session) {
  return LocalInvariantSearch(session).run();
}

}  // namespace quorate
