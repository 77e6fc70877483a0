// Quantifiers over processes are unrolled, since their values are known at fixed parameters. Every predicate
// becomes an atom with those values put in; the target keeps the atom's truth in a flag. The fairness
// assumption that a property names becomes a premise: justice is []<> p, compassion is []<> p -> []<> q. An
// outer A is dropped, since every property is about all runs.
//
// A property is refused where a run of the exported model differs from a run of the protocol: X would count
// spin's steps; a run of spin goes on as long as it can, while crashed and Byzantine processes need not, and
// a message that may be lost need not be received.
#include "export/common/linear_formula.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/declared_faults.hpp"
#include "faults/kinds/duplication.hpp"
#include "model/bound_values.hpp"

namespace quorate {

namespace {

bool occurs(const Formula& formula, FormulaKind kind) {
  return formula.kind == kind ||
         std::ranges::any_of(formula.children, [&](const Formula& child) { return occurs(child, kind); });
}

// The formula without a path quantifier A around the whole of it.
const Formula& without_outer_quantifier(const Formula& formula) {
  return formula.kind == FormulaKind::on_all_paths ? without_outer_quantifier(formula.children[0]) : formula;
}

const FairnessAssumption* declared(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.fairness, name, &FairnessAssumption::name);
  return found == model.fairness.end() ? nullptr : &*found;
}

class LinearWriter {
 public:
  explicit LinearWriter(const Model& model) : model_(model) {}

  ExportedFormula run(const Property& property) {
    result_.name = property.name;
    frame_ = &property.frame;
    const std::string formula = text(without_outer_quantifier(property.formula));
    const FairnessAssumption* const assumed = declared(model_, property.under);
    result_.text = assumed == nullptr ? formula : fmt::format("(({}) -> {})", premise(*assumed), formula);
    return std::move(result_);
  }

 private:
  std::string premise(const FairnessAssumption& assumed) {
    frame_ = &assumed.frame;
    std::string all;
    for (const FairnessItem& item : assumed.items) {
      std::string part = "([]<> " + atom(item.predicate) + ")";
      if (item.kind == FairnessKind::compassion)
        part = fmt::format("({} -> ([]<> {}))", part, atom(item.then));
      all += (all.empty() ? "" : " && ") + part;
    }
    return all;
  }

  std::string atom(const Expr& predicate) {
    result_.atoms.push_back({with_values(predicate, values_), frame_});
    return fmt::format("<{}>", result_.atoms.size() - 1);
  }

  std::string text(const Formula& f) {
    const auto part = [&](std::size_t k) { return text(f.children[k]); };
    const auto joined = [&](const char* op) { return fmt::format("({} {} {})", part(0), op, part(1)); };
    switch (f.kind) {
      case FormulaKind::atom:
        return atom(f.predicate);
      case FormulaKind::logical_not:
        return "(!" + part(0) + ")";
      case FormulaKind::logical_and:
        return joined("&&");
      case FormulaKind::logical_or:
        return joined("||");
      case FormulaKind::implies:
        return joined("->");
      case FormulaKind::iff:
        return joined("<->");
      case FormulaKind::eventually:
        return "(<> " + part(0) + ")";
      case FormulaKind::always:
        return "([] " + part(0) + ")";
      case FormulaKind::until:
        return joined("U");
      case FormulaKind::release:
        return joined("V");
      case FormulaKind::weak_until:
        return fmt::format("(([] {}) || ({} U {}))", part(0), part(0), part(1));
      case FormulaKind::for_all:
      case FormulaKind::for_some:
        return quantified(f);
      case FormulaKind::next:
      case FormulaKind::on_all_paths:
      case FormulaKind::on_some_path:
        break;
    }
    return "";
  }

  std::string quantified(const Formula& f) {
    const bool all = f.kind == FormulaKind::for_all;
    std::string parts;
    for (const std::int64_t value : model_.values_of(f.domain_type)) {
      values_[f.local] = value;
      parts += (parts.empty() ? "" : all ? " && " : " || ") + text(f.children[0]);
    }
    values_.erase(f.local);
    return parts.empty() ? (all ? "true" : "false") : "(" + parts + ")";
  }

  const Model& model_;
  ExportedFormula result_;
  const Frame* frame_ = nullptr;
  BoundValues values_;
};

}  // namespace

std::string against_linear_formula(const Model& model, const Property& property) {
  const Formula& formula = without_outer_quantifier(property.formula);
  if (occurs(formula, FormulaKind::on_all_paths) || occurs(formula, FormulaKind::on_some_path))
    return "a formula of branching time";
  if (occurs(formula, FormulaKind::next)) return "the steps of the export are not those of the protocol";
  if (model.channels.lossy) return "a message that may be lost need not be received";
  if (owes_repetitions(model)) return "a message that stays would have to be received again and again";
  if (declares(model, FaultKind::crash)) return "crashed processes stop, and crashes are left out";
  const bool faulty = !model.faults.empty() || !model.initial_rules.empty();
  const auto unowed = [](const Rule& rule) { return rule.byzantine || !rule.owed || rule.finitely; };
  if ((faulty && !model.channels.synchronous) || std::ranges::any_of(model.rules, unowed))
    return "a faulty process need not take its steps";
  if (model.eventually_synchronous) return "it cannot be said that timers expire early finitely often";
  if (property.under.empty()) return "";
  const FairnessAssumption* const assumed = declared(model, property.under);
  const auto of_steps = [](const FairnessItem& item) {
    return item.kind != FairnessKind::justice && item.kind != FairnessKind::compassion;
  };
  if (assumed == nullptr || std::ranges::any_of(assumed->items, of_steps))
    return "fairness of processes, messages and rules cannot be said";
  return "";
}

ExportedFormula linear_formula(const Model& model, const Property& property) {
  return LinearWriter(model).run(property);
}

}  // namespace quorate
