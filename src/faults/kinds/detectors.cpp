// Questions stand in guards only, so that an answer matters only by whether the guard is true. With the *true
// answers* (suspected are the crashed processes; the leader is the one that the run ends up with) the guard
// is that of an ordinary step. With *some* allowed answers it is true if it is true with the most favourable
// ones:
//
//   suspects(q) not under a negation   an answer "yes", which a perfect detector gives only if q has crashed
//   suspects(q) under a negation       an answer "no", which every detector may give
//   leader()                           some process
//
// A step for which true answers do not suffice needs a wrong or a late one. A run that counts takes such
// steps finitely often, since from some time on all answers are true, and nobody owes them. They are rules of
// their own (Rule::finitely). Without temporal formulas both are one rule.
//
// Rejected: a cell for each answer, which multiplies the states by 2^n for each process that asks.
#include "faults/kinds/detectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "analysis/walk.hpp"
#include "faults/declared_faults.hpp"
#include "faults/kinds/recovery.hpp"
#include "faults/lowering.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

enum class Polarity { positive, negative, both };

Polarity opposite(Polarity polarity) {
  if (polarity == Polarity::both) return polarity;
  return polarity == Polarity::positive ? Polarity::negative : Polarity::positive;
}

// The polarity of a part of an expression, given that of the whole.
Polarity part_polarity(const Expr& e, std::size_t part, Polarity whole) {
  switch (e.kind) {
    case ExprKind::logical_not:
      return opposite(whole);
    case ExprKind::logical_and:
    case ExprKind::logical_or:
      return whole;
    case ExprKind::implies:
      return part == 0 ? opposite(whole) : whole;
    case ExprKind::conditional:
    case ExprKind::let:
      return part == 0 ? Polarity::both : whole;
    case ExprKind::quantifier:
      if (part > 1 || (e.quantifier != Quantifier::all && e.quantifier != Quantifier::exists))
        return Polarity::both;
      return part == 1 && e.quantifier == Quantifier::all ? opposite(whole) : whole;
    default:
      return Polarity::both;
  }
}

bool is_question(const Expr& e, LocalId answer) {
  return e.kind == ExprKind::member && e.child(1).kind == ExprKind::local && e.child(1).local == answer;
}

using Question = std::function<void(Expr&, Polarity)>;

void visit_questions(Expr& e, LocalId answer, Polarity polarity, const Question& visit) {
  for (std::size_t k = 0; k < e.children.size(); ++k)
    visit_questions(e.children[k], answer, part_polarity(e, k, polarity), visit);
  if (is_question(e, answer)) visit(e, polarity);
}

void replace_leader(Expr& e, LocalId answer, const Expr& by) {
  if (e.kind == ExprKind::local && e.local == answer) {
    e = by;
    return;
  }
  for (Expr& child : e.children) replace_leader(child, answer, by);
}

class DetectorRules {
 public:
  explicit DetectorRules(Lowering& to) : to_(to), model_(to.model()) {}

  // With all allowed answers.
  void any_answers() {
    for (Rule& rule : model_.rules) {
      if (!rule.answers.empty()) rule.guard = possible(rule);
      rule.answers.clear();
    }
  }

  // True answers in the rule itself, all others in a rule of its own.
  void lasting_answers() {
    const std::size_t of_the_text = model_.rules.size();
    for (std::size_t r = 0; r < of_the_text; ++r) {
      if (model_.rules[r].answers.empty()) continue;
      Rule wrong = model_.rules[r];
      Rule& rule = model_.rules[r];
      rule.guard = with_true_answers(wrong);
      rule.answers.clear();
      const bool misled = can_be_misled(wrong);
      wrong.guard =
          combined(ExprKind::logical_and, model_.boolean_type,
                   {possible(wrong), combined(ExprKind::logical_not, model_.boolean_type, {rule.guard})},
                   rule.guard.span);
      wrong.answers.clear();
      wrong.name = to_.rule(wrong.name + "_misled", wrong.role).name;
      wrong.owed = false;
      wrong.finitely = true;
      if (misled) model_.rules.push_back(std::move(wrong));
    }
  }

 private:
  [[nodiscard]] const FaultAssumption& line_of(const DetectorAnswer& answer) const {
    return *std::ranges::find_if(to_.lines(), [&](const FaultAssumption& line) {
      return (line.detector.kind == DetectorKind::leader) == answer.leader && line.roles[0] == answer.role;
    });
  }

  [[nodiscard]] Expr crashed(const Expr& process, RoleId role) const {
    Expr status = combined(ExprKind::status, model_.status_type, {process}, process.span);
    status.role = role;
    return combined(
        ExprKind::equal, model_.boolean_type,
        {std::move(status), constant(model_.status_type, static_cast<std::int64_t>(Status::crashed))},
        process.span);
  }

  // An answer that is given in every state. A process that is undefined stays an error.
  [[nodiscard]] Expr answer(const Expr& process, bool yes) const {
    const bool defined = process.kind == ExprKind::local || process.kind == ExprKind::constant;
    if (defined) return constant(model_.boolean_type, yes ? 1 : 0, process.span);
    return combined(yes ? ExprKind::equal : ExprKind::not_equal, model_.boolean_type, {process, process},
                    process.span);
  }

  [[nodiscard]] Expr possible(Rule& rule) const {
    Expr guard = rule.guard;
    for (const DetectorAnswer& asked : rule.answers) {
      if (asked.leader) continue;
      const bool perfect = line_of(asked).detector.kind == DetectorKind::perfect;
      visit_questions(guard, asked.local, Polarity::positive, [&](Expr& e, Polarity polarity) {
        const Expr process = e.child(0);
        const bool yes = polarity == Polarity::positive;
        e = yes && perfect ? crashed(process, asked.role) : answer(process, yes);
      });
    }
    for (const DetectorAnswer& asked : rule.answers) {
      if (asked.leader) guard = for_some_leader(std::move(guard), rule, asked);
    }
    return guard;
  }

  [[nodiscard]] Expr for_some_leader(Expr guard, Rule& rule, const DetectorAnswer& asked) const {
    const TypeId type = model_.role(asked.role).type;
    const LocalId some(static_cast<std::int64_t>(rule.frame.size()));
    rule.frame.push_back({"l", type});
    replace_leader(guard, asked.local, local_value(some, type));
    Expr all = combined(ExprKind::quantifier, model_.boolean_type,
                        {std::move(guard), constant(model_.boolean_type, 1)}, rule.guard.span);
    all.quantifier = Quantifier::exists;
    all.local = some;
    all.domain_type = type;
    return all;
  }

  [[nodiscard]] Expr with_true_answers(const Rule& rule) const {
    Expr guard = rule.guard;
    for (const DetectorAnswer& asked : rule.answers) {
      if (asked.leader) {
        const std::int64_t leader = line_of(asked).detector.leader.value;
        replace_leader(guard, asked.local, constant(model_.role(asked.role).type, leader));
        continue;
      }
      visit_questions(guard, asked.local, Polarity::positive,
                      [&](Expr& e, Polarity) { e = crashed(Expr(e.child(0)), asked.role); });
    }
    return guard;
  }

  // A perfect detector never suspects wrongly: only its "no" can be late.
  [[nodiscard]] bool can_be_misled(Rule rule) const {
    return std::ranges::any_of(rule.answers, [&](const DetectorAnswer& asked) {
      if (line_of(asked).detector.kind != DetectorKind::perfect) return true;
      bool no = false;
      visit_questions(rule.guard, asked.local, Polarity::positive,
                      [&](const Expr&, Polarity polarity) { no = no || polarity != Polarity::positive; });
      return no;
    });
  }

  Lowering& to_;
  Model& model_;
};

void lower_any_answers(Lowering& to) {
  DetectorRules(to).any_answers();
}

void lower_lasting_answers(Lowering& to) {
  const bool unknown_leader = std::ranges::any_of(to.lines(), [](const FaultAssumption& line) {
    return line.detector.kind == DetectorKind::leader && !line.detector.leader.valid();
  });
  if (unknown_leader) return DetectorRules(to).any_answers();
  DetectorRules(to).lasting_answers();
}

bool is_detector(const FaultAssumption& line) {
  return line.kind == FaultKind::lowered && line.word == detector_word;
}

// Why it is not known who has crashed.
std::string against_watching(const Model& model, const FaultAssumption& detector) {
  const RoleId role = detector.roles[0];
  if (!assigned_statuses(model)[role.index()].contains(Status::byzantine)) return "";
  return fmt::format("processes of {} may be Byzantine, and what a detector says of them is not defined",
                     model.role(role).name);
}

std::string against_any_answers(const Model& model, const Property* property) {
  for (const FaultAssumption& line : model.faults) {
    if (!is_detector(line) || line.detector.kind != DetectorKind::perfect) continue;
    if (const std::string reason = against_watching(model, line); !reason.empty()) return reason;
  }
  if (property == nullptr || property->kind != PropertyKind::temporal) return "";
  return "runs in which they are wrong for ever do not count";
}

bool has_path_quantifier(const Formula& formula) {
  if (formula.kind == FormulaKind::on_all_paths || formula.kind == FormulaKind::on_some_path) return true;
  return std::ranges::any_of(formula.children, has_path_quantifier);
}

// Every formula is about all runs, with an A around it or without.
bool has_inner_path_quantifier(const Formula& formula) {
  if (formula.kind == FormulaKind::on_all_paths) return has_inner_path_quantifier(formula.children[0]);
  return has_path_quantifier(formula);
}

// A run that recovers: whether a detector that suspects a process which is down is right depends on what the
// process does later.
std::string against_lasting_answers(const Model& model, const Property* property) {
  for (const FaultAssumption& detector : model.faults) {
    if (!is_detector(detector)) continue;
    if (const std::string reason = against_watching(model, detector); !reason.empty()) return reason;
    const std::string& watched = model.role(detector.roles[0]).name;
    if (detector.detector.kind == DetectorKind::leader && property != nullptr &&
        has_inner_path_quantifier(property->formula))
      return "the leader of a run is not known where the formula asks for another run";
    for (const FaultAssumption& line : model.faults) {
      const bool names = std::ranges::find(line.roles, detector.roles[0]) != line.roles.end();
      if (names && line.kind == FaultKind::lowered && line.word == recovery_word)
        return fmt::format("processes of {} recover, and what a detector says of them is not defined",
                           watched);
    }
  }
  return "";
}

}  // namespace

std::vector<FaultForm> detector_forms() {
  return {{"free to answer", against_any_answers, lower_any_answers, false},
          {"right from some time on", against_lasting_answers, lower_lasting_answers}};
}

std::string against_questions(const Rule& rule) {
  for (const DetectorAnswer& asked : rule.answers) {
    if (asked.leader) continue;
    bool yes = false;
    bool no = false;
    Expr guard = rule.guard;
    visit_questions(guard, asked.local, Polarity::positive, [&](const Expr&, Polarity polarity) {
      yes = yes || polarity != Polarity::negative;
      no = no || polarity != Polarity::positive;
    });
    if (yes && no)
      return "`suspects` stands both under a negation and not, or inside of a count or a comparison";
  }
  return "";
}

std::vector<ProcessId> possible_leaders(const Model& model) {
  std::vector<ProcessId> leaders;
  for (const FaultAssumption& line : model.faults) {
    if (!is_detector(line) || line.detector.kind != DetectorKind::leader) continue;
    const Role& role = model.role(line.roles[0]);
    for (std::int64_t k = 0; k < role.count; ++k) leaders.emplace_back(role.first.value + k);
  }
  return leaders;
}

Model with_leader(Model model, ProcessId leader) {
  for (FaultAssumption& line : model.faults) {
    if (is_detector(line) && line.detector.kind == DetectorKind::leader) line.detector.leader = leader;
  }
  const RoleId role = model.role_of(leader);
  const TypeId type = model.role(role).type;
  const auto crashed = [&](Expr process) {
    Expr status = combined(ExprKind::status, model.status_type, {std::move(process)});
    status.role = role;
    return combined(
        ExprKind::equal, model.boolean_type,
        {std::move(status), constant(model.status_type, static_cast<std::int64_t>(Status::crashed))});
  };
  for (Property& property : model.properties) {
    FairnessAssumption assumed;
    if (const auto declared = model.find_fairness(property.under)) assumed = *declared;
    const LocalId other(static_cast<std::int64_t>(assumed.frame.size()));
    assumed.frame.push_back({"q", type});
    Expr all = combined(ExprKind::quantifier, model.boolean_type,
                        {crashed(local_value(other, type)), constant(model.boolean_type, 1)});
    all.quantifier = Quantifier::all;
    all.local = other;
    all.domain_type = type;
    FairnessItem stays;
    stays.kind = FairnessKind::justice;
    stays.predicate = combined(
        ExprKind::logical_or, model.boolean_type,
        {combined(ExprKind::logical_not, model.boolean_type, {crashed(constant(type, leader.value))}),
         std::move(all)});
    assumed.items.push_back(std::move(stays));
    if (assumed.name.empty()) assumed.name = property.under.empty() ? "a leader" : property.under;
    assumed.span = property.span;
    property.under = assumed.name;
    std::erase_if(model.fairness, [&](const FairnessAssumption& old) { return old.name == assumed.name; });
    model.fairness.push_back(std::move(assumed));
  }
  return model;
}

std::vector<RoleId> roles_watched_by_guards(const Model& model) {
  std::vector<RoleId> roles;
  for (const Rule& rule : model.rules) {
    visit_expressions(model, rule.guard, [&](const Expr& e) {
      if (e.kind == ExprKind::status) roles.push_back(e.role);
    });
  }
  return roles;
}

bool guards_see_crashes(const Model& model) {
  const auto crashing = crash_roles(model);
  return std::ranges::any_of(roles_watched_by_guards(model),
                             [&](RoleId role) { return crashing.contains(role); });
}

}  // namespace quorate
