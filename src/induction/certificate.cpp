// The obligations of k-induction [Bokor 2011, 2.6] as SMT-LIB. Base: no run violates the claim in its first
// k states. Step: k states in a row that satisfy the claim are not followed by one that violates it. Claims
// with the same depth and the same assumptions share one path, asserted in an enclosing scope; otherwise
// the formula of a step, by far the largest part, would be repeated for each claim. A constant is declared
// in the scope of its first use. Only standard SMT-LIB is written, since the reader is a solver other than
// Z3.
#include "induction/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace quorate {

void SmtText::open() {
  text_ += "(push 1)\n";
  declared_.emplace_back();
}

void SmtText::close() {
  text_ += "(pop 1)\n";
  declared_.pop_back();
}

void SmtText::declare(const Term& formula) {
  std::set<unsigned> seen;
  std::vector<Term> stack{formula};
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (!seen.insert(top.id()).second || !top.is_app()) continue;
    for (unsigned i = 0; i < top.num_args(); ++i) stack.push_back(top.arg(i));
    if (top.num_args() > 0 || top.decl().decl_kind() != Z3_OP_UNINTERPRETED) continue;
    const std::string name = top.decl().name().str();
    const bool known =
        std::ranges::any_of(declared_, [&](const auto& scope) { return scope.contains(name); });
    if (known) continue;
    declared_.back().insert(name);
    text_ += top.decl().to_string() + "\n";
    integers_ = integers_ || top.is_int();
  }
}

void SmtText::add(const Term& formula) {
  if (formula.is_true()) return;
  declare(formula);
  text_ += fmt::format("(assert {})\n", formula.to_string());
}

void SmtText::ask() {
  ++questions_;
  text_ += "(check-sat)\n";
}

void Certificate::add(Unrolling& unrolling, const std::vector<ProvedClaim>& claims) {
  Z3_set_ast_print_mode(unrolling.encoding().formulas().context(), Z3_PRINT_SMTLIB2_COMPLIANT);
  bases(unrolling, claims);
  // Claims with the same depth and the same assumptions share a path.
  const auto key = [](const ProvedClaim& claim) {
    std::vector<unsigned> ids{static_cast<unsigned>(claim.k)};
    for (const Term& term : claim.always) ids.push_back(term.id());
    ids.push_back(0);
    for (const Term& term : claim.before) ids.push_back(term.id());
    return ids;
  };
  std::map<std::vector<unsigned>, std::vector<const ProvedClaim*>> groups;
  for (const ProvedClaim& claim : claims) groups[key(claim)].push_back(&claim);
  for (const auto& [ids, group] : groups) steps(unrolling, group);
}

void Certificate::add_assumption(Unrolling& u, const std::string& name, const Term& holds) {
  Z3_set_ast_print_mode(u.encoding().formulas().context(), Z3_PRINT_SMTLIB2_COMPLIANT);
  const StateSpace& space = u.encoding().space();
  smt_.comment(fmt::format("base of {}", name));
  smt_.open();
  smt_.add(space.typing(u.state(0)));
  smt_.add(u.encoding().initial(u.state(0)));
  smt_.add(!u.at(holds, 0));
  smt_.ask();
  smt_.close();
  smt_.comment(fmt::format("step of {}", name));
  smt_.open();
  smt_.add(space.typing(u.state(0)));
  smt_.add(u.at(holds, 0));
  smt_.add(u.step(0));
  smt_.add(space.typing(u.state(1)));
  smt_.add(!u.at(holds, 1));
  smt_.ask();
  smt_.close();
}

// No run violates the claim in its first k states.
void Certificate::bases(Unrolling& u, const std::vector<ProvedClaim>& claims) {
  std::size_t deepest = 0;
  for (const ProvedClaim& claim : claims) deepest = std::max(deepest, claim.k);
  for (std::size_t i = 0; i < deepest; ++i) {
    smt_.open();
    smt_.add(u.typing(i));
    smt_.add(i == 0 ? u.encoding().initial(u.state(0)) : u.step(i - 1));
    for (const ProvedClaim& claim : claims) {
      if (claim.k <= i) continue;
      smt_.comment(fmt::format("base of {}: after {} steps", claim.name, i));
      smt_.open();
      smt_.add(u.at(claim.claim.violated, i));
      smt_.ask();
      smt_.close();
    }
  }
  for (std::size_t i = 0; i < deepest; ++i) smt_.close();
}

// k states in a row that satisfy the claim are not followed by one that violates it.
void Certificate::steps(Unrolling& u, std::vector<const ProvedClaim*> claims) {
  const ProvedClaim& first = *claims.front();
  smt_.open();
  for (std::size_t i = 0; i <= first.k; ++i) {
    smt_.add(u.typing(i));
    for (const Term& lemma : first.always) smt_.add(u.at(lemma, i));
    if (i == first.k) break;
    smt_.add(u.step(i));
    for (const Term& lemma : first.before) smt_.add(u.at(lemma, i));
  }
  for (const ProvedClaim* claim : claims) {
    smt_.comment(fmt::format("step of {}: after {} states", claim->name, claim->k));
    smt_.open();
    for (std::size_t i = 0; i < claim->k; ++i) smt_.add(u.at(claim->claim.assumed, i));
    smt_.add(u.at(claim->claim.violated, claim->k));
    smt_.ask();
    smt_.close();
  }
  smt_.close();
}

std::string Certificate::text() const {
  return fmt::format("; {}\n; {} obligations: the answer to each must be unsat.\n(set-logic {})\n{}", title_,
                     smt_.questions(), smt_.has_integers() ? "QF_LIA" : "QF_UF", smt_.text());
}

}  // namespace quorate
