// Lowered faults: a declared kind (fault_kinds.hpp) said with ordinary variables and rules of the Model. Runs
// once, before anything executes, proves or exports: interpreter, native code, formulas, reductions and
// exports see nothing but a Model. What is made is marked, Variable::hidden and Rule::fault: no text names
// it, reports show it as a status, nobody owes such a step, and `observe` does not run after it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"
#include "model/model.hpp"

namespace quorate {

// A Boolean of every process of some roles that the text cannot name. It is false at first.
struct HiddenFlag {
  std::vector<std::int32_t> variable;  // [role]: its position among the variables; -1: the role has none
};

// What a kind can say of itself: flags, steps that set and clear them, and what a flag forbids. A step looks
// at other processes only to count the flags that are set: the fewer, the more is possible. Exploration of
// one process by itself (reduction/dead_messages) takes all others for unmarked, and rests on this.
class Lowering {
 public:
  // The lines must be of one kind; the model must outlive this.
  Lowering(Model& model, std::vector<FaultAssumption> lines) : model_(model), lines_(std::move(lines)) {}

  // Of the processes that the lines are about. Shown as this word where it is set.
  HiddenFlag flag(const std::string& word);
  // A step of each such process that is not marked and marks it, while every line that names it has room.
  void step_that_marks(const std::string& name, const HiddenFlag& flag);
  // A step of each marked process that takes the mark away.
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

// The model without lines of lowered kinds; those whose word is in `as_steps` have become variables and
// rules. Rules, variables and properties of the text keep their positions.
Model lower(Model model, const FaultWords& as_steps,
            std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
