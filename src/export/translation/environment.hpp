// What the names of an expression stand for while it is translated: a text of the target language, or another
// expression (function arguments and `let` are substituted, since expressions have no effects).
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "export/common/text.hpp"
#include "model/model.hpp"

namespace quorate {

struct Environment;

struct Binding {
  Text text;
  TypeId type;  // may be narrower than declared: one role of a group
  bool may_be_undefined = false;
  const Expr* closure = nullptr;  // if set, the name stands for this expression in that scope
  std::shared_ptr<const Environment> scope;
};

// The value of an `any`, argmax or argmin of a body: a parameter of the rule, or one for each turn of the
// loops around it.
struct ChosenValue {
  const Stmt* statement = nullptr;  // the one that contains the choice
  bool free = false;                // every value may be chosen
  std::vector<Text> texts;
  std::vector<Expr> path;  // what must hold for the choice to be made
};

struct Environment {
  std::vector<Binding> locals;   // by LocalId
  const Frame* frame = nullptr;  // their names; none for those that the translation adds

  RoleId self_role;  // the process that executes the rule
  Text self;

  // The consumed message of a rule with a single receive, or of the senders of a quorum rule: `message` is
  // the code (the array of codes by sender, in targets that keep one); `messages` has the codes by sender in
  // targets where senders are constants.
  Text message;
  Text absent;
  std::map<std::int64_t, Text> messages;
  std::map<std::int64_t, Text> absences;

  std::map<const Expr*, ChosenValue> choices;
  std::size_t turn = 0;  // of the loops around a statement, in targets that unroll them

  [[nodiscard]] std::string name_of(LocalId local, const std::string& otherwise) const {
    if (frame == nullptr || local.index() >= frame->size()) return otherwise;
    return (*frame)[local.index()].name;
  }

  void bind(LocalId local, Binding binding) {
    if (local.index() >= locals.size()) locals.resize(local.index() + 1);
    locals[local.index()] = std::move(binding);
  }
};

}  // namespace quorate
