// The Promela hooks of the translator. Promela has no functions and no quantifiers: loops and quantifiers are
// unrolled, processes are their numbers, sets are bit masks, and undefined is a value of its own. Promela
// does not check for undefined values or ranges; macros do it by indexing an array out of its bounds, which
// spin checks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "export/translation/translator.hpp"

namespace quorate {

class PromelaTranslator : public Translator {
 public:
  PromelaTranslator(const Model& model, const Facts& facts, Names& names);

  // byte, short or int, for numbers of an interval.
  [[nodiscard]] static std::string storage(const Interval& numbers);
  [[nodiscard]] std::int64_t undefined_value() const { return undefined_value_; }
  // The declaration of a variable, field or element of a type, with the size of an array.
  std::string declaration(TypeId type, const std::string& name);
  // Definitions needed so far: macros, record types, inlines, variables outside the state.
  Lines& macros() { return macros_; }
  Lines& types() { return types_; }
  Lines& inlines() { return inlines_; }
  [[nodiscard]] Lines hidden_variables() const;

  std::string hidden(const std::string& name, std::int64_t size = 1);
  [[nodiscard]] std::string channel_name(RoleId from, RoleId to) const;
  [[nodiscard]] Text channel_place(RoleId from, RoleId to, const Text& sender, const Text& receiver) const;
  Text is_kind(KindId kind, const Text& message);
  Text good_choice(const Expr& choice, const ChosenValue& made, const Environment& env);
  // The scalars and sets of a place, one after the other.
  std::vector<std::pair<Text, TypeId>> leaves(const Text& place, TypeId type);
  Text outgoing(RoleId role, const Text& to) override;
  // The value, with undefined as a value of its own.
  Text raw(const Expr& e, TypeId type, const Environment& env);

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
  [[nodiscard]] Interval numbers() const override { return {-2147483647, 2147483647}; }
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
  void set_digit(const Text& message, KindId kind, const CodeLeaf& leaf, const Text& digit,
                 Lines& out) override;
  void deliver(RoleId to_role, const Text& to, const Text& code, const Environment& env, Lines& out) override;
  Text make_message(KindId kind, const std::vector<Text>& digits) override;
  void prepare_choices(const Stmt& statement, const Environment& env, Lines& out) override;

 private:
  struct Contender {  // an element of a quantifier's domain
    Text inside;
    Text key;
    Text element;
  };

  Text candidate(const Expr& choice, const Text& value, const Environment& env);
  Text some_candidate_text(const Expr& choice, const Environment& env) {
    return value(some_candidate(choice), env);
  }
  std::string type_name(TypeId type);
  Text leaf_raw(const Text& message, KindId kind, const CodeLeaf& leaf, bool may_be_undefined);
  // Calls `action` for each element of the domain, as a constant.
  void for_elements(const Expr& e, const Environment& env,
                    const std::function<void(const Environment&, const Text&)>& action);
  std::vector<Contender> contenders(const Expr& e, const Environment& env);
  Text best_of(const Expr& e, const std::vector<Contender>& all, std::size_t k, bool strictly);
  Text best(const Expr& e, const Environment& env);
  Text mask(const Expr& set, const Environment& env);
  Text mask_as(const Expr& set, TypeId type, const Environment& env);
  Text by_sender(const std::map<std::int64_t, Text>& texts, const Text& sender, TypeId type);
  void macro(const std::string& name, const std::string& parameters, const std::string& text);

  std::int64_t undefined_value_;
  std::map<TypeId, std::string> type_names_;
  std::map<std::string, std::int64_t> hidden_;
  std::vector<std::string> hidden_order_;
  std::map<std::string, std::string> made_;
  std::vector<std::size_t> open_branches_;
  Lines macros_;
  Lines types_;
  Lines inlines_;
};

}  // namespace quorate
