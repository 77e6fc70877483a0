// Expressions and statements of a Model in a target language. What is the same for all targets is here:
// walking the trees and keeping to docs/semantics.md (what is copied undefined, what must be defined, what is
// checked against a type). Virtual functions, the hooks, write the syntax of the target. Knows nothing of
// rules as a whole.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "export/common/facts.hpp"
#include "export/common/interval.hpp"
#include "export/common/names.hpp"
#include "export/common/text.hpp"
#include "export/translation/environment.hpp"

namespace quorate {

// A part of a message: the code of the message and the path to the part, with index expressions.
struct MessagePart {
  Text message;
  KindId kind;
  std::vector<Text> path;  // beginning with the position of the field
};

class Translator {
 public:
  Translator(const Model& model, const Facts& facts, Names& names);
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;
  virtual ~Translator() = default;

  // The value of a simple expression, which must be defined when it is evaluated.
  Text value(const Expr& e, const Environment& env);
  // Whether a place is undefined; of a record or an array, whether all its parts are.
  Text undefined(const Expr& e, const Environment& env);
  [[nodiscard]] bool may_be_undefined(const Expr& e, const Environment& env) const;
  // Bounds of the values of a scalar expression.
  [[nodiscard]] Interval interval(const Expr& e, const Environment& env) const;
  [[nodiscard]] TypeId type_of(const Expr& e, const Environment& env) const;

  void statements(const std::vector<Stmt>& list, Environment& env, Lines& out);
  // target := e, undefined parts included.
  void assign(const Text& target, TypeId type, const Expr& e, const Environment& env, Lines& out);
  // Writes the statements that send the outgoing messages kept for these roles.
  void flush(const std::vector<RoleId>& roles, const std::vector<KindId>& assembled, const Environment& env,
             Lines& out);
  // From now on, outgoing messages to processes of these roles are kept until the end of the body.
  void defer_sends(std::vector<RoleId> roles) { deferred_ = std::move(roles); }

  // Writes statements for each process of a role (or value of another scalar type), bound to `local`.
  using Action = std::function<void(Environment&)>;
  virtual void for_each(TypeId type, const std::string& name, LocalId local, Environment& env, Lines& out,
                        const Action& action) = 0;
  virtual void undefine(const Text& place, TypeId type, Lines& out) = 0;
  virtual void open_if(const Text& condition, Lines& out) = 0;
  virtual void open_else(Lines& out) = 0;
  virtual void close_if(bool had_else, Lines& out) = 0;
  virtual void fail_if(const Text& condition, const std::string& why, Lines& out) = 0;

  // The place of a process's variable or status, and of a part of a place.
  virtual Text process_place(RoleId role, const Text& process, const std::string& member) = 0;
  virtual Text element_place(const Text& array, const Type& type, const Text& index) = 0;

  // Operators, with constants folded.
  Text binary(ExprKind kind, const Text& a, const Text& b);
  Text both(const Text& a, const Text& b) { return binary(ExprKind::logical_and, a, b); }
  Text either(const Text& a, const Text& b) { return binary(ExprKind::logical_or, a, b); }
  Text equal(const Text& a, const Text& b) { return binary(ExprKind::equal, a, b); }
  static Text truth(bool value) { return {value ? "true" : "false", true, value ? 1 : 0}; }
  static Text negation(const Text& a);
  // if c then a else b, whose condition cannot fail: left out if both are the same
  Text select(const Text& c, const Text& a, const Text& b);
  // if c then a else b, as the author wrote it: evaluating the condition may be an error of the model
  Text branches(const Text& c, const Text& a, const Text& b);

  [[nodiscard]] std::string field_name(const std::string& name) const;
  // The names of a role's array of processes, of a monitor variable, of an enumeration's literal.
  [[nodiscard]] const std::string& role_name(RoleId role) const { return role_names_[role.index()]; }
  [[nodiscard]] const std::string& monitor_name(std::size_t index) const { return monitor_names_[index]; }
  [[nodiscard]] Text status_value(Status status);
  Text literal(TypeId type, std::int64_t value);
  // The first expression, if any, whose value may lie beyond the numbers that the target computes with.
  [[nodiscard]] const std::optional<Span>& too_large() const { return too_large_; }
  // Constants for the literals of enumerations: name and value, in the order of their first use.
  [[nodiscard]] const std::vector<std::pair<std::string, std::int64_t>>& literals() const {
    return literals_;
  }

 protected:
  // The numbers that the target computes with exactly.
  [[nodiscard]] virtual Interval numbers() const = 0;
  virtual std::string symbol(ExprKind kind) const = 0;
  virtual Text conditional(const Text& c, const Text& a, const Text& b) = 0;
  virtual Text implication(const Text& a, const Text& b) = 0;
  virtual Text ceiling_divide(const Text& a, const Text& b) = 0;
  virtual Text divisor(const Text& b, bool may_be_zero) = 0;
  virtual Text failure(TypeId type, const std::string& why) = 0;
  virtual Text read(const Text& place, TypeId type, bool may_be_undefined) = 0;
  virtual Text place_undefined(const Text& place, TypeId simple) = 0;
  virtual Text set_undefined(const Text& place, TypeId set) = 0;
  virtual Text quantifier(const Expr& e, const Environment& env) = 0;
  virtual Text member(const Text& element, TypeId element_type, const Expr& set, const Environment& env) = 0;
  virtual Text set_comparison(const Expr& e, const Environment& env) = 0;  // equal, not_equal, subset
  virtual Text set_size(const Expr& set, const Environment& env) = 0;
  virtual Text message_code(const Expr* sender, const Environment& env) = 0;
  virtual Text message_absent(const Expr* sender, const Environment& env) = 0;
  virtual Text leaf_digit(const Text& message, KindId kind, const CodeLeaf& leaf) = 0;
  virtual Text leaf_value(const Text& message, KindId kind, const CodeLeaf& leaf, bool may_be_undefined) = 0;
  virtual Text digit_of_scalar(const Text& value, TypeId type) = 0;
  virtual Text digit_of_set(const Expr& set, TypeId type, const Environment& env) = 0;
  virtual Text checked(const Text& value, std::int64_t low, std::int64_t high) = 0;

  virtual void copy(const Text& target, TypeId type, const Expr& e, const Environment& env, Lines& out) = 0;
  virtual std::string assignment(const Text& target, const Text& value) = 0;
  virtual Text scratch(const std::string& name, TypeId type) = 0;
  virtual Text outgoing(RoleId role, const Text& to) = 0;
  virtual void set_digit(const Text& message, KindId kind, const CodeLeaf& leaf, const Text& digit,
                         Lines& out) = 0;
  virtual void deliver(RoleId to_role, const Text& to, const Text& code, const Environment& env,
                       Lines& out) = 0;
  virtual Text make_message(KindId kind, const std::vector<Text>& digits) = 0;
  // Before a statement that contains choices.
  virtual void prepare_choices(const Stmt& statement, const Environment& env, Lines& out) = 0;

  // The parameter that stands for an any, argmax or argmin of a body; null elsewhere.
  const ChosenValue* chosen(const Expr& e, const Environment& env) const;
  // The condition that there is a candidate, as an expression.
  Expr some_candidate(const Expr& choice) const;
  Text all_hold(const std::vector<Expr>& conditions, const Environment& env);
  // Whether the bound element, a value of the domain's type, is in the domain and passes the filter.
  Text in_domain(const Expr& quantifier, const Text& element, const Environment& bound);
  Binding constant_binding(TypeId type, std::int64_t value);
  Text place(const Expr& e, const Environment& env);
  Text part_text(const MessagePart& part, const std::function<Text(const CodeLeaf&)>& leaf_text, TypeId type);
  bool message_part(const Expr& e, const Environment& env, MessagePart& part);
  Environment call_environment(const Expr& call, const Environment& env) const;
  Environment let_environment(const Expr& let, const Environment& env) const;
  [[nodiscard]] bool fits(const Interval& value, TypeId type) const;

  const Model& model_;
  const Facts& facts_;
  Names& names_;

 private:
  [[nodiscard]] Interval type_interval(TypeId type) const;
  [[nodiscard]] Interval quantifier_interval(const Expr& e, const Environment& env) const;
  Text local_value(const Expr& e, const Environment& env);
  Text place_value(const Expr& e, const Environment& env);
  Text comparison(const Expr& e, const Environment& env);
  // A predicate about each field or element: given the part and, for an array, the index.
  using PartPredicate = std::function<Expr(const Expr& part, const Expr& index)>;
  Text for_all_parts(const Expr& whole, const Environment& env, const PartPredicate& predicate);
  Text unary_or_binary(const Expr& e, const Environment& env);
  Text ordinal(const Expr& e, const Environment& env);
  Text process_of(const Expr& e, const Environment& env);

  void statement(const Stmt& statement, Environment& env, Lines& out);
  void assign_statement(const Stmt& statement, const Environment& env, Lines& out);
  void loop(const Stmt& statement, const Environment& env, Lines& out);
  void send(const Stmt& statement, const Environment& env, Lines& out);
  void set_outgoing(const Stmt& statement, const Environment& env, Lines& out);
  void send_to(TypeId type, const Text& to, const Text& code, const Environment& env, Lines& out);
  void for_roles_of(TypeId type, const Text& process, Lines& out, const std::function<void(RoleId)>& action);
  Text digit(const Expr& e, const CodeLeaf& leaf, std::size_t depth, const Environment& env);
  Text encode(const Expr& e, TypeId type, const Environment& env);

  std::vector<std::string> role_names_;
  std::vector<std::string> monitor_names_;
  std::vector<std::pair<std::string, std::int64_t>> literals_;
  std::map<std::pair<std::string, std::int64_t>, std::string> literal_names_;
  std::vector<RoleId> deferred_;
  std::optional<Span> too_large_;
};

// The part of a record or array expression that one step of a path leads to.
Expr part_of(const Model& model, const Expr& whole, std::int64_t step);

}  // namespace quorate
