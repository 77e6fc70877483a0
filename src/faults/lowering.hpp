// Lowered faults: a declared kind (fault_kinds.hpp) expressed with ordinary variables and rules of the Model.
// This is done once, before anything executes, proves or exports, so that all back ends see an ordinary
// Model. The new variables and rules are marked (Variable::hidden, Rule::fault): no text can name them, and
// reports show them like a status.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"
#include "model/model.hpp"

namespace quorate {

// A hidden variable of every process of some roles, initially false or 0.
struct HiddenVariable {
  std::vector<std::int32_t> position;  // [role]: among its variables; -1: the role has none
  TypeId type;
};

// What a kind of fault can consist of: hidden variables, rules that change them, and rules that a flag stops.
// A rule of a fault reads other processes only to add up their hidden variables, and smaller sums never allow
// less. The exploration of single processes (reduction/dead_messages) takes those of all others for 0 and
// relies on this.
class Lowering {
 public:
  // The lines must be of one kind; the model must outlive this.
  Lowering(Model& model, std::vector<FaultAssumption> lines) : model_(model), lines_(std::move(lines)) {}

  [[nodiscard]] Model& model() const { return model_; }
  [[nodiscard]] const std::vector<FaultAssumption>& lines() const { return lines_; }
  [[nodiscard]] std::vector<const FaultAssumption*> lines_of(RoleId role) const;
  [[nodiscard]] std::set<RoleId> roles() const;

  // A flag of the processes of these roles. Reports show this word where it is set.
  HiddenVariable flag(const std::string& word, const std::set<RoleId>& roles);
  // A counter from 0 to the largest of the role's numbers; roles without a number have none.
  HiddenVariable counter(const std::string& word, const std::map<RoleId, std::int64_t>& largest);

  // A rule of the role without a receipt, a guard or a body: a step that nobody owes and nobody observes.
  [[nodiscard]] Rule rule(const std::string& name, RoleId role) const;
  // The hidden variable of the process that executes the rule.
  [[nodiscard]] Expr own(const HiddenVariable& hidden, const Rule& rule) const;
  [[nodiscard]] Stmt set(const HiddenVariable& hidden, const Rule& rule, std::int64_t value) const;
  // The condition that the variables of the line's processes add up to less than `bound`.
  [[nodiscard]] Expr fewer(const HiddenVariable& hidden, const FaultAssumption& line, std::int64_t bound,
                           Rule& rule) const;
  // The rule is possible only if the condition holds as well.
  void require(Rule& rule, Expr condition) const;
  void require_not(Rule& rule, const HiddenVariable& flag) const;
  // Every line that names the rule's role has fewer marked processes than it allows.
  void require_room(Rule& rule, const HiddenVariable& flag) const;

  // A step that marks an unmarked process, while no line that names it is used up.
  void step_that_marks(const std::string& name, const HiddenVariable& flag);
  // A step that removes the mark of a process.
  void step_that_clears(const std::string& name, const HiddenVariable& flag);
  // A marked process executes no rule of the text.
  void stop_rules(const HiddenVariable& flag);

 private:
  HiddenVariable declare(const std::string& word, const std::map<RoleId, TypeId>& types);
  Rule step(const std::string& name, RoleId role, const HiddenVariable& flag, bool value) const;

  Model& model_;
  std::vector<FaultAssumption> lines_;
};

// The lowered kinds that the model declares, in the order of the list.
std::vector<const DeclarableFault*> lowered_faults(
    const Model& model, std::span<const DeclarableFault> kinds = declarable_faults());
// Which of its forms each declared kind has, by its word.
using ChosenForms = std::map<std::string_view, std::size_t>;
// The last form of each: its steps are those that docs/semantics.md describes.
ChosenForms most_explicit(const Model& model, std::span<const DeclarableFault> kinds = declarable_faults());

// Whether the model has something that only its lowered form can execute.
bool needs_lowering(const Model& model);

// The model without certificates, symmetric processes and lines of lowered kinds; those with a form that is
// not left out have become variables and rules. Rules, variables and properties of the text keep their
// positions.
Model lower(Model model, const ChosenForms& forms,
            std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
