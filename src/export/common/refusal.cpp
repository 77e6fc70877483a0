// A refused model gives no text: a text that another checker reads differently from Quorate would be worse
// than none. This file refuses what no target can express, before anything is written. What only one target
// cannot express is refused by the files of that target, and what they have written is thrown away.
#include "export/common/refusal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/walk.hpp"
#include "export/translation/choices.hpp"
#include "faults/declared_faults.hpp"
#include "faults/fault_forms.hpp"
#include "faults/kinds/detectors.hpp"

namespace quorate {

namespace {

class Refusal {
 public:
  Refusal(const Model& model, const Facts& facts, Diagnostics& refusals)
      : model_(model), facts_(facts), refusals_(refusals) {}

  void run() {
    if (facts_.codes().too_many()) {
      refusals_.error(model_.messages.front().span, "there are too many different messages to number them",
                      "use smaller types in the messages' fields");
    }
    if (model_.channels.loopback) {
      refusals_.error(model_.channels.span,
                      "channels from a process to itself (`loopback`) cannot be exported",
                      "write the parts of a process that talk to each other as roles of their own");
    }
    if (model_.channels.replacing) {
      refusals_.error(model_.channels.span, "channels that replace their oldest message cannot be exported",
                      "export the model without `replacing`, or with `lossy` instead");
    }
    for (const InitialContents& contents : model_.channels.initially)
      refusals_.error(contents.span, "messages that are in a channel at first cannot be exported");
    if (model_.channels.several) {
      refusals_.error(model_.channels.span, "several messages to one process in one step cannot be exported",
                      "send one message to each process in a step");
    }
    if (const Rule* const rule = find_compound_rule(model_)) {
      refusals_.error(
          rule->name_span,
          fmt::format("the rule `{}` takes messages of several kinds, or several of one sender, which "
                      "cannot be exported",
                      rule->name),
          "take one message in each step");
    }
    crashes();
    for (const Role& role : model_.roles) variables(role.variables);
    variables(model_.monitor.variables);
    for (const Rule& rule : model_.rules) {
      if (!facts_.live(rule)) continue;
      for (const RuleParameter& parameter : rule.parameters) parameter_type(parameter.type, rule.span);
      expressions(rule.guard);
      statements(rule.body);
      choices(rule);
    }
    for (const InitialRule& rule : model_.initial_rules) {
      for (const RuleParameter& parameter : rule.parameters) parameter_type(parameter.type, rule.span);
      expressions(rule.guard);
      statements(rule.body);
    }
    statements(model_.monitor.observe);
    for (const Property& property : model_.properties) expressions(property.predicate);
  }

 private:
  void crashes() {
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      const RoleId id(static_cast<std::int64_t>(r));
      if (!facts_.role(id).live || !facts_.role(id).may_crash) continue;
      const Role& role = model_.role(id);
      if (model_.channels.synchronous) {
        refusals_.error(
            role.span, fmt::format("crashes of {} are noticed over synchronous channels, and exported models "
                                   "leave crashes implicit",
                                   role.name));
      }
      if (std::ranges::count(roles_watched_by_guards(model_), id) > 0) {
        refusals_.error(role.span, fmt::format("a failure detector watches {}, which can crash, and exported "
                                               "models leave crashes implicit",
                                               role.name));
      }
      for (const Property& property : model_.properties) {
        if (property.kind == PropertyKind::no_deadlock || status_read(model_, property).count(id) == 0)
          continue;
        refusals_.error(property.span,
                        fmt::format("`{}` reads the status of {}, which can crash, and exported "
                                    "models leave crashes implicit",
                                    property.name, role.name));
      }
    }
  }

  void variables(const std::vector<Variable>& all) {
    for (const Variable& variable : all) {
      const bool chosen =
          variable.initial_value == InitialValue::any || variable.initial_value == InitialValue::distinct;
      if (!chosen || model_.type(variable.type).scalar()) continue;
      refusals_.error(variable.span,
                      fmt::format("`{}` starts with a chosen value, which is exported for booleans, numbers, "
                                  "enumerations and processes only",
                                  variable.name),
                      "choose the value in an init rule with a parameter");
    }
  }

  void parameter_type(TypeId type, Span span) {
    if (model_.type(type).scalar()) return;
    refusals_.error(span, "a parameter that is a set, a record or an array cannot be exported",
                    "use a parameter for each member");
  }

  void expressions(const Expr& expression) {
    visit_expressions(model_, expression, [&](const Expr& e) {
      const bool whole = e.kind == ExprKind::conditional && !model_.type(e.type).simple();
      if (whole) refusals_.error(e.span, "a choice between records or arrays by `if` cannot be exported");
    });
  }

  void statements(const std::vector<Stmt>& body) {
    visit_statements(body, [&](const Stmt& statement) {
      for (const Expr* e : own_expressions(statement)) expressions(*e);
      if (statement.kind == StmtKind::let && !model_.type(statement.value.type).simple()) {
        refusals_.error(statement.span, "a `let` of a record or an array cannot be exported",
                        "give names to the parts that are used");
      }
    });
  }

  void choices(const Rule& rule) {
    for (const Choice& choice : find_choices(model_, rule.body)) {
      if (choice.problem.empty() && (choice.free || choice.turns == 1)) continue;
      const std::string where = choice.problem.empty() ? "inside a loop" : choice.problem;
      refusals_.error(
          choice.expression->span,
          fmt::format("the choice in rule `{}` stands {}, where it cannot be exported", rule.name, where),
          "give the choice a name with `let` at the beginning of the rule");
    }
  }

  const Model& model_;
  const Facts& facts_;
  Diagnostics& refusals_;
};

}  // namespace

Model lowered_for_export(const Model& model, Diagnostics& refusals) {
  // All properties share one text: the most explicit of the forms that they need.
  ChosenForms forms = choose_fault_forms(model, nullptr).forms;
  for (const Property& property : model.properties) {
    FaultFormChoice choice = choose_fault_forms(model, &property);
    if (!choice.refusal.empty()) refusals.error(property.span, choice.refusal);
    if (property.kind == PropertyKind::temporal && !possible_leaders(model).empty())
      refusals.error(property.span, "it cannot be said of a run which process is its leader in the end");
    for (const auto& [word, form] : choice.forms) forms[word] = std::max(forms[word], form);
  }
  for (const DeclarableFault* const kind : lowered_faults(model)) {
    const FaultForm& form = kind->forms[forms[kind->word]];
    for (const Property& property : model.properties) {
      const std::string against = form.against == nullptr ? "" : form.against(model, &property);
      if (!against.empty())
        refusals.error(property.span,
                       fmt::format("`{}` cannot be exported together with `{}` faults that are {}: {}",
                                   property.name, kind->word, form.name, against));
    }
  }
  Model lowered = lower(model, forms);
  for (const Rule& rule : lowered.rules) {
    const bool some = rule.receive.keeps > 0 && rule.receive.keeps != keeps_all;
    if (some && rule.receive.kind == ReceiveKind::quorum)
      refusals.error(rule.span, "copies of some of the messages that a rule receives cannot be exported",
                     "export the model with `channels duplicating`, without a number");
  }
  const auto cut_off = std::ranges::find_if(lowered.rules, &Rule::cut_off);
  if (cut_off != lowered.rules.end()) {
    refusals.error(cut_off->span,
                   cut_off->instead_of.empty() ? "crashes while a process sends cannot be exported"
                                               : "omissions to send cannot be exported",
                   "choose properties that do not need them (docs/semantics.md, what is left implicit)");
  }
  return lowered;
}

void refuse_what_cannot_be_exported(const Model& model, const Facts& facts, Diagnostics& refusals) {
  Refusal(model, facts, refusals).run();
}

void refuse_large_codes(const Model& model, const Facts& facts, std::int64_t largest, Diagnostics& refusals) {
  if (facts.codes().too_many() || facts.codes().last() <= largest) return;
  refusals.error(model.messages.front().span,
                 fmt::format("there are {} different messages, and the target can number {} only",
                             facts.codes().last(), largest),
                 "use smaller types in the messages' fields");
}

void refuse_large_numbers(const std::optional<Span>& where, const std::string& target,
                          Diagnostics& refusals) {
  if (!where) return;
  refusals.error(*where, fmt::format("the numbers here may become larger than those of {}", target),
                 "use smaller types, or multiply less before you compare");
}

}  // namespace quorate
