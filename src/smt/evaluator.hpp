// Symbolic execution of expressions and statements, with the meaning that the interpreter gives them
// (docs/semantics.md). Control flow becomes a path condition; a model error becomes a condition, collected
// on the way. Works on the Model's trees and not on the bytecode, so that the two can be compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "smt/symbolic_value.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// The message read from one sender: its scalars in the order of the format's cells.
struct ReceivedMessage {
  ProcessId sender;
  std::vector<SymbolicValue> scalars;
  Term absent;
};

// A message that a body sends to one recipient under the condition `when`.
struct OutgoingMessage {
  ProcessId to;
  KindId kind;
  bool assembled = false;  // assembled field by field: not sent if no field is defined
  Term when;
  std::vector<SymbolicValue> scalars;
};

struct EncodingProblem {
  std::string message;
  Span span;
};

// In bodies of rules a choice is a free input of the step; elsewhere several candidates are a model error.
struct ChoicePolicy {
  bool allowed = false;
  std::string prefix;  // prefix of the inputs' names
};

class StateSpace;

class Evaluator {
 public:
  Evaluator(const Model& model, const Layout& layout, ValueAlgebra& values, std::vector<SymbolicValue>& cells,
            std::size_t locals, ChoicePolicy policy = {});

  void bind(LocalId local, SymbolicValue value) { locals_[local.index()] = std::move(value); }
  void receive(std::vector<ReceivedMessage> messages, KindId kind, bool quorum);
  void set_self(ProcessId self) { self_ = self; }
  // Makes the channels readable, for lemmas. The state is one of the space; both must outlive the
  // evaluator.
  void look_into(const StateSpace& space, const std::vector<SymbolicValue>& state) {
    space_ = &space;
    state_ = &state;
  }
  // Adds a condition to the path condition of all that follows.
  void assume(const Term& condition) { path_ = f_.both(path_, condition); }

  SymbolicValue eval(const Expr& expression);
  // The condition under which a predicate is true; its model errors are added to failure().
  Term condition(const Expr& expression);
  void execute(const std::vector<Stmt>& statements);

  [[nodiscard]] const Term& failure() const { return failure_; }
  [[nodiscard]] Term constraints() { return f_.all(constraints_); }  // on the inputs of choices
  [[nodiscard]] const std::vector<OutgoingMessage>& outgoing() const { return outgoing_; }
  [[nodiscard]] const std::optional<EncodingProblem>& problem() const { return problem_; }

 private:
  // One of the cells or message scalars, from `base` on, that a place may be.
  struct Spot {
    Term when;
    std::int32_t message = -1;  // position among the received ones; -1: a cell of the state
    std::int64_t base = 0;
  };
  using Place = std::vector<Spot>;

  // evaluate.cpp
  SymbolicValue eval_defined(const Expr& expression);
  SymbolicValue eval_single(const Expr& expression);
  SymbolicValue eval_constant(const Expr& expression);
  SymbolicValue eval_arithmetic(const Expr& expression);
  SymbolicValue eval_natural(const Expr& e, const SymbolicValue& a, const SymbolicValue& b);
  SymbolicValue eval_logic(const Expr& expression);
  SymbolicValue eval_comparison(const Expr& expression);
  SymbolicValue eval_set(const Expr& expression);
  SymbolicValue eval_call(const Expr& expression);
  SymbolicValue eval_process(const Expr& expression);
  SymbolicValue converted(const SymbolicValue& value, TypeId wanted);
  void fail(const Term& condition);
  void give_up(const Expr& where, const std::string& why);
  template <typename Body>
  auto under(const Term& condition, const Body& body);

  // evaluate_place.cpp
  Place place_of(const Expr& expression);
  Place process_place(const Expr& expression);
  Place element_place(const Expr& expression);
  Place message_place(const Expr& expression);
  SymbolicValue load(const Place& place, std::uint32_t position);
  void store(const Place& place, std::uint32_t position, const SymbolicValue& value);
  SymbolicValue eval_absent(const Expr& expression);
  SymbolicValue eval_waiting(const Expr& expression);
  std::vector<SymbolicValue> scalars_of(const Expr& expression, TypeId wanted);
  SymbolicValue fitted(const SymbolicValue& value, std::int64_t low, std::int64_t high, std::uint64_t members,
                       TypeId type);
  SymbolicValue in_range(const SymbolicValue& value, std::int64_t low, std::int64_t high,
                         std::uint64_t members, bool unbounded);

  // evaluate_quantifier.cpp
  struct Element {
    std::int64_t value = 0;
    Term inside;  // of the domain
  };
  std::vector<Element> elements_of(TypeId domain_type, const Expr* set);
  SymbolicValue eval_quantifier(const Expr& expression);
  SymbolicValue eval_all_or_exists(const Expr& expression);
  SymbolicValue eval_fold(const Expr& expression);
  SymbolicValue eval_extremum(const Expr& expression);
  SymbolicValue eval_selection(const Expr& expression);
  SymbolicValue default_of(const Expr& expression, const Term& some, const SymbolicValue& value);
  SymbolicValue chosen(const std::vector<Element>& candidates);

  // execute.cpp
  void execute(const Stmt& statement);
  void send(const Stmt& statement);
  void send_to(ProcessId to, const Term& when, KindId kind, const std::vector<SymbolicValue>& scalars);
  void set_outgoing(const Stmt& statement);
  void undefine_role(RoleId role);

  [[nodiscard]] const Type& type(TypeId id) const { return model_.type(id); }

  const Model& model_;
  const Layout& layout_;
  ValueAlgebra& v_;
  Formulas& f_;
  std::vector<SymbolicValue>& cells_;
  std::vector<std::optional<SymbolicValue>> locals_;
  ChoicePolicy policy_;
  const StateSpace* space_ = nullptr;
  const std::vector<SymbolicValue>* state_ = nullptr;
  std::vector<ReceivedMessage> received_;
  KindId received_kind_;
  bool quorum_ = false;
  ProcessId self_;
  Term path_;
  Term failure_;
  Terms constraints_;
  std::vector<OutgoingMessage> outgoing_;
  std::optional<EncodingProblem> problem_;
  int choices_ = 0;
};

}  // namespace quorate
