// Quantifiers are unrolled: each element of the domain is evaluated with the bound name as a constant,
// under the condition that it belongs to the domain set. The body is evaluated only where the filter holds.
//
// Which elements are evaluated matters, since evaluation can be a model error: `all` and `exists` evaluate
// all elements over processes, and over other domains those up to the one that decides. `argmax`, `argmin`
// and `any` may have several candidates. In the body of a rule the choice is an input, a free constant
// constrained to the candidates; elsewhere several candidates are a model error.
#include <fmt/format.h>

#include "analysis/failure.hpp"
#include "model/constant_operation.hpp"
#include "smt/evaluator.hpp"
#include "smt/evaluator_path.hpp"

namespace quorate {

std::vector<Evaluator::Element> Evaluator::elements_of(TypeId domain_type, const Expr* set) {
  std::optional<SymbolicValue> members;
  if (set != nullptr) members = eval_defined(*set);
  std::vector<Element> elements;
  for (const auto value : model_.values_of(domain_type)) {
    Term inside = members ? v_.has(*members, value) : f_.constant(true);
    if (!inside.is_false()) elements.push_back({value, inside});
  }
  return elements;
}

SymbolicValue Evaluator::eval_quantifier(const Expr& e) {
  const QuantifierFamily family = family_of(e.quantifier);
  if (family == QuantifierFamily::decision) return eval_all_or_exists(e);
  if (family == QuantifierFamily::fold) return eval_fold(e);
  return family == QuantifierFamily::extremum ? eval_extremum(e) : eval_selection(e);
}

SymbolicValue Evaluator::eval_all_or_exists(const Expr& e) {
  const bool all = e.quantifier == Quantifier::all;
  const bool strict = ranges_over_processes(model_, e);
  Term decided = f_.constant(false);
  for (const Element& element : elements_of(e.domain_type, e.domain_set())) {
    locals_[e.local.index()] = v_.constant(element.value);
    const Term reached = strict ? element.inside : f_.both(element.inside, f_.negation(decided));
    const Term decides = under(reached, [&] {
      const Term passes = condition(e.child(1));
      const Term body = under(passes, [&] { return condition(e.child(0)); });
      return f_.both(passes, all ? f_.negation(body) : body);
    });
    decided = f_.either(decided, f_.both(element.inside, decides));
  }
  return v_.boolean(all ? f_.negation(decided) : decided);
}

SymbolicValue Evaluator::eval_fold(const Expr& e) {
  const bool sum = e.quantifier == Quantifier::sum;
  SymbolicValue total = v_.constant(0);
  Terms counted;
  const Type& domain = type(e.domain_type);
  Terms members(static_cast<std::size_t>(std::max<std::int64_t>(0, domain.size())), f_.constant(false));
  for (const Element& element : elements_of(e.domain_type, e.domain_set())) {
    locals_[e.local.index()] = v_.constant(element.value);
    under(element.inside, [&] {
      const Term passes = condition(e.child(1));
      return under(passes, [&] {
        const SymbolicValue body = eval_defined(e.child(0));
        const Term takes = f_.both(element.inside, passes);
        if (sum) {
          Term overflow = f_.constant(false);
          const auto add = [](std::int64_t a, std::int64_t b) {
            return arithmetic_result(ExprKind::add, a, b);
          };
          const bool natural = body.form == ValueForm::number || total.form == ValueForm::number;
          const SymbolicValue more = natural ? v_.number(v_.as_number(total) + v_.as_number(body))
                                             : v_.apply(total, body, add, overflow);
          fail(overflow);
          total = v_.merge(takes, more, total);
        } else {
          const Term holds = f_.both(takes, v_.truth(body));
          counted.push_back(holds);
          members[static_cast<std::size_t>(element.value - domain.low)] = holds;
        }
        return true;
      });
    });
  }
  if (sum) return total;
  if (e.quantifier == Quantifier::count) return v_.size(v_.set(0, std::move(counted)));
  return converted(v_.set(domain.low, std::move(members)), e.type);
}

// The value where there is one, otherwise the default; without a default that is a model error.
SymbolicValue Evaluator::default_of(const Expr& e, const Term& some, const SymbolicValue& value) {
  const Term none = f_.negation(some);
  if (!e.has_default) {
    fail(none);
    return value;
  }
  const SymbolicValue other = under(none, [&] { return eval(e.children.back()); });
  return v_.merge(some, value, other);
}

SymbolicValue Evaluator::eval_extremum(const Expr& e) {
  const bool maximum = e.quantifier == Quantifier::maximum;
  Term some = f_.constant(false);
  SymbolicValue best = v_.constant(0);
  for (const Element& element : elements_of(e.domain_type, e.domain_set())) {
    locals_[e.local.index()] = v_.constant(element.value);
    under(element.inside, [&] {
      const Term passes = condition(e.child(1));
      const SymbolicValue body = under(passes, [&] { return eval_defined(e.child(0)); });
      const Term takes = f_.both(element.inside, passes);
      const Term better = maximum ? v_.less(best, body, false) : v_.less(body, best, false);
      best = v_.merge(f_.both(takes, f_.either(f_.negation(some), better)), body, best);
      some = f_.either(some, takes);
      return true;
    });
  }
  return default_of(e, some, best);
}

SymbolicValue Evaluator::eval_selection(const Expr& e) {
  std::vector<Element> passing;
  std::vector<SymbolicValue> bodies;
  for (const Element& element : elements_of(e.domain_type, e.domain_set())) {
    locals_[e.local.index()] = v_.constant(element.value);
    under(element.inside, [&] {
      const Term passes = condition(e.child(1));
      bodies.push_back(under(passes, [&] { return eval_defined(e.child(0)); }));
      passing.push_back({element.value, f_.both(element.inside, passes)});
      return true;
    });
  }
  std::vector<Element> candidates;
  for (std::size_t i = 0; i < passing.size(); ++i) {
    Terms conditions{passing[i].inside};
    if (e.quantifier == Quantifier::any) conditions.push_back(v_.truth(bodies[i]));
    for (std::size_t k = 0; k < passing.size() && e.quantifier != Quantifier::any; ++k) {
      const Term best = e.quantifier == Quantifier::argmax ? v_.less(bodies[k], bodies[i], true)
                                                           : v_.less(bodies[i], bodies[k], true);
      if (k != i) conditions.push_back(f_.implies(passing[k].inside, best));
    }
    candidates.push_back({passing[i].value, f_.all(conditions)});
  }
  Terms some;
  for (const Element& candidate : candidates) some.push_back(candidate.inside);
  const Term exists = f_.any(some);
  return default_of(e, exists, under(exists, [&] { return chosen(candidates); }));
}

SymbolicValue Evaluator::chosen(const std::vector<Element>& candidates) {
  SymbolicValue result = v_.undefined();
  result.undefined = f_.constant(false);
  Terms inside;
  for (const Element& candidate : candidates) inside.push_back(candidate.inside);
  const Term several = f_.at_least(2, inside);
  if (!policy_.allowed || several.is_false()) {
    fail(several);
    for (const Element& candidate : candidates) result.cases.push_back({candidate.value, candidate.inside});
    return result;
  }
  Terms inputs;
  const int number = choices_++;
  for (const Element& candidate : candidates) {
    const Term input = f_.boolean(fmt::format("{}choice{}={}", policy_.prefix, number, candidate.value));
    inputs.push_back(input);
    constraints_.push_back(f_.implies(f_.both(path_, input), candidate.inside));
    result.cases.push_back({candidate.value, input});
  }
  constraints_.push_back(f_.implies(path_, f_.exactly_one(inputs)));
  return result;
}

}  // namespace quorate
