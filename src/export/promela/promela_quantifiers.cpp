// Promela has no quantifiers and no loops in expressions, so they are unrolled: one term for each value of
// the domain, with constants folded. An extremum compares every element with every other. A choice in the
// body of a rule is a parameter; the rule's guard leaves out values that are no candidates (good_choice).
// Elsewhere exactly one element must be best, and a tie is an error.
#include <fmt/format.h>

#include <utility>

#include "export/promela/promela_translator.hpp"

namespace quorate {

void PromelaTranslator::for_elements(const Expr& e, const Environment& env,
                                     const std::function<void(const Environment&, const Text&)>& action) {
  Environment outer = env;
  Lines unused;
  for_each(e.domain_type, "", e.local, outer, unused, [&](Environment& inner) {
    inner.turn = env.turn;
    action(inner, inner.locals[e.local.index()].text);
  });
}

Text PromelaTranslator::quantifier(const Expr& e, const Environment& env) {
  const bool all = e.quantifier == Quantifier::all;
  Text result = truth(all);
  Text total = number(0);
  switch (e.quantifier) {
    case Quantifier::all:
    case Quantifier::exists:
      for_elements(e, env, [&](const Environment& inner, const Text& element) {
        if (result.is(all ? 0 : 1)) return;
        const Text inside = in_domain(e, element, inner);
        if (inside.is(0)) return;
        const Text body = value(e.child(0), inner);
        result =
            all ? both(result, binary(ExprKind::implies, inside, body)) : either(result, both(inside, body));
      });
      return result;
    case Quantifier::count:
    case Quantifier::sum:
      for_elements(e, env, [&](const Environment& inner, const Text& element) {
        const Text inside = in_domain(e, element, inner);
        if (inside.is(0)) return;
        const Text body = value(e.child(0), inner);
        Text term = e.quantifier == Quantifier::count ? both(inside, body) : select(inside, body, number(0));
        if (term.constant) term = number(*term.constant);
        total = total.is(0) ? term : binary(ExprKind::add, total, term);
      });
      return total;
    default:
      break;
  }
  const ChosenValue* made = chosen(e, env);
  if (made == nullptr) return best(e, env);
  const Text choice = made->texts[made->texts.size() == 1 ? 0 : env.turn];
  if (!e.has_default) return choice;
  return select(some_candidate_text(e, env), choice, value(e.children.back(), env));
}

std::vector<PromelaTranslator::Contender> PromelaTranslator::contenders(const Expr& e,
                                                                        const Environment& env) {
  std::vector<Contender> all;
  for_elements(e, env, [&](const Environment& inner, const Text& element) {
    Text inside = in_domain(e, element, inner);
    if (inside.is(0)) return;
    Text key = value(e.child(0), inner);
    if (e.quantifier == Quantifier::any) inside = both(inside, std::exchange(key, number(0)));
    all.push_back({inside, key, element});
  });
  return all;
}

// Whether the k-th element is in the domain and no other is better, or (strictly) as good.
Text PromelaTranslator::best_of(const Expr& e, const std::vector<Contender>& all, std::size_t k,
                                bool strictly) {
  const bool least = e.quantifier == Quantifier::minimum || e.quantifier == Quantifier::argmin;
  const ExprKind weak = least ? ExprKind::greater_equal : ExprKind::less_equal;
  const ExprKind strict = least ? ExprKind::greater : ExprKind::less;
  Text best = all[k].inside;
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (other == k) continue;
    const Text worse = binary(strictly ? strict : weak, all[other].key, all[k].key);
    best = both(best, binary(ExprKind::implies, all[other].inside, worse));
  }
  return best;
}

Text PromelaTranslator::best(const Expr& e, const Environment& env) {
  const bool number_wanted = e.quantifier == Quantifier::maximum || e.quantifier == Quantifier::minimum;
  const std::vector<Contender> all = contenders(e, env);
  Text result = failure(e.type, "a choice from nothing");
  if (e.has_default) {
    // A tie is an error, even if there is a value for the case that there is nothing.
    result = select(some_candidate_text(e, env), result, value(e.children.back(), env));
    if (number_wanted) result = value(e.children.back(), env);
  }
  for (std::size_t k = all.size(); k > 0; --k) {
    const Text wins = best_of(e, all, k - 1, !number_wanted);
    result = select(wins, number_wanted ? all[k - 1].key : all[k - 1].element, result);
  }
  return result;
}

// Whether the value is a candidate, or there is none.
Text PromelaTranslator::good_choice(const Expr& e, const ChosenValue& made, const Environment& env) {
  const Text good = candidate(e, made.texts.front(), env);
  const Text none = negation(some_candidate_text(e, env));
  return binary(ExprKind::implies, all_hold(made.path, env), either(none, good));
}

Text PromelaTranslator::candidate(const Expr& e, const Text& chosen_value, const Environment& env) {
  const std::vector<Contender> all = contenders(e, env);
  Text any = truth(false);
  for (std::size_t k = 0; k < all.size(); ++k) {
    any = either(any, both(equal(chosen_value, all[k].element), best_of(e, all, k, false)));
  }
  return any;
}

// The guard of the rule leaves out wrong choices; here it is an error if there is nothing to choose.
void PromelaTranslator::prepare_choices(const Stmt& statement, const Environment& env, Lines& out) {
  for (const auto& [expression, made] : env.choices) {
    if (made.statement != &statement || made.free || expression->has_default) continue;
    const Text none = negation(some_candidate_text(*expression, env));
    fail_if(both(all_hold(made.path, env), none), "a choice from nothing", out);
  }
}

}  // namespace quorate
