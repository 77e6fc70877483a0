// Turns are independent if any two of them can be swapped. [Bokor et al. 2009] asks for the simplest
// sufficient condition: what one turn writes, no other turn reads or writes. Each place that a turn reads
// or writes is a path from a variable through indices and fields; two turns are apart where both paths have
// the loop's own element at the same position. (That both mention the element is not enough: m[k][x] and
// m[x][k] of two turns may be the same.)
//
// Three forms of common writes are allowed beyond that, since models need them: all turns write the same
// value; all turns join elements to a set (or remove some, or intersect); all turns count in one direction.
// What is counted or joined must not be read otherwise.
//
// Sending needs no rule where a second message to a process is a model error in any order, since nothing
// reads what was sent. With several messages a step the order of sending shows in FIFO channels, and in lossy
// bounded ones, which lose what comes last: there each turn may send to its own element only. A message
// assembled field by field is a place like others, found by its recipient. Of choices (`any`) the search
// tries all. A model error in one turn ends the step; as no turn depends on another one, there is an error in
// every order or in none.
#include "analysis/symmetry/turn_conflicts.hpp"

#include <fmt/format.h>

#include "analysis/symmetry/turn_accesses.hpp"
#include "analysis/walk.hpp"

namespace quorate {

namespace {

std::string name_of(const Model& model, const Access& access) {
  const auto index = static_cast<std::size_t>(access.index);
  switch (access.root) {
    case Access::Root::variable:
      return fmt::format("`{}`", model.role(access.role).variables[index].name);
    case Access::Root::status:
      return "`status`";
    case Access::Root::monitor_variable:
      return fmt::format("`{}`", model.monitor.variables[index].name);
    case Access::Root::outgoing:
      break;
  }
  const MessageKind& kind = model.message(KindId(access.index));
  return fmt::format("`{}` of one message", kind.fields[static_cast<std::size_t>(access.path[1].value)].name);
}

// Undefining, or assigning a constant or `undefined`.
bool writes_constant(const Stmt& s) {
  return s.kind == StmtKind::undefine || s.kind == StmtKind::undefine_role ||
         s.value.kind == ExprKind::constant || s.value.kind == ExprKind::undefined;
}

bool writes_undefined(const Stmt& s) {
  return s.kind == StmtKind::undefine || s.kind == StmtKind::undefine_role ||
         s.value.kind == ExprKind::undefined;
}

class Conflicts {
 public:
  Conflicts(const Model& model, const Stmt& loop)
      : model_(model), loop_(loop), turn_(turn_accesses(model, loop)) {}

  std::vector<TurnConflict> all() {
    for (std::size_t i = 0; i < turn_.writes.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) between_writes(turn_.writes[j], turn_.writes[i]);
    }
    if (sending_order_shows()) sends();
    for (const Access& read : turn_.reads) {
      for (const Access& write : turn_.writes) {
        if (apart_in_different_turns(read, write)) continue;
        found_.push_back(
            {read.span, fmt::format("write {}, which later iterations read", name_of(model_, write))});
        break;
      }
    }
    return std::move(found_);
  }

 private:
  void between_writes(const Access& a, const Access& b) {
    if (apart_in_different_turns(a, b) || harmless(*a.statement, *b.statement)) return;
    const Span span = b.statement->kind == StmtKind::assign ? b.span : b.statement->span;
    found_.push_back({span, fmt::format("all write {}, and the last one wins", name_of(model_, b))});
  }

  [[nodiscard]] bool harmless(const Stmt& a, const Stmt& b) const {
    const Accumulation first = accumulation_of(a);
    const Accumulation second = accumulation_of(b);
    if (first.base != nullptr && second.base != nullptr) return first.op == second.op;
    if (first.base != nullptr || second.base != nullptr) return false;
    if (&a == &b) return writes_constant(a) || same_in_every_turn(a.value);
    if (writes_undefined(a) || writes_undefined(b)) return writes_undefined(a) && writes_undefined(b);
    return writes_constant(a) && writes_constant(b) && a.value.type == b.value.type &&
           a.value.value == b.value.value;
  }

  // Whether nothing in it depends on the turn; the variables that it reads are tested with the other reads.
  [[nodiscard]] bool same_in_every_turn(const Expr& e) const {
    if (e.kind == ExprKind::local && turn_.bound.contains(e.local)) return false;
    // A choice is made anew in every turn, in a function too.
    if (e.kind == ExprKind::call) return false;
    if (e.kind == ExprKind::quantifier &&
        (e.quantifier == Quantifier::any || e.quantifier == Quantifier::argmax ||
         e.quantifier == Quantifier::argmin)) {
      return false;
    }
    for (const Expr& child : e.children) {
      if (!same_in_every_turn(child)) return false;
    }
    return true;
  }

  [[nodiscard]] bool sending_order_shows() const {
    const Channels& channels = model_.channels;
    return channels.several && (channels.fifo || channels.replacing || (channels.lossy && channels.bound));
  }

  void sends() {
    visit_statements(loop_.body, [&](const Stmt& s) {
      if (s.kind != StmtKind::send) return;
      const bool own = s.recipients == Recipients::one && s.recipient.kind == ExprKind::local &&
                       s.recipient.local == loop_.local;
      if (!own) found_.push_back({s.span, "send to one process, which may see the order"});
    });
  }

  const Model& model_;
  const Stmt& loop_;
  TurnAccesses turn_;
  std::vector<TurnConflict> found_;
};

}  // namespace

std::vector<TurnConflict> turn_conflicts(const Model& model, const Stmt& loop) {
  return Conflicts(model, loop).all();
}

}  // namespace quorate
