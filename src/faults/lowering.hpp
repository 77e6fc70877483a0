// Lowered faults: a declared kind (fault_kinds.hpp) expressed with ordinary variables and rules of the Model.
// This is done once, before anything executes, proves or exports, so that all back ends see an ordinary
// Model. The new variables and rules are marked (Variable::hidden, Rule::fault): no text can name them,
// reports show them like a status, fairness obliges nobody to such a step, and `observe` does not run after
// it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"
#include "model/model.hpp"

namespace quorate {

// A hidden Boolean variable of every process of some roles, initially false.
struct HiddenFlag {
  std::vector<std::int32_t> variable;  // [role]: its position among the variables; -1: the role has none
};

// What a kind of fault can consist of: flags, steps that set and clear them, and rules that a flag stops. A
// step reads other processes only to count the flags that are set, and fewer of them never allow less. The
// exploration of single processes (reduction/dead_messages) takes all others for unmarked and relies on this.
class Lowering {
 public:
  // The lines must be of one kind; the model must outlive this.
  Lowering(Model& model, std::vector<FaultAssumption> lines) : model_(model), lines_(std::move(lines)) {}

  // A flag of the processes that the lines name. Reports show this word where it is set.
  HiddenFlag flag(const std::string& word);
  // A step that marks an unmarked process, while no line that names it is used up.
  void step_that_marks(const std::string& name, const HiddenFlag& flag);
  // A step that removes the mark of a process.
  void step_that_clears(const std::string& name, const HiddenFlag& flag);
  // A marked process executes no rule of the text.
  void stop_rules(const HiddenFlag& flag);

 private:
  [[nodiscard]] std::set<RoleId> roles() const;
  [[nodiscard]] Expr own(const HiddenFlag& flag, const Rule& rule) const;
  [[nodiscard]] Expr room(const HiddenFlag& flag, const FaultAssumption& line, Rule& rule) const;
  Rule step(const std::string& name, RoleId role, const HiddenFlag& flag, bool value);

  Model& model_;
  std::vector<FaultAssumption> lines_;
};

// The lowered kinds that the model declares, in the order of the list.
std::vector<const DeclarableFault*> lowered_faults(
    const Model& model, std::span<const DeclarableFault> kinds = declarable_faults());
using FaultWords = std::set<std::string_view>;
FaultWords lowered_words(const Model& model);

// The model without lines of lowered kinds; those whose word is in as_steps have become variables and rules.
// Rules, variables and properties of the text keep their positions.
Model lower(Model model, const FaultWords& as_steps,
            std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
