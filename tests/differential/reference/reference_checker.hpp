// The reference checker, deliberately naive: docs/semantics.md executed word by word on a Model,
// breadth-first, on states that are not packed. The engine must agree with it. Shares nothing with src/system
// and src/search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct ReferenceOptions {
  enum class Traffic { m, grm, rm };
  enum class Crash { implicit_, explicit_, receipt };
  enum class Loss { implicit_, explicit_ };

  Traffic traffic = Traffic::m;
  Crash crash = Crash::implicit_;
  Loss loss = Loss::implicit_;
  std::optional<std::int64_t> capacity;  // instead of the model's own channel bound
  std::size_t max_states = 20'000;
  std::int64_t leader = -1;  // the process that a detector names in the end; -1: none
};

struct ReferenceVerdict {
  bool checked = false;  // temporal properties are not, nor is freedom from deadlock in RM
  bool violated = false;
  std::size_t depth = 0;  // of the nearest violating state
};

// The nearest model error. Its depth is the number of steps of the shortest trace that shows it, the
// failing step included; initial states and invariants fail without a step of their own, while asking
// for the allowed end states counts as one.
struct ReferenceError {
  std::size_t depth = 0;
  std::string message;
  Span span;
  std::optional<std::size_t> property;  // whose predicate failed, if one did
};

// The counts are of all states only if there is neither an error nor `truncated`: then every reachable state
// was expanded, whatever is violated. An error ends the search with the level in which it is found.
struct ReferenceResult {
  std::size_t initial_states = 0;
  std::size_t states = 0;
  std::size_t steps = 0;  // every way to step counts, also if two lead to the same state
  std::size_t deadlocks = 0;
  std::size_t depth = 0;                   // of the farthest state
  std::vector<ReferenceVerdict> verdicts;  // of each property of the Model
  std::optional<ReferenceError> error;
  bool found_full = false;  // a message was sent into a full channel
  bool truncated = false;   // more than max_states
};

ReferenceResult reference_check(const Model& model, const ReferenceOptions& options);

}  // namespace quorate
