// Declarations first, then the processes with their control flow (plain_flow.cpp), then the formulas. Equal
// expressions in formulas are one proposition.
#include "language/promela/plain_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "language/promela/promela_warnings.hpp"
#include "model/plain_value.hpp"

namespace quorate {

namespace {

constexpr std::int64_t kMostPlainProcesses = 100;
constexpr double kLargestPlainFormula = 100'000;

class PlainChecker {
 public:
  PlainChecker(const PlainText& text, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics), resolver_(model_, mtype_values_, diagnostics) {}

  std::optional<PlainModel> run() {
    declare();
    if (diagnostics_.has_errors()) return {};
    std::vector<std::map<std::string, std::int32_t>> labels;
    for (std::size_t i = 0; i < text_.processes.size(); ++i) {
      resolver_.enter(static_cast<std::int32_t>(i));
      labels.push_back(make_plain_flow(text_.processes[i], resolver_, model_.processes[i], diagnostics_));
      for (const auto& step : model_.processes[i].steps)
        model_.has_assertions = model_.has_assertions || step.action == PlainAction::check;
    }
    resolver_.enter(-1);
    resolver_.know_labels(&labels);
    for (const auto& property : text_.properties) check_property(property);
    if (model_.processes.empty() && !diagnostics_.has_errors())
      diagnostics_.error({0, 1}, "this text has no processes", "active proctype P() { ... }");
    if (diagnostics_.has_errors()) return {};
    return std::move(model_);
  }

 private:
  void declare() {
    // As in SPIN, names are numbered from 1, from the last name of each declaration to the first.
    std::int64_t number = 0;
    for (const auto& names : text_.mtype_names) {
      for (auto name = names.rbegin(); name != names.rend(); ++name) {
        unique(name->first, name->second);
        mtype_values_[name->first] = ++number;
        model_.mtype_names[number] = name->first;
      }
    }
    if (number > 255)
      diagnostics_.error(text_.mtype_names[0][0].second, "there are more than 255 names of mtype");
    for (const auto& declaration : text_.globals) {
      unique(declaration.variable.name, declaration.variable.span);
      model_.globals.push_back(with_initial(declaration));
    }
    for (const auto& channel : text_.channels) unique(channel.name, channel.span);
    model_.channels = text_.channels;
    std::int64_t instances = 0;
    for (const auto& process : text_.processes) {
      unique(process.name, process.span);
      model_.processes.push_back(declared(process));
      instances += model_.processes.back().count;
    }
    if (instances > kMostPlainProcesses)
      diagnostics_.error(text_.processes[0].span, fmt::format("{} processes are too many: at most {}",
                                                              instances, kMostPlainProcesses));
  }

  void unique(const std::string& name, Span span) {
    if (!names_.insert(name).second) diagnostics_.error(span, fmt::format("{} is declared twice", name));
  }

  PlainVariable with_initial(const PlainDeclaration& declaration) {
    PlainVariable variable = declaration.variable;
    if (declaration.initial.empty()) return variable;
    const std::int64_t value = resolver_.constant(declaration.initial[0]);
    variable.initial = stored(value, variable);
    if (variable.initial != value)
      diagnostics_.warning(declaration.initial[0].span, fmt::format("{} does not fit; {} begins with {}",
                                                                    value, variable.name, variable.initial));
    return variable;
  }

  PlainProcess declared(const PlainProcessText& text) {
    PlainProcess process;
    process.name = text.name;
    process.span = text.span;
    if (!text.count.empty()) {
      const std::int64_t count = resolver_.constant(text.count[0]);
      if (count < 1 || count > kMostPlainProcesses)
        diagnostics_.error(text.count[0].span,
                           fmt::format("the number of processes is from 1 to {}", kMostPlainProcesses));
      process.count = static_cast<std::int32_t>(std::clamp<std::int64_t>(count, 0, kMostPlainProcesses));
    }
    PlainVariable number;
    number.name = "_pid";
    process.locals.push_back(number);
    for (const auto& statement : text.body) {
      if (statement.kind != PlainStatement::Kind::declaration) break;
      for (const auto& declaration : statement.declarations) {
        if (std::ranges::find(process.locals, declaration.variable.name, &PlainVariable::name) !=
            process.locals.end())
          diagnostics_.error(declaration.variable.span,
                             fmt::format("{} is declared twice", declaration.variable.name));
        process.locals.push_back(with_initial(declaration));
      }
    }
    return process;
  }

  static bool is_proposition(const PlainFormula& formula) {
    return formula.kind == TemporalKind::proposition;
  }

  TemporalFormula formula(const PlainFormula& source) {
    TemporalFormula result;
    result.kind = source.kind;
    result.span = source.span;
    for (const auto& operand : source.operands) result.operands.push_back(formula(operand));
    if (!is_proposition(source)) return result;
    PlainExpression proposition = resolver_.resolve(source.expression);
    auto known = std::ranges::find_if(model_.propositions,
                                      [&](const auto& other) { return same(other, proposition); });
    if (known == model_.propositions.end()) known = model_.propositions.insert(known, std::move(proposition));
    result.proposition = static_cast<std::int32_t>(known - model_.propositions.begin());
    return result;
  }

  // Equal, apart from their places in the text.
  static bool same(const PlainExpression& a, const PlainExpression& b) {
    return a.op == b.op && a.value == b.value && a.scope == b.scope && a.variable == b.variable &&
           a.instance == b.instance && std::ranges::equal(a.operands, b.operands, same);
  }

  static double expanded_size(const TemporalFormula& formula) {
    double size = 1;
    for (const auto& operand : formula.operands) size += expanded_size(operand);
    return formula.kind == TemporalKind::iff ? 2 * size : size;
  }

  void check_property(const PlainPropertyText& property) {
    const auto [known, is_new] = property_texts_.emplace(property.name, property.text);
    if (!is_new && known->second == property.text) {
      diagnostics_.warning(property.span,
                           fmt::format("{} is declared twice, with the same text", property.name),
                           "one of the two can be left out");
      return;
    }
    if (!is_new) diagnostics_.error(property.span, fmt::format("{} is declared twice", property.name));
    if (property.name == "assertions" && model_.has_assertions)
      diagnostics_.error(property.span, "'assertions' is the name of the property that no assertion fails",
                         "give the formula another name");
    PlainProperty result{property.name, property.span, formula(property.formula)};
    if (expanded_size(result.formula) > kLargestPlainFormula)
      diagnostics_.error(property.formula.span, "this formula becomes too large",
                         "use fewer <->: each one doubles its operands");
    warn_of_initial_states(result.formula, property, diagnostics_);
    model_.properties.push_back(std::move(result));
  }

  const PlainText& text_;
  Diagnostics& diagnostics_;
  PlainModel model_;
  std::map<std::string, std::int64_t> mtype_values_;
  PlainResolver resolver_;
  std::set<std::string> names_;
  std::map<std::string, std::string> property_texts_;
};

}  // namespace

std::optional<PlainModel> check_plain_promela(const PlainText& text, Diagnostics& diagnostics) {
  return PlainChecker(text, diagnostics).run();
}

}  // namespace quorate
