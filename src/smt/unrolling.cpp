// One step is built once, over the constants of the encoding's current state, of a next state and of the
// inputs. The step from state i to state i + 1 of a path is this formula with other constants substituted,
// which is much cheaper than executing all transitions symbolically again. Inputs (the choices of a step,
// its selectors) have a copy for each state of the path.
//
// Exactly one selector is true. Frame conditions are stated by variable, not by transition: a variable
// keeps its value unless a selected transition writes it.
#include "smt/unrolling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "smt/solver_watch.hpp"

namespace quorate {

namespace {

void add_constant(const Term& term, z3::expr_vector& constants) {
  const bool truth = term.is_true() || term.is_false();
  if (term.is_const() && !truth && !term.is_numeral()) constants.push_back(term);
}

// The constants of a state, in the order of its variables.
z3::expr_vector constants_of(z3::context& context, const SymbolicState& state) {
  z3::expr_vector constants(context);
  for (const SymbolicValue& value : state) {
    add_constant(value.undefined, constants);
    for (const Case& c : value.cases) add_constant(c.when, constants);
    for (const Term& element : value.elements) add_constant(element, constants);
    if (value.number) add_constant(*value.number, constants);
  }
  return constants;
}

void visit_constants(const Term& term, std::set<unsigned>& seen,
                     const std::function<void(const Term&)>& visit) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (!seen.insert(top.id()).second || !top.is_app()) continue;
    if (top.num_args() == 0 && top.decl().decl_kind() == Z3_OP_UNINTERPRETED) visit(top);
    for (unsigned i = 0; i < top.num_args(); ++i) stack.push_back(top.arg(i));
  }
}

}  // namespace

bool is_propositional(const Encoding& encoding) {
  return std::ranges::none_of(encoding.space().variables(),
                              [](const auto& v) { return v.form == ValueForm::number; });
}

z3::solver make_solver(const Encoding& encoding, unsigned milliseconds) {
  z3::context& context = encoding.formulas().context();
  z3::solver solver = is_propositional(encoding) ? z3::solver(context, "QF_FD") : z3::solver(context);
  z3::params parameters(context);
  parameters.set("ctrl_c", false);  // the program handles the signal (SolverWatch)
  if (milliseconds > 0) limit_time(parameters, milliseconds);
  solver.set(parameters);
  return solver;
}

Unrolling::Unrolling(const Encoding& encoding)
    : encoding_(encoding),
      f_(encoding.formulas()),
      next_(encoding.space().fresh("next.")),
      current_constants_(constants_of(f_.context(), encoding.current())),
      next_constants_(constants_of(f_.context(), next_)),
      inputs_(f_.context()),
      step_(f_.constant(true)) {
  for (std::size_t k = 0; k < encoding.transitions().size(); ++k) {
    selectors_.push_back(f_.boolean(fmt::format("in.step{}", k)));
  }
  step_ = build_step();
  collect_inputs();
}

Term Unrolling::build_step() {
  ValueAlgebra& values = encoding_.values();
  Terms parts{f_.exactly_one(selectors_)};
  std::vector<Terms> writers(next_.size());
  for (std::size_t k = 0; k < selectors_.size(); ++k) {
    const SymbolicTransition& transition = encoding_.transitions()[k];
    Terms effect{transition.enabled};
    for (const auto& [variable, value] : transition.changes) {
      effect.push_back(values.coincide(next_[variable], value));
      writers[variable].push_back(selectors_[k]);
    }
    parts.push_back(f_.implies(selectors_[k], f_.all(effect)));
  }
  for (std::size_t v = 0; v < next_.size(); ++v) {
    parts.push_back(f_.either(f_.any(writers[v]), values.coincide(next_[v], encoding_.current()[v])));
  }
  return f_.all(parts);
}

void Unrolling::collect_inputs() {
  std::set<unsigned> seen;
  for (unsigned i = 0; i < current_constants_.size(); ++i) seen.insert(current_constants_[i].id());
  for (unsigned i = 0; i < next_constants_.size(); ++i) seen.insert(next_constants_[i].id());
  const auto add = [&](const Term& constant) { inputs_.push_back(constant); };
  visit_constants(step_, seen, add);
  for (const SymbolicTransition& transition : encoding_.transitions())
    visit_constants(transition.failure, seen, add);
  for (const Term& selector : selectors_) visit_constants(selector, seen, add);
}

Unrolling::Copy& Unrolling::copy(std::size_t i) {
  while (copies_.size() <= i) {
    const std::string prefix = fmt::format("s{}.", copies_.size());
    SymbolicState state = encoding_.space().fresh(prefix);
    z3::expr_vector constants = constants_of(f_.context(), state);
    z3::expr_vector inputs(f_.context());
    for (unsigned k = 0; k < inputs_.size(); ++k) {
      inputs.push_back(f_.boolean(prefix + inputs_[k].decl().name().str()));
    }
    copies_.push_back(std::make_unique<Copy>(Copy{std::move(state), constants, inputs}));
  }
  return *copies_[i];
}

const SymbolicState& Unrolling::state(std::size_t i) {
  return copy(i).state;
}

Term Unrolling::typing(std::size_t i) {
  const Term shape = encoding_.space().typing(state(i));
  return encoding_.assumed() ? f_.both(shape, at(*encoding_.assumed(), i)) : shape;
}

Term Unrolling::at(const Term& formula, std::size_t i) {
  Copy& here = copy(i);
  Term result = formula;
  z3::expr_vector from(f_.context());
  z3::expr_vector to(f_.context());
  for (unsigned k = 0; k < current_constants_.size(); ++k) {
    from.push_back(current_constants_[k]);
    to.push_back(here.constants[k]);
  }
  for (unsigned k = 0; k < inputs_.size(); ++k) {
    from.push_back(inputs_[k]);
    to.push_back(here.inputs[k]);
  }
  return result.substitute(from, to);
}

Term Unrolling::step(std::size_t i) {
  Copy& there = copy(i + 1);
  Term result = at(step_, i);
  return result.substitute(next_constants_, there.constants);
}

Term Unrolling::selector(std::size_t transition, std::size_t i) {
  return at(selectors_[transition], i);
}

Term Unrolling::differ(std::size_t i, std::size_t j) {
  Terms same;
  const SymbolicState& a = state(i);
  const SymbolicState& b = state(j);
  for (std::size_t v = 0; v < a.size(); ++v) same.push_back(encoding_.values().coincide(a[v], b[v]));
  return f_.negation(f_.all(same));
}

}  // namespace quorate
