// Expressions and statements of the reference checker, evaluated by walking the Model's trees. Part of
// tests/differential; knows nothing of steps, channels or searches.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reference_value.hpp"

namespace quorate {

// The choices of one execution. Executing again until advance() is false visits every combination of choices
// once. A choice between several candidates where none is allowed is a model error.
class ReferenceChoices {
 public:
  explicit ReferenceChoices(bool allowed) : allowed_(allowed) {}

  std::size_t choose(std::size_t candidates, const Expr& where);
  bool advance();

 private:
  struct Point {
    std::size_t pick = 0;
    std::size_t candidates = 0;
  };
  bool allowed_;
  std::vector<Point> points_;
  std::size_t next_ = 0;
};

// What a receiver takes from one sender.
struct Offer {
  RefMessage message;
  bool absent = false;
  bool consumes = false;  // the message is taken out of the channel
  bool crashes_sender = false;

  auto operator<=>(const Offer&) const = default;
};
using Received = std::map<std::int64_t, Offer>;  // by sender
// What a rule with several inputs, or several messages of one sender, takes: by input, with senders.
using Taken = std::vector<std::vector<std::pair<std::int64_t, Offer>>>;

// Everything an execution works on. Copied for functions, which have locals of their own.
struct ReferenceRun {
  const Model& model;
  RefState& state;
  ReferenceChoices& choices;
  std::vector<RefValue> locals;
  const Received* received = nullptr;
  std::int64_t self = -1;  // rules only
  const Taken* taken = nullptr;
  const Rule* rule = nullptr;  // of `taken`

  // Messages by recipient: sent as a whole, in the order of sending, and put together field by field (by
  // kind).
  std::multimap<std::int64_t, RefMessage> sent = {};
  std::map<std::pair<std::int64_t, std::int32_t>, RefMessage> assembled = {};
};

RefValue evaluate(ReferenceRun& run, const Expr& expr);
// The value of a condition or operand: undefined is a model error.
std::int64_t evaluate_defined(ReferenceRun& run, const Expr& expr);
bool evaluate_condition(ReferenceRun& run, const Expr& expr);

// The initial values of one variable of one process (all forms but `distinct`).
std::vector<RefValue> initial_values(const Model& model, const Variable& variable);

void execute(ReferenceRun& run, const std::vector<Stmt>& statements);
// Moves what was assembled field by field to what is sent.
void finish_sending(ReferenceRun& run, const Expr& where);

}  // namespace quorate
