// Connectives that simplify while a formula is built. Most guards and indices are constant for a given
// transition, and what is constant never reaches the solver; callers test is_false() to skip work.
// Cardinality is a ladder of partial counts in plain connectives: `count` times the number of terms,
// readable for every solver that checks a certificate.
#include "smt/formulas.hpp"

#include "base/budget.hpp"

namespace quorate {

namespace {

Term gathered(z3::context& context, const Terms& terms, bool conjunction) {
  Budget::ask();
  z3::expr_vector kept(context);
  for (const Term& term : terms) {
    if (conjunction ? term.is_true() : term.is_false()) continue;
    if (conjunction ? term.is_false() : term.is_true()) return context.bool_val(!conjunction);
    kept.push_back(term);
  }
  if (kept.empty()) return context.bool_val(conjunction);
  if (kept.size() == 1) return kept[0];
  return conjunction ? z3::mk_and(kept) : z3::mk_or(kept);
}

}  // namespace

Term Formulas::negation(const Term& a) {
  if (a.is_true()) return constant(false);
  if (a.is_false()) return constant(true);
  return a.is_not() ? a.arg(0) : !a;
}

Term Formulas::both(const Term& a, const Term& b) {
  if (z3::eq(a, b)) return a;
  return gathered(context_, {a, b}, true);
}

Term Formulas::either(const Term& a, const Term& b) {
  if (z3::eq(a, b)) return a;
  return gathered(context_, {a, b}, false);
}

Term Formulas::iff(const Term& a, const Term& b) {
  if (z3::eq(a, b)) return constant(true);
  if (a.is_true()) return b;
  if (b.is_true()) return a;
  if (a.is_false()) return negation(b);
  if (b.is_false()) return negation(a);
  return a == b;
}

Term Formulas::choice(const Term& condition, const Term& a, const Term& b) {
  if (condition.is_true() || z3::eq(a, b)) return a;
  if (condition.is_false()) return b;
  return either(both(condition, a), both(negation(condition), b));
}

Term Formulas::all(const Terms& terms) {
  return gathered(context_, terms, true);
}

Term Formulas::any(const Terms& terms) {
  return gathered(context_, terms, false);
}

Term Formulas::at_most_one(const Terms& terms) {
  return negation(at_least(2, terms));
}

Term Formulas::exactly_one(const Terms& terms) {
  return both(any(terms), at_most_one(terms));
}

Term Formulas::at_least(std::int64_t count, const Terms& terms) {
  if (count <= 0) return constant(true);
  // reached[k]: at least k + 1 of the terms so far.
  Terms reached(static_cast<std::size_t>(count), constant(false));
  for (const Term& term : terms) {
    for (std::size_t k = reached.size(); k-- > 0;) {
      reached[k] = either(reached[k], k == 0 ? term : both(reached[k - 1], term));
    }
  }
  return reached.back();
}

}  // namespace quorate
