// The roles and types of a decomposed model: where each variable and process went, and the new type of each
// slot.
#pragma once

#include "analysis/parts/decomposition.hpp"
#include "analysis/parts/part_constraints.hpp"

namespace quorate {

class PartTypes {
 public:
  // Makes the roles and the types of `target`, and its origin. A type of the original keeps its position:
  // there it is the type with the first part of each role.
  PartTypes(const Model& model, const PartGraph& graph, const PartConstraints& constraints,
            const std::vector<std::vector<PartNode>>& parts, Decomposition& target);

  TypeId type_of(SlotId slot);
  // The new number of a process (for a set: the new mask) that the slot holds.
  [[nodiscard]] std::int64_t value_of(SlotId slot, std::int64_t value) const;
  struct Home {
    RoleId role;
    std::int32_t index = 0;
  };
  [[nodiscard]] const Home& variable(RoleId role, std::int32_t index) const {
    return homes_[role.index()][static_cast<std::size_t>(index)];
  }
  // The new roles of an original one.
  [[nodiscard]] const std::vector<RoleId>& parts_of(RoleId role) const { return roles_[role.index()]; }
  // The part to which a node belongs; the first one if the node is in none.
  [[nodiscard]] RoleId role_of(RoleId role, PartNode node) const;

 private:
  void make_roles(const PartConstraints& constraints);
  void add_role(RoleId role, std::size_t part, const PartConstraints& constraints);
  void set_interval(Type& type) const;
  [[nodiscard]] bool holds_processes(SlotId slot) const;
  TypeId intern(Type type);
  [[nodiscard]] std::int64_t process(SlotId slot, std::int64_t value) const;

  const Model& model_;
  const PartGraph& graph_;
  const std::vector<std::vector<PartNode>>& parts_;
  Decomposition& target_;
  std::vector<std::vector<RoleId>> roles_;
  std::vector<std::vector<Home>> homes_;
};

}  // namespace quorate
