// The kinds of faults that a text can declare: `at most N WORD`, for every word of the list. Crashes and
// Byzantine processes have parts in every back end (fault_model.hpp, fault_conditions.hpp). A *lowered* kind
// is one file in this folder and one line in fault_kinds.cpp: it becomes ordinary variables and rules of the
// Model (lowering.hpp) before anything executes, so that no back end knows of it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace quorate {

class Lowering;

struct DeclarableFault {
  std::string_view word;
  FaultKind kind = FaultKind::lowered;
  // For lowered kinds. Why the line cannot be left out for the property (null: for model errors only), and
  // why its steps would not be sound; empty: it can, or they are.
  std::string (*against_leaving_out)(const Model&, const Property*) = nullptr;
  std::string (*against_steps)(const Model&, const Property*) = nullptr;
  void (*lower)(Lowering&) = nullptr;
};

std::span<const DeclarableFault> declarable_faults();
// Null if there is no such word.
const DeclarableFault* find_declarable_fault(std::string_view word);

}  // namespace quorate
