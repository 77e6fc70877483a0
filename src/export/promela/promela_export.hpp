// A whole Model as a Promela text: one process whose loop has an option for each transition with its offers.
// Each option is a d_step on global variables; scratch variables are hidden, so that a state of spin is a
// state of the protocol. spin has one state more, before the initial states.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "export/common/properties.hpp"
#include "export/common/sends.hpp"
#include "export/common/status_texts.hpp"
#include "export/export.hpp"
#include "export/promela/promela_translator.hpp"
#include "export/translation/choices.hpp"

namespace quorate {

class PromelaExport {
 public:
  PromelaExport(const Model& model, const ExportOptions& options, const Facts& facts, Diagnostics& refusals);
  std::string run();

 private:
  struct Offer {
    Text condition;
    Text message;
    Text absent;
    std::string take;  // the statement that removes it from its channel; may be empty
  };
  // What an option of the loop puts in place of a rule's parameters.
  struct Arguments {
    std::vector<std::string> texts;
    Text condition = Translator::truth(true);
    std::vector<std::string> takes;
  };
  // A rule as a macro for its guard and an inline for its body, with the same parameters.
  struct RuleText {
    const Rule* rule = nullptr;
    TypeId sender_type;
    std::string name;
    std::vector<std::string> parameters;
    std::vector<std::int64_t> senders;  // of a quorum: who has a message among the parameters
    std::vector<Choice> choices;
    bool has_absent = false;
    bool guarded = false;
  };

  void heading(Lines& out) const;
  void fixed_macros(Lines& out) const;
  void declarations(Lines& out);
  [[nodiscard]] std::string message_legend() const;
  [[nodiscard]] bool has_state(RoleId role) const;
  void for_each_channel(const std::function<void(RoleId, RoleId)>& action) const;
  void channel_inlines();
  void send_inline(RoleId from, RoleId to);
  Text gone(RoleId role, const Text& process);
  void main_process(Lines& out);
  void after_step();
  std::string started();
  void linear_formula(const ExportedFormula& formula, Lines& after_step);

  void start(Lines& out);
  void initial_values(Lines& out);
  void fill(const Text& place, TypeId type, const Expr& value, Lines& out);
  void choose_values(Lines& out);
  void choose_byzantine(Lines& out);
  void initial_rules(Lines& out);
  void silence_byzantine(Lines& out);
  void option_block(const std::vector<std::string>& options, Lines& out) const;

  void rules();
  void rule(const Rule& rule, TypeId sender_type);
  void bind_rule(RuleText& text, Environment& env);
  void rule_guard(RuleText& text, Environment& env);
  void rule_body(const RuleText& text, Environment& env);
  void save_variables(const Rule& rule, const Text& self, Lines& saves, Lines& restores);
  Text room(const SendPlan& plan, const Environment& env);
  void options(const RuleText& text);
  void receive_arguments(const RuleText& text, std::int64_t self, std::vector<Arguments>& all);
  void quorum_arguments(const RuleText& text, std::int64_t self, std::vector<Arguments>& all);
  std::vector<Offer> offers(const Rule& rule, std::int64_t sender, std::int64_t receiver);
  void add_made_up(const Rule& rule, const Text& condition, bool absent, std::vector<Offer>& all);
  Text acting(const Rule& rule, std::int64_t self);
  void add_option(const RuleText& text, const Arguments& arguments);
  bool too_many(std::size_t options, const Rule& rule);
  void losses(Lines& out);
  [[nodiscard]] bool may_roll_back(const SendPlan& plan) const;

  const Model& model_;
  const ExportOptions& options_;
  const Facts& facts_;
  Diagnostics& refusals_;
  Names names_;
  PromelaTranslator translator_;
  ExportedProperties properties_;
  Lines rules_;  // macros and inlines
  std::vector<std::string> option_lines_;
  // `observe` does not follow every rule: tmp_stepped says whether it does.
  [[nodiscard]] bool marks_steps() const { return rolls_back_ || has_unobserved_rules_; }

  bool has_unobserved_rules_ = false;
  bool rolls_back_ = false;         // some rule may find a channel full after it has changed variables
  std::vector<std::string> flags_;  // of the formulas' predicates; the first is `started`
  Lines formulas_;
  bool has_after_step_ = false;
  bool needs_no_start_ = false;
  std::int64_t state_bytes_ = 0;
};

}  // namespace quorate
