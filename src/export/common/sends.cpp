// A step sends at most one message to each process (docs/semantics.md). Where the text shows that a body
// keeps to this, its messages are sent directly. Otherwise they are kept per recipient until the end of the
// body, so that a second message to the same process is an error. The count of sends may overstate (the
// branches of an `if` are added up), which costs scratch variables only.
#include "export/common/sends.hpp"

#include <algorithm>

namespace quorate {

namespace {

template <typename T>
void add_once(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

class Planner {
 public:
  Planner(const Model& model, const Facts& facts)
      : model_(model), facts_(facts), times_(model.roles.size(), 0) {}

  void statements(const std::vector<Stmt>& list, const std::vector<LocalId>& loops) {
    for (const Stmt& s : list) {
      if (s.kind == StmtKind::send) {
        note(type_of_recipients(s), once(s, loops) ? 1 : 2);
      } else if (s.kind == StmtKind::set_outgoing) {
        note(s.target.type, 2);
        add_once(plan_.assembled, s.message_kind);
      }
      std::vector<LocalId> inner = loops;
      if (s.kind == StmtKind::loop) inner.push_back(s.local);
      statements(s.body, inner);
      statements(s.else_body, inner);
    }
  }

  SendPlan finish() {
    for (const RoleId role : plan_.recipients) {
      if (times_[role.index()] > 1) plan_.deferred.push_back(role);
    }
    return plan_;
  }

 private:
  // Whether the statement sends at most one message to each process: it is in no loop, or sends to the
  // element of its only loop.
  static bool once(const Stmt& s, const std::vector<LocalId>& loops) {
    if (loops.empty()) return true;
    return loops.size() == 1 && s.recipients == Recipients::one && s.recipient.kind == ExprKind::local &&
           s.recipient.local == loops[0];
  }

  [[nodiscard]] TypeId type_of_recipients(const Stmt& s) const {
    if (s.recipients == Recipients::all) return s.recipient_type;
    if (s.recipients == Recipients::set) return model_.type(s.recipient.type).element;
    return s.recipient.type;
  }

  void note(TypeId type, int times) {
    for (const RoleId role : facts_.live_roles(type)) {
      add_once(plan_.recipients, role);
      times_[role.index()] += times;
    }
  }

  const Model& model_;
  const Facts& facts_;
  SendPlan plan_;
  std::vector<int> times_;
};

}  // namespace

SendPlan plan_sends(const Model& model, const Facts& facts, const std::vector<Stmt>& body) {
  Planner planner(model, facts);
  planner.statements(body, {});
  return planner.finish();
}

}  // namespace quorate
