// `all` and `exists` are expressions of Murphi. count, sum, maximum and minimum become functions with a loop.
//
// An any, argmax or argmin in the body of a rule is a parameter of the rule (export/translation/choices.hpp):
// `assume` drops the steps in which the parameter is no candidate, and it is an error if there is none. In
// guards and properties nothing can be chosen: there the choice is a function, and a second candidate is an
// error.
#include <fmt/format.h>

#include "export/murphi/murphi_translator.hpp"

namespace quorate {

Text MurphiTranslator::quantifier(const Expr& e, const Environment& env) {
  switch (e.quantifier) {
    case Quantifier::all:
    case Quantifier::exists:
      return all_or_exists(e, env);
    case Quantifier::count:
    case Quantifier::sum:
      return count_or_sum(e, env);
    case Quantifier::maximum:
    case Quantifier::minimum:
      return extremum(e, env);
    default:
      break;
  }
  const ChosenValue* made = chosen(e, env);
  if (made == nullptr) return single_candidate(e, env);
  const auto picked = picked_.find(&e);
  const Text choice = picked != picked_.end() ? word(picked->second) : made->texts.front();
  if (!e.has_default) return choice;
  return select(all_or_exists(some_candidate(e), env), choice, value(e.children.back(), env));
}

void MurphiTranslator::prepare_choices(const Stmt& statement, const Environment& env, Lines& out) {
  for (const auto& [expression, made] : env.choices) {
    if (made.statement != &statement) continue;
    if (made.texts.size() > 1) {
      const std::string turn = variable("turn", "integer");
      const std::string pick = variable("pick", type_text(expression->domain_type));
      prologue_.line(turn + " := 0;");
      Text value_of_turn = made.texts.back();
      for (std::size_t k = made.texts.size() - 1; k > 0; --k) {
        const Text now = equal(word(turn), number(static_cast<std::int64_t>(k)));
        value_of_turn = select(now, made.texts[k - 1], value_of_turn);
      }
      out.line(fmt::format("{0} := {0} + 1;", turn));
      out.line(fmt::format("{} := {};", pick, value_of_turn.s));
      picked_[expression] = pick;
    }
    if (made.free) continue;
    const Text made_at_all = all_hold(made.path, env);
    const Text none = negation(all_or_exists(some_candidate(*expression), env));
    Text good = candidate(*expression, made.texts.front(), expression->domain_type, env);
    if (expression->has_default) {
      good = either(none, good);
    } else {
      fail_if(both(made_at_all, none), "a choice from nothing", out);
    }
    out.line(fmt::format("assume {};", binary(ExprKind::implies, made_at_all, good).s));
  }
}

Text MurphiTranslator::all_or_exists(const Expr& e, const Environment& env) {
  const bool all = e.quantifier == Quantifier::all;
  Text result = truth(all);
  for (const TypeId part : parts(e.domain_type)) {
    open_scope();
    Environment inner = env;
    const std::string name = bind_name(inner, e.local, env.name_of(e.local, "k"), part);
    const Text inside = in_domain(e, inner.locals[e.local.index()].text, inner);
    const Text body = value(e.child(0), inner);
    const Text test = all ? binary(ExprKind::implies, inside, body) : both(inside, body);
    Text whole = test;
    if (!test.constant) {
      whole = compound(
          fmt::format("{} {}: {} do {} end", all ? "forall" : "exists", name, type_text(part), test.s));
    }
    result = all ? both(result, whole) : either(result, whole);
    close_scope();
  }
  return result;
}

Text MurphiTranslator::count_or_sum(const Expr& e, const Environment& env) {
  open_scope();
  const std::string total = declare("total", "integer");
  Lines body;
  body.line(total + " := 0;");
  Environment outer = env;
  for_each(e.domain_type, env.name_of(e.local, "k"), e.local, outer, body, [&](Environment& inner) {
    Text condition = in_domain(e, inner.locals[e.local.index()].text, inner);
    Text add = number(1);
    if (e.quantifier == Quantifier::count) {
      condition = both(condition, value(e.child(0), inner));
    } else {
      add = value(e.child(0), inner);
    }
    const Text sum = infix(word(total), "+", add);
    if (!condition.is(1)) open_if(condition, body);
    body.line(assignment(word(total), sum));
    if (!condition.is(1)) close_if(false, body);
  });
  body.line("return " + total + ";");
  close_scope();
  return lift(e.quantifier == Quantifier::count ? "count" : "sum", "integer", {{total, "integer"}}, body);
}

// What a function returns if no element of the domain passed: the default, or an error.
void MurphiTranslator::finish_extremum(const Expr& e, const Environment& env, const std::string& found,
                                       Lines& body) {
  body.line(fmt::format("if !{} then", found));
  body.indent();
  if (e.has_default) {
    body.line("return " + value(e.children.back(), env).s + ";");
  } else {
    body.line("error \"a choice from nothing\";");
  }
  body.outdent();
  body.line("endif;");
}

Text MurphiTranslator::extremum(const Expr& e, const Environment& env) {
  const bool maximum = e.quantifier == Quantifier::maximum;
  open_scope();
  const std::string best = declare("best", "integer");
  const std::string next = declare("next", "integer");
  const std::string found = declare("found", "boolean");
  Lines body;
  body.line(found + " := false;");
  Environment outer = env;
  for_each(e.domain_type, env.name_of(e.local, "k"), e.local, outer, body, [&](Environment& inner) {
    const Text condition = in_domain(e, inner.locals[e.local.index()].text, inner);
    if (!condition.is(1)) open_if(condition, body);
    body.line(next + " := " + value(e.child(0), inner).s + ";");
    body.line(fmt::format("if !{0} | ({1} {2} {3}) then {3} := {1}; endif;", found, next, maximum ? ">" : "<",
                          best));
    body.line(found + " := true;");
    if (!condition.is(1)) close_if(false, body);
  });
  finish_extremum(e, env, found, body);
  body.line("return " + best + ";");
  close_scope();
  return lift(maximum ? "maximum" : "minimum", "integer",
              {{best, "integer"}, {next, "integer"}, {found, "boolean"}}, body);
}

// Whether an element may be chosen by an any, argmax or argmin.
Text MurphiTranslator::candidate(const Expr& e, const Text& element, TypeId type, const Environment& env) {
  Environment chosen_one = env;
  chosen_one.bind(e.local, {element, type, false, nullptr, nullptr});
  const Text inside = in_domain(e, element, chosen_one);
  const Text here = value(e.child(0), chosen_one);
  if (e.quantifier == Quantifier::any) return both(inside, here);
  Text best = inside;
  for (const TypeId part : parts(e.domain_type)) {
    open_scope();
    Environment inner = env;
    const std::string other = bind_name(inner, e.local, "other", part);
    const Text rival = in_domain(e, word(other), inner);
    const ExprKind order =
        e.quantifier == Quantifier::argmax ? ExprKind::less_equal : ExprKind::greater_equal;
    const Text test = binary(ExprKind::implies, rival, binary(order, value(e.child(0), inner), here));
    const Text whole = compound(fmt::format("forall {}: {} do {} end", other, type_text(part), test.s));
    best = both(best, whole);
    close_scope();
  }
  return best;
}

// The only candidate, where nothing can be chosen.
Text MurphiTranslator::single_candidate(const Expr& e, const Environment& env) {
  open_scope();
  const std::string type = type_text(e.domain_type);
  const std::string best = declare("best", type);
  const std::string found = declare("found", "boolean");
  Lines body;
  body.line(found + " := false;");
  Environment outer = env;
  for_each(e.domain_type, env.name_of(e.local, "k"), e.local, outer, body, [&](Environment& inner) {
    const Binding& element = inner.locals[e.local.index()];
    open_if(candidate(e, element.text, element.type, env), body);
    fail_if(word(found), "a choice between several candidates", body);
    body.line(best + " := " + element.text.s + ";");
    body.line(found + " := true;");
    close_if(false, body);
  });
  finish_extremum(e, env, found, body);
  body.line("return " + best + ";");
  close_scope();
  return lift("choice", type, {{best, type}, {found, "boolean"}}, body);
}

}  // namespace quorate
