// The Murphi hooks of the translator. What Murphi cannot say in an expression (counting, extrema, parts of
// messages) becomes a function; its parameters are the names in scope that it uses.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "export/translation/translator.hpp"

namespace quorate {

struct MurphiName {  // a name with its type's text
  std::string name;
  std::string type;
};

class MurphiTranslator : public Translator {
 public:
  MurphiTranslator(const Model& model, const Facts& facts, Names& names, std::vector<std::string> obstacles);

  // The text of a type: its name, if it has one and `spelt` is not set. A group is a range of process
  // numbers.
  [[nodiscard]] std::string type_text(TypeId type, bool spelt = false) const;
  [[nodiscard]] const std::string& role_type(RoleId role) const { return role_types_[role.index()]; }
  [[nodiscard]] const std::string& obstacle(RoleId role) const { return obstacles_[role.index()]; }
  // Declarations of the named types that were used so far.
  [[nodiscard]] Lines type_declarations() const;
  // The types to loop over for all values of a type: of a group, its roles one after the other.
  [[nodiscard]] std::vector<TypeId> parts(TypeId type) const;

  // Scopes of names. Functions that are made meanwhile take the names that they use as parameters.
  void open_scope();
  void close_scope();
  std::string declare(const std::string& wanted, const std::string& type);
  // The variables that were needed since the last call, and the statements that must come before all others.
  std::vector<MurphiName> take_variables();
  Lines take_prologue() { return std::exchange(prologue_, {}); }
  // A new variable of the statements that are being written.
  std::string variable(const std::string& wanted, const std::string& type);
  // A name for a parameter of a function: it may not be the name of a state variable, which rumur's C code
  // does not allow.
  std::string parameter(const std::string& wanted);
  // Functions and procedures written so far, each after those that it calls.
  Lines& functions() { return functions_; }
  // Writes a function with this result and body; returns a call of it.
  Text lift(const std::string& name, const std::string& result, const std::vector<MurphiName>& variables,
            const Lines& body);

  // The name of the array of channels between two roles.
  [[nodiscard]] std::string channel_name(RoleId from, RoleId to) const;
  Text is_kind(KindId kind, const Text& message);
  Text digit_of(const Text& message, KindId kind, const CodeLeaf& leaf) {
    return leaf_digit(message, kind, leaf);
  }

  void for_each(TypeId type, const std::string& name, LocalId local, Environment& env, Lines& out,
                const Action& action) override;
  void undefine(const Text& place, TypeId type, Lines& out) override;
  void open_if(const Text& condition, Lines& out) override;
  void open_else(Lines& out) override;
  void close_if(bool had_else, Lines& out) override;
  void fail_if(const Text& condition, const std::string& why, Lines& out) override;
  Text process_place(RoleId role, const Text& process, const std::string& member) override;
  Text element_place(const Text& array, const Type& type, const Text& index) override;
  std::string assignment(const Text& target, const Text& value) override;

 protected:
  std::string symbol(ExprKind kind) const override;
  Text conditional(const Text& c, const Text& a, const Text& b) override;
  Text implication(const Text& a, const Text& b) override;
  [[nodiscard]] Interval numbers() const override;
  Text ceiling_divide(const Text& a, const Text& b) override;
  Text divisor(const Text& b, bool may_be_zero) override;
  Text failure(TypeId type, const std::string& why) override;
  Text read(const Text& place, TypeId type, bool may_be_undefined) override;
  Text place_undefined(const Text& place, TypeId simple) override;
  Text set_undefined(const Text& place, TypeId set) override;
  Text quantifier(const Expr& e, const Environment& env) override;
  Text member(const Text& element, TypeId element_type, const Expr& set, const Environment& env) override;
  Text set_comparison(const Expr& e, const Environment& env) override;
  Text set_size(const Expr& set, const Environment& env) override;
  Text message_code(const Expr* sender, const Environment& env) override;
  Text message_absent(const Expr* sender, const Environment& env) override;
  Text leaf_digit(const Text& message, KindId kind, const CodeLeaf& leaf) override;
  Text leaf_value(const Text& message, KindId kind, const CodeLeaf& leaf, bool may_be_undefined) override;
  Text digit_of_scalar(const Text& value, TypeId type) override;
  Text digit_of_set(const Expr& set, TypeId type, const Environment& env) override;
  Text checked(const Text& value, std::int64_t low, std::int64_t high) override;
  void copy(const Text& target, TypeId type, const Expr& e, const Environment& env, Lines& out) override;
  Text scratch(const std::string& name, TypeId type) override;
  Text outgoing(RoleId role, const Text& to) override;
  void set_digit(const Text& message, KindId kind, const CodeLeaf& leaf, const Text& digit,
                 Lines& out) override;
  void deliver(RoleId to_role, const Text& to, const Text& code, const Environment& env, Lines& out) override;
  Text make_message(KindId kind, const std::vector<Text>& digits) override;
  void prepare_choices(const Stmt& statement, const Environment& env, Lines& out) override;

 private:
  // Binds the local to a new name of this type.
  std::string bind_name(Environment& env, LocalId local, const std::string& wanted, TypeId type);
  Text all_or_exists(const Expr& e, const Environment& env);
  Text count_or_sum(const Expr& e, const Environment& env);
  Text extremum(const Expr& e, const Environment& env);
  Text single_candidate(const Expr& e, const Environment& env);
  Text candidate(const Expr& e, const Text& element, TypeId type, const Environment& env);
  void finish_extremum(const Expr& e, const Environment& env, const std::string& found, Lines& body);
  Text within(const Text& element, TypeId element_type, TypeId type);
  Text place_member(const Text& element, TypeId element_type, const Expr& set, const Environment& env);
  void copy_set(const Text& target, TypeId type, const Expr& e, const Environment& env, Lines& out);
  // A function that is made once for each key.
  std::string once(const std::string& key, const std::string& name,
                   const std::function<void(const std::string&)>& make);

  std::vector<std::string> obstacles_;
  std::vector<std::string> role_types_;
  std::map<TypeId, std::string> type_names_;
  mutable std::set<TypeId> used_types_;
  std::vector<std::vector<MurphiName>> scopes_;
  std::vector<MurphiName> variables_;
  Lines prologue_;
  std::map<std::string, std::string> outgoing_;  // by role, of the statements that are being written
  std::map<const Expr*, std::string> picked_;
  std::map<std::string, std::string> made_;
  Lines functions_;
};

}  // namespace quorate
