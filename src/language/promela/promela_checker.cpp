// One pass over the declarations, the processes and the formulas, from the syntax tree to a ThresholdModel.
// Only the first error of a place is reported, and the rest is still checked. An `else` gets as guard that
// no first statement of another branch is possible. A size limit counts both sides of <-> twice, since they
// are needed negated as well.
#include "language/promela/promela_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "language/promela/promela_body.hpp"
#include "language/promela/promela_names.hpp"
#include "language/promela/promela_warnings.hpp"

namespace quorate {

namespace {

constexpr double kLargestFormula = 100'000;

class PromelaChecker {
 public:
  PromelaChecker(const PromelaText& text, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics), resolver_(model_, diagnostics) {}

  std::optional<ThresholdModel> run() {
    declare();
    for (std::size_t i = 0; i < text_.processes.size(); ++i) declare_process(i);
    for (const auto& assumption : text_.assumptions)
      model_.resilience.push_back(resolver_.truth(assumption, PromelaPlace::parameters));
    for (std::size_t i = 0; i < text_.processes.size(); ++i) check_process(i);
    resolver_.enter(-1);
    for (const auto& proposition : text_.propositions) check_proposition(proposition);
    for (const auto& property : text_.properties) check_property(property);
    for (const auto& pragma : text_.pragmas) check_pragma(pragma);
    if (model_.processes.empty() && !diagnostics_.has_errors())
      diagnostics_.error({0, 1}, "this text has no processes", "active[N] proctype Proc() { ... }");
    resolver_.finish();
    if (diagnostics_.has_errors()) return {};
    return std::move(model_);
  }

 private:
  void declare() {
    for (const auto& parameter : text_.parameters) {
      unique(parameter.name, parameter.span);
      model_.parameters.push_back({parameter.name, parameter.span});
    }
    for (const auto& shared : text_.shared) {
      unique(shared.name, shared.span);
      model_.shared.push_back({shared.name, shared.span, 0, {}});
    }
    for (const auto& name : text_.status_names) resolver_.add_status_name(name);
    for (const auto& proposition : text_.propositions) resolver_.add_proposition(proposition.name);
    for (std::size_t i = 0; i < text_.shared.size(); ++i)
      model_.shared[i].initial = initial_value(text_.shared[i]);
  }

  void unique(const std::string& name, Span span) {
    if (!names_.insert(name).second) diagnostics_.error(span, fmt::format("{} is declared twice", name));
  }

  std::int64_t initial_value(const PromelaDeclaration& declaration) {
    if (declaration.initial.empty()) return 0;
    const ThresholdTerm term = resolver_.assigned(declaration.initial[0], {true, -1});
    const auto value = resolver_.constant_value(term);
    if (!value || *value < 0)
      diagnostics_.error(declaration.initial[0].span, "an initial value is a number that is not negative",
                         "other values are assigned before the loop");
    return value.value_or(0);
  }

  void declare_process(std::size_t i) {
    const PromelaProcess& process = text_.processes[i];
    unique(process.name, process.span);
    ThresholdProcess result;
    result.name = process.name;
    result.span = process.span;
    result.count = resolver_.number(process.count, PromelaPlace::parameters);
    std::set<std::string> locals;
    for (const auto& statement : process.body) {
      for (const auto& declaration : statement.declarations) {
        if (!locals.insert(declaration.name).second)
          diagnostics_.error(declaration.span, fmt::format("{} is declared twice", declaration.name));
        result.locals.push_back({declaration.name, declaration.span, initial_value(declaration), {}});
      }
    }
    model_.processes.push_back(std::move(result));
    bodies_.push_back(promela_body(process, diagnostics_));
    for (const auto& label : bodies_.back().labels) resolver_.add_label(static_cast<std::int32_t>(i), label);
  }

  void check_process(std::size_t i) {
    resolver_.enter(static_cast<std::int32_t>(i));
    std::vector<ThresholdAction> initialisation;
    for (const PromelaStatement* statement : bodies_[i].initialisation) translate(*statement, initialisation);
    std::vector<ThresholdAction> step;
    if (bodies_[i].steps.size() == 1) {
      step = sequence(*bodies_[i].steps[0]);
    } else {
      ThresholdAction choice;
      choice.kind = ThresholdActionKind::choice;
      choice.span = text_.processes[i].span;
      for (const auto* one : bodies_[i].steps) choice.branches.push_back(sequence(*one));
      step.push_back(std::move(choice));
    }
    model_.processes[i].initialisation = std::move(initialisation);
    model_.processes[i].step = std::move(step);
  }

  std::vector<ThresholdAction> sequence(const std::vector<PromelaStatement>& statements) {
    std::vector<ThresholdAction> result;
    for (const auto& statement : statements) translate(statement, result);
    return result;
  }

  void translate(const PromelaStatement& statement, std::vector<ThresholdAction>& into) {
    ThresholdAction action;
    action.span = statement.span;
    switch (statement.kind) {
      case PromelaStatementKind::nothing:
        // Always possible, so that an `else` beside it never is.
        action.kind = ThresholdActionKind::guard;
        action.term = PromelaResolver::constant(1, statement.span);
        break;
      case PromelaStatementKind::atomic:
        for (const auto& inner : statement.branches[0]) translate(inner, into);
        return;
      case PromelaStatementKind::expression:
      case PromelaStatementKind::assume:
      case PromelaStatementKind::assert_:
        action.kind = statement.kind == PromelaStatementKind::assert_ ? ThresholdActionKind::check
                                                                      : ThresholdActionKind::guard;
        action.term = resolver_.truth(statement.expression, PromelaPlace::statement);
        break;
      case PromelaStatementKind::assign:
      case PromelaStatementKind::havoc: {
        const auto target = resolver_.variable(statement.name, statement.name_span);
        if (!target) return;
        action.kind = statement.kind == PromelaStatementKind::havoc ? ThresholdActionKind::havoc
                                                                    : ThresholdActionKind::assign;
        action.target = *target;
        if (action.kind == ThresholdActionKind::assign)
          action.term = resolver_.assigned(statement.expression, *target);
        break;
      }
      case PromelaStatementKind::choice:
        return into.push_back(choice(statement));
      case PromelaStatementKind::jump:
        if (!is_own_label(statement.name))
          diagnostics_.error(statement.name_span, "a step can only jump to the label of its loop");
        action.kind = ThresholdActionKind::finish;
        break;
      default:
        diagnostics_.error(statement.span, misplaced(statement.kind));
        return;
    }
    into.push_back(std::move(action));
  }

  static std::string misplaced(PromelaStatementKind kind) {
    switch (kind) {
      case PromelaStatementKind::else_:
        return "'else' can only be the first word of a branch";
      case PromelaStatementKind::declaration:
        return "variables are declared at the beginning of the proctype";
      case PromelaStatementKind::label:
        return "the only label is that of the loop";
      default:
        return "a step has no loops inside";
    }
  }

  bool is_own_label(const std::string& label) {
    for (std::size_t i = 0; i < model_.processes.size(); ++i) {
      if (resolver_.has_label(static_cast<std::int32_t>(i), label)) return true;
    }
    return false;
  }

  ThresholdAction choice(const PromelaStatement& statement) {
    ThresholdAction result;
    result.kind = ThresholdActionKind::choice;
    result.span = statement.span;
    std::optional<std::size_t> otherwise;
    for (const auto& branch : statement.branches) {
      const bool is_else = !branch.empty() && branch[0].kind == PromelaStatementKind::else_;
      if (is_else && otherwise) diagnostics_.error(branch[0].span, "a second 'else' for the same 'if'");
      if (is_else) otherwise = result.branches.size();
      result.branches.push_back(
          is_else ? sequence(std::vector<PromelaStatement>(branch.begin() + 1, branch.end()))
                  : sequence(branch));
    }
    if (otherwise) add_else_guard(statement, *otherwise, result);
    result.has_else = otherwise.has_value();
    return result;
  }

  // `else` is possible where the first statement of no other branch is.
  static void add_else_guard(const PromelaStatement& statement, std::size_t otherwise,
                             ThresholdAction& result) {
    ThresholdAction guard;
    guard.kind = ThresholdActionKind::guard;
    guard.span = statement.branches[otherwise][0].span;
    std::vector<ThresholdTerm> possible;
    for (std::size_t i = 0; i < result.branches.size(); ++i) {
      if (i != otherwise) possible.push_back(enabled(result.branches[i], guard.span));
    }
    guard.term.kind = TermKind::logical_not;
    guard.term.span = guard.span;
    guard.term.operands.push_back(any(std::move(possible), guard.span));
    result.branches[otherwise].insert(result.branches[otherwise].begin(), std::move(guard));
  }

  static ThresholdTerm any(std::vector<ThresholdTerm> terms, Span span) {
    if (terms.empty()) return PromelaResolver::constant(0, span);
    // Joined in pairs: a tree of a thousand branches is ten high.
    while (terms.size() > 1) {
      std::vector<ThresholdTerm> pairs;
      for (std::size_t i = 0; i < terms.size(); i += 2) {
        if (i + 1 == terms.size()) {
          pairs.push_back(std::move(terms[i]));
          continue;
        }
        ThresholdTerm both;
        both.kind = TermKind::logical_or;
        both.span = span;
        both.operands.push_back(std::move(terms[i]));
        both.operands.push_back(std::move(terms[i + 1]));
        pairs.push_back(std::move(both));
      }
      terms = std::move(pairs);
    }
    return std::move(terms[0]);
  }

  static ThresholdTerm enabled(const std::vector<ThresholdAction>& branch, Span span) {
    if (branch.empty()) return PromelaResolver::constant(1, span);
    const ThresholdAction& first = branch[0];
    if (first.kind == ThresholdActionKind::guard) return first.term;
    if (first.kind != ThresholdActionKind::choice || first.has_else)
      return PromelaResolver::constant(1, span);
    std::vector<ThresholdTerm> possible;
    for (const auto& inner : first.branches) possible.push_back(enabled(inner, span));
    return any(std::move(possible), span);
  }

  void check_proposition(const PromelaProposition& proposition) {
    if (said_before(proposition, proposition_texts_)) return;
    unique(proposition.name, proposition.span);
    if (proposition.name.ends_with("_inv"))
      model_.candidates.push_back(static_cast<std::int32_t>(model_.propositions.size()));
    model_.propositions.push_back({proposition.name, proposition.span,
                                   resolver_.truth(proposition.expression, PromelaPlace::proposition)});
  }

  // Whether the same declaration was made before, with the same text: a warning only.
  template <typename Declaration>
  bool said_before(const Declaration& declaration, std::map<std::string, std::string>& texts) {
    const auto [known, is_new] = texts.emplace(declaration.name, declaration.text);
    if (is_new || known->second != declaration.text) return false;
    diagnostics_.warning(declaration.span,
                         fmt::format("{} is declared twice, with the same text", declaration.name),
                         "one of the two can be left out");
    return true;
  }

  // The number of conditions that it becomes: both sides of <-> are needed as they are and negated.
  double expanded_size(const TemporalFormula& formula) const {
    if (formula.kind == TemporalKind::proposition)
      return formula.proposition < 0
                 ? 1
                 : term_size(model_.propositions[static_cast<std::size_t>(formula.proposition)].term);
    double size = 1;
    for (const auto& operand : formula.operands) size += expanded_size(operand);
    return formula.kind == TemporalKind::iff ? 2 * size : size;
  }
  static double term_size(const ThresholdTerm& term) {
    double size = 1;
    for (const auto& operand : term.operands) size += term_size(operand);
    return size;
  }

  void check_property(const PromelaProperty& property) {
    if (said_before(property, formula_texts_)) return;
    if (!formula_names_.insert(property.name).second)
      diagnostics_.error(property.span, fmt::format("{} is declared twice", property.name));
    ThresholdProperty result{property.name, property.span, formula(property.formula)};
    if (expanded_size(result.formula) > kLargestFormula) {
      diagnostics_.error(property.formula.span, "this formula becomes too large",
                         "use fewer <->: each one doubles its operands");
      return;
    }
    if (!property.name.starts_with("fairness"))
      warn_of_initial_states(result.formula, property, diagnostics_);
    (property.name.starts_with("fairness") ? model_.fairness : model_.properties)
        .push_back(std::move(result));
  }

  TemporalFormula formula(const PromelaFormula& source) {
    TemporalFormula result;
    result.kind = source.kind;
    result.span = source.span;
    for (const auto& operand : source.operands) result.operands.push_back(formula(operand));
    if (source.kind != TemporalKind::proposition) return result;
    if (!source.label.empty()) {
      const auto process = resolver_.process_named(source.name);
      if (!process || !resolver_.has_label(*process, source.label))
        diagnostics_.error(source.span, fmt::format("there is no label {}@{}", source.name, source.label));
      result.kind = TemporalKind::truth;
      return result;
    }
    const auto found = std::ranges::find(model_.propositions, source.name, &Proposition::name);
    if (found != model_.propositions.end()) {
      result.proposition = static_cast<std::int32_t>(found - model_.propositions.begin());
      return result;
    }
    std::vector<std::string> names;
    for (const auto& known : model_.propositions) names.push_back(known.name);
    const std::string near = nearest_word(source.name, names);
    diagnostics_.error(source.span, fmt::format("there is no proposition {}", source.name),
                       near.empty() ? fmt::format("declare it: atomic {} = ...;", source.name)
                                    : fmt::format("did you mean {}?", near));
    return result;
  }

  void check_pragma(const PromelaPragma& pragma) {
    if (pragma.key == "bymc.version") return;
    if (pragma.key != "piaDom.thresholds") {
      diagnostics_.warning(pragma.span,
                           fmt::format("the option {} is not known and has no effect", pragma.key),
                           "known options: piaDom.thresholds, bymc.version");
      return;
    }
    for (const auto& threshold : parse_promela_expressions(pragma.value, pragma.span, diagnostics_))
      model_.thresholds.push_back(resolver_.number(threshold, PromelaPlace::parameters));
  }

  const PromelaText& text_;
  Diagnostics& diagnostics_;
  ThresholdModel model_;
  PromelaResolver resolver_;
  std::set<std::string> names_;
  std::set<std::string> formula_names_;
  std::map<std::string, std::string> proposition_texts_;
  std::map<std::string, std::string> formula_texts_;
  std::vector<PromelaBody> bodies_;
};

}  // namespace

std::optional<ThresholdModel> check_promela(const PromelaText& text, Diagnostics& diagnostics) {
  return PromelaChecker(text, diagnostics).run();
}

std::optional<ThresholdModel> load_promela(const SourceText& source,
                                           const std::map<std::string, std::string>& definitions,
                                           Diagnostics& diagnostics) {
  const PromelaText text = parse_promela(preprocess_promela(source, definitions, diagnostics), diagnostics);
  return check_promela(text, diagnostics);
}

}  // namespace quorate
