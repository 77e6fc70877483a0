// What a Model's text says about the parts of its roles: walks all rules, functions, initial rules,
// monitors and properties, and joins in a PartGraph what must stay in one part. Place in the flow: the
// first half of the decomposition; decomposed_model.cpp reads the slots to rewrite the text.
#pragma once

#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/parts/part_graph.hpp"

namespace quorate {

// The slot of every typed thing in the text, by its address in the Model.
struct SlotTable {
  std::unordered_map<const Expr*, SlotId> expressions;
  std::unordered_map<const Expr*, SlotId> domains;  // quantifiers: an element of the domain
  std::unordered_map<const Stmt*, SlotId>
      statements;  // loop: an element of the domain; send to all: a recipient
  std::unordered_map<const Frame*, std::vector<SlotId>> frames;
  std::vector<std::vector<SlotId>> variables;  // [role][variable]
  std::vector<SlotId> monitors;
  std::vector<std::vector<SlotId>> fields;  // [kind][field]
  std::vector<SlotId> results;              // [function]
};

struct PartSend {
  std::size_t rule = 0;
  RoleId to;
  KindId kind;
  Span span;
};

class PartConstraints {
 public:
  PartConstraints(const Model& model, PartGraph& graph);

  // What a rule reads, writes, receives and sends, and how process values pass through messages.
  void rules();
  // What can access several variables of one process from outside.
  void functions();
  void initial_rules();
  void monitor();
  void properties();

  [[nodiscard]] const SlotTable& slots() const { return slots_; }
  [[nodiscard]] const std::vector<PartSend>& sends() const { return sends_; }
  [[nodiscard]] PartNode variable(RoleId role, std::size_t index) const {
    return variables_[role.index()][index];
  }
  [[nodiscard]] PartNode rule(std::size_t index) const { return rules_[index]; }
  // The part of a role that receives messages of a kind.
  PartNode receivers(KindId kind, RoleId role);

 private:
  struct Place {
    const Frame* frame = nullptr;
    std::size_t rule = 0;
    const Rule* of_rule = nullptr;  // null outside of rules
  };

  void declarations();
  void one_rule(std::size_t index);
  void receive(std::size_t index, const Place& place);
  void send(const Stmt& statement, SlotId recipient, const Place& place);
  // The part of `from` that sends messages of a kind to `to`.
  PartNode senders(KindId kind, RoleId from, RoleId to);
  SlotId sender(const Place& place) const;
  void enter(const Frame& frame);
  [[nodiscard]] SlotId local(const Place& place, LocalId id) const {
    return slots_.frames.at(place.frame)[id.index()];
  }

  SlotId expression(const Expr& e, const Place& place);
  SlotId slot_of(const Expr& e, const std::vector<SlotId>& children, const Place& place);
  SlotId place_slot(const Expr& e, const std::vector<SlotId>& children, const Place& place);
  SlotId quantifier(const Expr& e, const std::vector<SlotId>& children, const Place& place);
  SlotId call(const Expr& e, const std::vector<SlotId>& children);
  SlotId unified(const Expr& e, const std::vector<SlotId>& children, std::size_t from);
  void statements(const std::vector<Stmt>& body, const Place& place);
  void statement(const Stmt& s, const Place& place);
  void formula(const Formula& f, const Place& place);

  const Model& model_;
  PartGraph& graph_;
  SlotTable slots_;
  std::vector<std::vector<PartNode>> variables_;
  std::vector<PartNode> rules_;
  std::vector<PartSend> sends_;
  std::map<std::pair<KindId, RoleId>, PartNode> receivers_;
  std::map<std::tuple<KindId, RoleId, RoleId>, PartNode> senders_;
};

}  // namespace quorate
