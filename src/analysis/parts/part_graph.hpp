// Which variables and rules of a role belong to one part: a union-find over the role's variables, its rules
// and every place that can hold one of its processes. Used by the decomposition only; knows types, not
// rules or expressions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace quorate {

using PartNode = StrongId<struct PartNodeTag>;
using SlotId = StrongId<struct SlotTag>;

// The process values inside one place, in the shape of the place's type. A value of a group's type has a node
// for each of the group's roles: it may be a process of one part of each.
struct ProcessSlot {
  TypeId type;
  std::vector<std::pair<RoleId, PartNode>> processes;  // a process type
  std::vector<SlotId> parts;                           // set: element; array: index, element; record: fields
};

// Two parts of a role that were joined, and why.
struct PartJoin {
  RoleId role;
  Span span;
  std::string reason;
};

class PartGraph {
 public:
  explicit PartGraph(const Model& model) : model_(model) {}

  // An atom is a variable or a rule. Parts are sets of atoms.
  PartNode add_node(RoleId role, bool atom);
  SlotId add_slot(TypeId type);
  [[nodiscard]] const ProcessSlot& slot(SlotId id) const { return slots_[id.index()]; }
  [[nodiscard]] PartNode find(PartNode node) const;

  void join(PartNode a, PartNode b);
  // Values pass between the two places, or are compared.
  void unify(SlotId a, SlotId b);
  // Every scalar (or set) in `place` can take the simple value.
  void unify_leaves(SlotId place, SlotId value);
  // The node for this role in a process slot; invalid if the slot holds no such processes.
  [[nodiscard]] PartNode node_of(SlotId slot, RoleId role) const;

  // The reason of the joins that follow; if it is empty, they are not kept.
  void because(std::string reason, Span span);
  [[nodiscard]] const std::vector<PartJoin>& joins() const { return joins_; }

 private:
  struct Node {
    RoleId role;
    PartNode parent;  // invalid: a root
    bool atom = false;
  };

  const Model& model_;
  std::vector<Node> nodes_;
  std::vector<ProcessSlot> slots_;
  std::vector<PartJoin> joins_;
  std::string reason_;
  Span span_;
};

}  // namespace quorate
