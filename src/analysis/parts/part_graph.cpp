// A union-find without ranks or path compression. Unifying two slots joins their nodes role by role, at
// every place where their types have the same shape. A join of two classes that both contain a variable or
// rule is what prevents a split, so only such joins are kept as notes for the user.
#include "analysis/parts/part_graph.hpp"

#include <algorithm>

namespace quorate {

PartNode PartGraph::add_node(RoleId role, bool atom) {
  nodes_.push_back({role, {}, atom});
  return PartNode(static_cast<std::int64_t>(nodes_.size()) - 1);
}

SlotId PartGraph::add_slot(TypeId id) {
  ProcessSlot slot;
  slot.type = id;
  if (id.valid()) {
    const Type& type = model_.type(id);
    std::vector<TypeId> parts;
    if (type.kind == TypeKind::process) {
      for (const RoleId role : type.roles) slot.processes.emplace_back(role, add_node(role, false));
    } else if (type.kind == TypeKind::set) {
      parts = {type.element};
    } else if (type.kind == TypeKind::array) {
      parts = {type.index, type.element};
    } else if (type.kind == TypeKind::record) {
      for (const Field& field : type.fields) parts.push_back(field.type);
    }
    for (const TypeId part : parts) slot.parts.push_back(add_slot(part));
  }
  slots_.push_back(std::move(slot));
  return SlotId(static_cast<std::int64_t>(slots_.size()) - 1);
}

PartNode PartGraph::find(PartNode node) const {
  while (nodes_[node.index()].parent.valid()) node = nodes_[node.index()].parent;
  return node;
}

void PartGraph::join(PartNode a, PartNode b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  Node& kept = nodes_[a.index()];
  Node& gone = nodes_[b.index()];
  if (kept.atom && gone.atom && !reason_.empty()) joins_.push_back({kept.role, span_, reason_});
  kept.atom = kept.atom || gone.atom;
  gone.parent = a;
}

void PartGraph::unify(SlotId a, SlotId b) {
  const ProcessSlot& x = slot(a);
  const ProcessSlot& y = slot(b);
  for (const auto& [role, node] : x.processes) {
    const PartNode other = node_of(b, role);
    if (other.valid()) join(node, other);
  }
  if (x.parts.size() != y.parts.size()) return;
  for (std::size_t i = 0; i < x.parts.size(); ++i) unify(x.parts[i], y.parts[i]);
}

void PartGraph::unify_leaves(SlotId place, SlotId value) {
  const ProcessSlot& at = slot(place);
  if (!at.type.valid()) return;
  const Type& type = model_.type(at.type);
  if (type.simple()) {
    unify(place, value);
  } else if (type.kind == TypeKind::array) {
    unify_leaves(at.parts[1], value);
  } else {
    for (const SlotId part : at.parts) unify_leaves(part, value);
  }
}

PartNode PartGraph::node_of(SlotId id, RoleId role) const {
  const auto& processes = slot(id).processes;
  const auto found = std::ranges::find(processes, role, [](const auto& entry) { return entry.first; });
  return found == processes.end() ? PartNode() : found->second;
}

void PartGraph::because(std::string reason, Span span) {
  reason_ = std::move(reason);
  span_ = span;
}

}  // namespace quorate
