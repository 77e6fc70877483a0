#include "induction/certificate.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace quorate {

namespace {

// Declarations of the constants in the formulas, in a fixed order.
std::string declarations(const Terms& formulas, bool& integers) {
  std::set<unsigned> seen;
  std::map<std::string, std::string> found;
  std::vector<Term> stack(formulas.begin(), formulas.end());
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (!seen.insert(top.id()).second || !top.is_app()) continue;
    if (top.num_args() == 0 && top.decl().decl_kind() == Z3_OP_UNINTERPRETED) {
      found[top.decl().name().str()] = top.decl().to_string();
      integers = integers || top.is_int();
    }
    for (unsigned i = 0; i < top.num_args(); ++i) stack.push_back(top.arg(i));
  }
  std::string text;
  for (const auto& [name, declaration] : found) text += declaration + "\n";
  return text;
}

}  // namespace

Certificate::Certificate(const std::string& title) : title_(title) {}

void Certificate::obligation(const std::string& title, const Terms& formulas) {
  ++obligations_;
  body_ += fmt::format("\n; {}\n(push 1)\n", title);
  body_ += declarations(formulas, integers_);
  for (const Term& formula : formulas) body_ += fmt::format("(assert {})\n", formula.to_string());
  body_ += "(check-sat)\n(pop 1)\n";
}

void Certificate::add(Unrolling& u, const ProvedClaim& proved) {
  const Encoding& encoding = u.encoding();
  Z3_set_ast_print_mode(encoding.formulas().context(), Z3_PRINT_SMTLIB2_COMPLIANT);
  Terms path;
  for (std::size_t i = 0; i < proved.k; ++i) {
    path.push_back(encoding.space().typing(u.state(i)));
    if (i == 0) path.push_back(encoding.initial(u.state(0)));
    if (i > 0) path.push_back(u.step(i - 1));
    Terms formulas = path;
    formulas.push_back(u.at(proved.claim.violated, i));
    obligation(fmt::format("base of {}: no run violates it after {} steps", proved.name, i), formulas);
  }
  Terms step;
  for (std::size_t i = 0; i <= proved.k; ++i) {
    step.push_back(encoding.space().typing(u.state(i)));
    for (const Term& lemma : proved.always) step.push_back(u.at(lemma, i));
    if (i == proved.k) break;
    step.push_back(u.step(i));
    step.push_back(u.at(proved.claim.assumed, i));
    for (const Term& lemma : proved.before) step.push_back(u.at(lemma, i));
  }
  step.push_back(u.at(proved.claim.violated, proved.k));
  obligation(fmt::format("step of {}: {} states in a row that satisfy it are followed by no other",
                         proved.name, proved.k),
             step);
}

std::string Certificate::text() const {
  std::string text =
      fmt::format("; {}\n; {} obligations; the answer to each must be unsat.\n", title_, obligations_);
  text += fmt::format("(set-logic {})\n", integers_ ? "QF_LIA" : "QF_UF");
  return text + body_;
}

}  // namespace quorate
