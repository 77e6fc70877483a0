// Quantifiers, counting, extrema, choices and comprehensions, all as an iteration over a domain.
//
// Quantifiers over processes evaluate every element, even if the result is known: whether a model error
// occurs must not depend on which process has the smaller number, or processes would not be interchangeable.
// Where analysis/failure proves that the body cannot fail, they stop at the first element that decides.
#include <algorithm>
#include <bit>

#include "system/compile/compile_iteration.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

Operand Compiler::eval_quantifier(const Expr& e) {
  const QuantifierFamily family = family_of(e.quantifier);
  if (family == QuantifierFamily::decision) return eval_all_or_exists(e);
  if (family == QuantifierFamily::fold) return eval_fold(e);
  return family == QuantifierFamily::extremum ? eval_extremum(e) : eval_selection(e);
}

void Compiler::filter(const Expr& e, Label& skip) {
  const Operand passes = eval(e.child(1));
  if (passes.is(1)) return;
  builder_.jump(Op::jump_if_false, builder_.in_register(passes), skip);
}

// The facts that the instantiation gives about a local.
FailureAnalysis::LocalFacts Compiler::local_facts(LocalId id) const {
  if (id.index() >= instantiation_.locals.size()) return {};
  const Operand& local = instantiation_.locals[id.index()];
  if (!local.known()) return {};
  const auto& senders = instantiation_.senders;
  const bool sends = instantiation_.inputs.empty() &&
                     std::find(senders.begin(), senders.end(), ProcessId(local.value)) != senders.end();
  return {.defined = true, .in_quorum = sends, .value = local.value};
}

bool Compiler::is_quorum(const Expr& set) const {
  if (set.kind != ExprKind::local || !instantiation_.quorum) return false;
  const std::int64_t senders = set_of(instantiation_.senders, type(type(set.type).element));
  return instantiation_.locals[set.local.index()].is(senders);
}

// Whether the iteration may stop before its last element: not over processes, unless no element can fail.
bool Compiler::may_stop_early(const Expr& e) {
  if (!ranges_over_processes(model_, e)) return true;
  return FailureAnalysis(model_, shared_.definedness(model_),
                         {[this](LocalId id) { return local_facts(id); },
                          [this](const Expr& set) { return is_quorum(set); }})
      .elements_cannot_fail(e);
}

Operand Compiler::eval_all_or_exists(const Expr& e) {
  return may_stop_early(e) ? eval_until_decided(e) : eval_every_element(e);
}

Operand Compiler::eval_every_element(const Expr& e) {
  const bool all = e.quantifier == Quantifier::all;
  const auto result = builder_.new_register();
  builder_.emit(Op::constant, result, 0, all ? 1 : 0);
  iterate(e.domain_type, e.domain_set(), e.local, [&](Operand, Label& next) {
    filter(e, next);
    const Operand holds = eval(e.child(0));
    if (holds.is(all ? 1 : 0)) return;
    builder_.jump(all ? Op::jump_if_true : Op::jump_if_false, builder_.in_register(holds), next);
    builder_.emit(Op::constant, result, 0, all ? 0 : 1);
  });
  return Operand::in(result);
}

Operand Compiler::eval_until_decided(const Expr& e) {
  const bool all = e.quantifier == Quantifier::all;
  const auto result = builder_.new_register();
  builder_.emit(Op::constant, result, 0, all ? 0 : 1);  // the value if an element decides
  Label decided;
  iterate(e.domain_type, e.domain_set(), e.local, [&](Operand, Label& next) {
    filter(e, next);
    const Operand holds = eval(e.child(0));
    if (holds.is(all ? 1 : 0)) return;
    builder_.jump(all ? Op::jump_if_false : Op::jump_if_true, builder_.in_register(holds), decided);
  });
  builder_.emit(Op::constant, result, 0, all ? 1 : 0);
  builder_.bind(decided);
  return Operand::in(result);
}

Operand Compiler::eval_fold(const Expr& e) {
  const auto result = builder_.new_register();
  builder_.emit(Op::constant, result, 0, 0);
  const std::int64_t low = type(e.domain_type).low;
  iterate(e.domain_type, e.domain_set(), e.local, [&](Operand element, Label& next) {
    filter(e, next);
    const Operand value = eval(e.child(0));
    Operand sum;
    if (e.quantifier == Quantifier::sum) {
      sum = binary(Op::add, Operand::in(result), value);
    } else {
      builder_.jump(Op::jump_if_false, builder_.in_register(value), next);
      sum = e.quantifier == Quantifier::count
                ? binary(Op::add, Operand::in(result), Operand::of(1))
                : binary(Op::set_union, Operand::in(result), unary(Op::singleton, element, low));
    }
    builder_.move(result, sum);
  });
  return Operand::in(result);
}

// `found` is undefined if there was no element.
Operand Compiler::default_or_failure(const Expr& e, std::uint16_t result, std::uint16_t found) {
  Label present;
  Label absent;
  builder_.jump(Op::jump_if_undefined, found, absent);
  builder_.jump(Op::jump, 0, present);
  builder_.bind(absent);
  if (e.has_default) {
    builder_.move(result, eval(e.children.back()));
  } else {
    fail_with(e.demands_signatures ? "this shows a signature that nobody has made"
                                   : "there is nothing to choose from here");
  }
  builder_.bind(present);
  return Operand::in(result);
}

void Compiler::skip_unless_better(bool maximum, std::uint16_t value, std::uint16_t best, Label& skip) {
  const Operand improves = maximum ? binary(Op::less, Operand::in(best), Operand::in(value))
                                   : binary(Op::less, Operand::in(value), Operand::in(best));
  builder_.jump(Op::jump_if_false, improves.reg, skip);
}

Operand Compiler::eval_extremum(const Expr& e) {
  const auto best = builder_.new_register();
  builder_.emit(Op::constant, best, 0, undefined_value);
  iterate(e.domain_type, e.domain_set(), e.local, [&](Operand, Label& next) {
    filter(e, next);
    const auto value = builder_.in_register(eval(e.child(0)));
    builder_.emit(Op::need_defined, value);
    Label better;
    builder_.jump(Op::jump_if_undefined, best, better);
    skip_unless_better(e.quantifier == Quantifier::maximum, value, best, next);
    builder_.bind(better);
    builder_.emit(Op::move, best, value);
  });
  return default_or_failure(e, best, best);
}

// argmax, argmin and any: collects the candidates in a set, then chooses among them.
Operand Compiler::eval_selection(const Expr& e) {
  const Type& domain = type(e.domain_type);
  if (domain.size() > 62) {
    shared_.problems.push_back({"a choice among more than 62 values is not possible", e.span});
    return Operand::of(domain.low);
  }
  const auto candidates = builder_.new_register();
  const auto best = builder_.new_register();
  builder_.emit(Op::constant, candidates, 0, 0);
  builder_.emit(Op::constant, best, 0, undefined_value);
  iterate(e.domain_type, e.domain_set(), e.local, [&](Operand element, Label& next) {
    filter(e, next);
    const auto value = builder_.in_register(eval(e.child(0)));
    builder_.emit(Op::need_defined, value);
    const Operand single = unary(Op::singleton, element, domain.low);
    if (e.quantifier == Quantifier::any) {
      builder_.jump(Op::jump_if_false, value, next);
      builder_.emit(Op::move, best, value);
    } else {
      Label better;
      Label tie;
      builder_.jump(Op::jump_if_undefined, best, better);
      builder_.jump(Op::jump_if_true, binary(Op::equal, Operand::in(value), Operand::in(best)).reg, tie);
      skip_unless_better(e.quantifier == Quantifier::argmax, value, best, next);
      builder_.bind(better);
      builder_.emit(Op::move, best, value);
      builder_.emit(Op::constant, candidates, 0, 0);
      builder_.bind(tie);
    }
    builder_.move(candidates, binary(Op::set_union, Operand::in(candidates), single));
  });
  const auto result = builder_.new_register();
  Label empty;
  Label end;
  builder_.jump(Op::jump_if_undefined, best, empty);
  builder_.emit(Op::choose, result, candidates, domain.low);
  builder_.jump(Op::jump, 0, end);
  builder_.bind(empty);
  default_or_failure(e, result, best);
  builder_.bind(end);
  return Operand::in(result);
}

}  // namespace quorate
