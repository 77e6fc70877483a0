// Whether evaluating an expression can be a model error: a conservative answer from the text. Quantifiers
// over processes evaluate every element, so that an error does not depend on the processes' numbers; where
// no error is possible they may stop at the first element that decides. Knows the Model only.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/definedness.hpp"
#include "model/model.hpp"

namespace quorate {

// Whether a quantifier ranges over processes: a role, a group or a set of processes.
bool ranges_over_processes(const Model& model, const Expr& quantifier);

class FailureAnalysis {
 public:
  // Facts about a name that the expression does not bind itself.
  struct LocalFacts {
    bool defined = false;
    bool fits = false;  // its value is one of its type; a `let` and a function's parameter may break that
    bool in_quorum = false;                  // one of the senders of the consumed messages
    std::optional<std::int64_t> value = {};  // where it is known
  };
  struct Context {
    std::function<LocalFacts(LocalId)> local;
    std::function<bool(const Expr&)> is_quorum;  // the set of the senders of the consumed messages
  };

  FailureAnalysis(const Model& model, const Definedness& definedness, Context context)
      : model_(model), definedness_(definedness), context_(std::move(context)) {}

  // The evaluation is no model error, and the value is defined.
  bool cannot_fail(const Expr& e) { return defined(e); }
  // The body and filter of a quantifier are no model error for any element.
  bool elements_cannot_fail(const Expr& quantifier);

 private:
  bool evaluates(const Expr& e);  // without error; the value may be undefined
  bool defined(const Expr& e);    // without error, to a defined value
  bool all_defined(const Expr& e);
  bool place_evaluates(const Expr& e);
  bool message_evaluates(const Expr& e);
  bool logic_evaluates(const Expr& e);
  bool quantifier_evaluates(const Expr& e);
  bool call_evaluates(const Expr& e);
  bool let_evaluates(const Expr& e);
  [[nodiscard]] bool may_be_undefined(const Expr& e) const;
  bool fits(const Expr& e, TypeId type);  // defined, and a value of the type
  [[nodiscard]] bool in_type(const Expr& e, TypeId type) const;
  [[nodiscard]] bool small(const Expr& e) const;
  [[nodiscard]] bool contains(TypeId type, TypeId part) const;
  [[nodiscard]] bool known_defined(const Expr& place) const;
  void learn(const Expr& condition, bool truth);
  [[nodiscard]] LocalFacts local(LocalId id) const;
  // The result of `check` when the condition is known to have this truth value.
  template <typename Check>
  bool knowing(const Expr& condition, bool truth, const Check& check);
  template <typename Check>
  bool binding(LocalId id, LocalFacts facts, const Check& check);

  const Model& model_;
  const Definedness& definedness_;
  Context context_;
  std::map<LocalId, LocalFacts> bound_;
  std::vector<const Expr*> known_;  // simple places that were tested to be defined
};

}  // namespace quorate
