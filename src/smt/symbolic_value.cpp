// Operations on finite values go through all pairs of cases, so that a result can have as many cases as the
// product of its operands; beyond case_limit the evaluator gives the expression up. Cases with equal
// constants are merged, and cases whose condition is false are dropped, which keeps most values small. Sets
// are one condition for each element and natural numbers integer terms; cases are converted to a term where
// they meet one (`as_number`).
#include "smt/symbolic_value.hpp"

#include <algorithm>
#include <map>

#include "model/arithmetic.hpp"

namespace quorate {

namespace {

// Conditions by value; a value whose condition is false has no case.
class CaseTable {
 public:
  void add(std::int64_t value, const Term& when) {
    if (!when.is_false()) conditions_[value].push_back(when);
  }
  [[nodiscard]] std::size_t size() const { return conditions_.size(); }
  std::vector<Case> cases(Formulas& f) const {
    std::vector<Case> result;
    for (const auto& [value, when] : conditions_) result.push_back({value, f.any(when)});
    return result;
  }

 private:
  std::map<std::int64_t, Terms> conditions_;
};

}  // namespace

SymbolicValue ValueAlgebra::constant(std::int64_t value) {
  return {ValueForm::cases, f_.constant(false), {{value, f_.constant(true)}}, {}, 0, {}};
}

SymbolicValue ValueAlgebra::undefined() {
  return {ValueForm::cases, f_.constant(true), {}, {}, 0, {}};
}

SymbolicValue ValueAlgebra::boolean(const Term& condition) {
  CaseTable table;
  table.add(0, f_.negation(condition));
  table.add(1, condition);
  return {ValueForm::cases, f_.constant(false), table.cases(f_), {}, 0, {}};
}

SymbolicValue ValueAlgebra::set(std::int64_t low, Terms elements) {
  return {ValueForm::set, f_.constant(false), {}, std::move(elements), low, {}};
}

SymbolicValue ValueAlgebra::constant_set(std::int64_t low, std::int64_t size, std::int64_t mask) {
  Terms elements;
  for (std::int64_t k = 0; k < size; ++k) elements.push_back(f_.constant(((mask >> k) & 1) != 0));
  return set(low, std::move(elements));
}

SymbolicValue ValueAlgebra::number(const Term& term) {
  return {ValueForm::number, f_.constant(false), {}, {}, 0, term};
}

Term ValueAlgebra::truth(const SymbolicValue& value) {
  Terms conditions;
  for (const Case& c : value.cases) {
    if (c.value != 0) conditions.push_back(c.when);
  }
  return f_.any(conditions);
}

Term ValueAlgebra::is(const SymbolicValue& value, std::int64_t constant) {
  if (value.form == ValueForm::number) return *value.number == f_.number(constant);
  for (const Case& c : value.cases) {
    if (c.value == constant) return c.when;
  }
  return f_.constant(false);
}

Term ValueAlgebra::has(const SymbolicValue& set, std::int64_t element) {
  std::int64_t k = 0;
  if (!arithmetic::position(element, set.low, set.elements.size(), k)) return f_.constant(false);
  return set.elements[static_cast<std::size_t>(k)];
}

Term ValueAlgebra::as_number(const SymbolicValue& value) {
  if (value.form == ValueForm::number) return *value.number;
  if (value.cases.empty()) return f_.number(0);
  Term result = f_.number(value.cases.back().value);
  for (std::size_t i = value.cases.size() - 1; i-- > 0;) {
    result = z3::ite(value.cases[i].when, f_.number(value.cases[i].value), result);
  }
  return result;
}

SymbolicValue ValueAlgebra::merge(const Term& condition, const SymbolicValue& a, const SymbolicValue& b) {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  SymbolicValue result = undefined();
  result.undefined = f_.choice(condition, a.undefined, b.undefined);
  if (a.form == ValueForm::number || b.form == ValueForm::number) {
    result.form = ValueForm::number;
    result.number = z3::ite(condition, as_number(a), as_number(b));
  } else if (a.form == ValueForm::set || b.form == ValueForm::set) {
    const SymbolicValue& shape = a.form == ValueForm::set ? a : b;
    std::int64_t low = shape.low;
    std::int64_t high = shape.low + static_cast<std::int64_t>(shape.elements.size());
    for (const SymbolicValue* v : {&a, &b}) {
      if (v->form != ValueForm::set) continue;
      low = std::min(low, v->low);
      high = std::max(high, v->low + static_cast<std::int64_t>(v->elements.size()));
    }
    result.form = ValueForm::set;
    result.low = low;
    for (std::int64_t e = low; e < high; ++e)
      result.elements.push_back(f_.choice(condition, has(a, e), has(b, e)));
  } else {
    CaseTable table;
    const Term otherwise = f_.negation(condition);
    for (const Case& c : a.cases) {
      const Term there = is(b, c.value);
      table.add(c.value, there.is_false() ? f_.both(condition, c.when) : f_.choice(condition, c.when, there));
    }
    for (const Case& c : b.cases) {
      if (is(a, c.value).is_false()) table.add(c.value, f_.both(otherwise, c.when));
    }
    result.cases = table.cases(f_);
  }
  return result;
}

Term ValueAlgebra::compare(const SymbolicValue& a, const SymbolicValue& b,
                           const std::function<bool(std::int64_t, std::int64_t)>& holds) {
  Terms pairs;
  for (const Case& x : a.cases) {
    Terms partners;
    for (const Case& y : b.cases) {
      if (holds(x.value, y.value)) partners.push_back(y.when);
    }
    const bool every = partners.size() == b.cases.size();
    pairs.push_back(every ? x.when : f_.both(x.when, f_.any(partners)));
  }
  return f_.any(pairs);
}

Term ValueAlgebra::equal(const SymbolicValue& a, const SymbolicValue& b) {
  if (a.form == ValueForm::set || b.form == ValueForm::set) {
    Terms same;
    for (const SymbolicValue* v : {&a, &b}) {
      for (std::size_t k = 0; k < v->elements.size(); ++k) {
        const std::int64_t e = v->low + static_cast<std::int64_t>(k);
        same.push_back(f_.iff(has(a, e), has(b, e)));
      }
    }
    return f_.all(same);
  }
  if (a.form == ValueForm::number || b.form == ValueForm::number) return as_number(a) == as_number(b);
  return compare(a, b, [](std::int64_t x, std::int64_t y) { return x == y; });
}

Term ValueAlgebra::less(const SymbolicValue& a, const SymbolicValue& b, bool or_equal) {
  if (a.form == ValueForm::number || b.form == ValueForm::number) {
    return or_equal ? as_number(a) <= as_number(b) : as_number(a) < as_number(b);
  }
  return compare(a, b, [&](std::int64_t x, std::int64_t y) { return or_equal ? x <= y : x < y; });
}

SymbolicValue ValueAlgebra::apply(const SymbolicValue& a, const SymbolicValue& b, const Operation& operation,
                                  Term& failure) {
  CaseTable table;
  Terms failures;
  for (const Case& x : a.cases) {
    for (const Case& y : b.cases) {
      const Term when = f_.both(x.when, y.when);
      if (const auto value = operation(x.value, y.value)) {
        table.add(*value, when);
      } else {
        failures.push_back(when);
      }
    }
    if (table.size() > case_limit) {
      too_large_ = true;
      break;
    }
  }
  failure = f_.any(failures);
  return {ValueForm::cases, f_.constant(false), table.cases(f_), {}, 0, {}};
}

SymbolicValue ValueAlgebra::size(const SymbolicValue& set) {
  CaseTable table;
  Term more = f_.constant(true);  // there are at least k elements
  for (std::size_t k = 0; k <= set.elements.size(); ++k) {
    const Term next = f_.at_least(static_cast<std::int64_t>(k) + 1, set.elements);
    table.add(static_cast<std::int64_t>(k), f_.both(more, f_.negation(next)));
    more = next;
  }
  return {ValueForm::cases, f_.constant(false), table.cases(f_), {}, 0, {}};
}

Term ValueAlgebra::coincide(const SymbolicValue& a, const SymbolicValue& b) {
  Terms parts{f_.iff(a.undefined, b.undefined)};
  if (a.form == ValueForm::number) {
    const Term same =
        b.form == ValueForm::cases && b.cases.empty() ? f_.constant(true) : *a.number == as_number(b);
    parts.push_back(f_.either(b.undefined, same));
  } else if (a.form == ValueForm::set) {
    for (std::size_t k = 0; k < a.elements.size(); ++k) {
      const Term there = has(b, a.low + static_cast<std::int64_t>(k));
      parts.push_back(f_.iff(a.elements[k], f_.both(f_.negation(b.undefined), there)));
    }
  } else {
    for (const Case& c : a.cases)
      parts.push_back(f_.iff(c.when, f_.both(f_.negation(b.undefined), is(b, c.value))));
  }
  return f_.all(parts);
}

}  // namespace quorate
