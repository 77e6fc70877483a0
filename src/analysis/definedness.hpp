// Which variables and message fields may be undefined at some time, by a fixpoint over the text that
// ignores the order of statements. Where the answer is no, nothing needs to be tested: exported texts are
// shorter and quantifiers may stop early (analysis/failure.hpp).
#pragma once

#include <functional>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// Whether a local name may be undefined.
using LocalDefinedness = std::function<bool(LocalId)>;

class Definedness {
 public:
  // mute[r]: processes of role r can be Byzantine and have no state then.
  Definedness(const Model& model, const std::vector<bool>& mute);

  // Whether the value of a simple expression, or some part of a record or array, may be undefined.
  [[nodiscard]] bool may_be_undefined(const Expr& expression, const LocalDefinedness& local) const;

 private:
  void note_statements(const std::vector<Stmt>& statements, std::vector<bool>& locals);
  void note_statement(const Stmt& statement, std::vector<bool>& locals);
  void note_target(const Expr& target);
  void note_sent(const Stmt& send, const LocalDefinedness& local);

  const Model& model_;
  std::vector<std::vector<bool>> variables_;  // by role
  std::vector<std::vector<bool>> fields_;     // by message kind
  std::vector<bool> monitors_;
  bool changed_ = false;
};

}  // namespace quorate
