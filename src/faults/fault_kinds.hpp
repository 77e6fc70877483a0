// The kinds of faults that a text can declare, by a `faults` line (`at most N WORD`), a word of the
// `channels` line, or a line of their own. Crashes and Byzantine processes have parts in every back end
// (fault_model.hpp, fault_conditions.hpp). A *lowered* kind is one file in kinds/ and one line in
// fault_kinds.cpp: it becomes ordinary variables and rules of the Model (lowering.hpp) before anything
// executes, so that no back end knows of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace quorate {

class Lowering;

// One way in which a lowered kind can be a part of the model, and for which properties it is sound.
struct FaultForm {
  std::string_view name;  // as in "`pause` faults are NAME for the property"
  // Why the form would not be sound for the property (null: for model errors only); empty: it is sound.
  std::string (*against)(const Model&, const Property*) = nullptr;
  void (*lower)(Lowering&) = nullptr;  // null: the line is left out, which costs nothing
  bool noted = true;                   // reports name the form where it is used
};

struct DeclarableFault {
  std::string_view word;  // or words; `network` stands for the line of its own
  FaultKind kind = FaultKind::lowered;
  std::vector<FaultForm> forms;  // of lowered kinds; the cheapest first
  bool crashes = false;          // --crash explicit asks for the last form, --crash implicit for one unnoted
  std::string_view plural = {};  // in reports; empty: `WORD` faults
  bool of_channels = false;      // declared by a word of the `channels` line, not by a `faults` line
};

std::span<const DeclarableFault> declarable_faults();
// Null if there is no such word.
const DeclarableFault* find_declarable_fault(std::string_view word);

}  // namespace quorate
