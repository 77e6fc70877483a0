// A process is marked by a hidden flag from its first omission on; before it there must be room in every
// line. So the faulty processes need not be chosen in advance: those of a run are the ones that omit
// something in it. Two kinds of rules are added:
//
//   r_omits            rule r of the text, cut off: all that it writes is written, a strict subset of its
//                      messages is sent
//   ignores_KIND       takes a message of the kind, and nothing else happens
//
// Where the number of omitted messages is limited, r_omits_j keeps back exactly j messages and spends j.
//
// Nobody owes such a step. But it is a step of its process: who omits again and again has not stopped
// (Rule::instead_of), or fairness would hide what a faulty process does for ever.
#include "faults/kinds/omission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/message_flow.hpp"
#include "faults/lowering.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

struct Omitting {
  bool to_send = false;
  bool to_receive = false;
};

class OmissionRules {
 public:
  OmissionRules(Lowering& to, Omitting what) : to_(to), model_(to.model()), what_(what) {}

  void make() {
    omits_ = to_.flag("omits", to_.roles());
    for (const RoleId role : to_.roles()) {
      for (const FaultAssumption* const line : to_.lines_of(role)) {
        if (!line->omitted) continue;
        const auto [entry, fresh] = most_.emplace(role, *line->omitted);
        if (!fresh) entry->second = std::min(entry->second, *line->omitted);
      }
    }
    omitted_ = to_.counter("omitted", most_);
    const MessageFlow flow = analyze_message_flow(model_);
    const std::size_t of_the_text = model_.rules.size();
    for (const RoleId role : to_.roles()) {
      if (what_.to_send) {
        for (std::size_t r = 0; r < of_the_text; ++r) {
          const Rule& rule = model_.rules[r];
          if (rule.role == role && !rule.fault && !rule.byzantine && !rule_sends(model_, rule).kinds.empty())
            keep_back(r);
        }
      }
      if (what_.to_receive) ignore(role, flow, of_the_text);
    }
  }

 private:
  void keep_back(std::size_t number) {
    const Rule original = model_.rules[number];
    const auto limit = most_.find(original.role);
    // No step sends more messages than there are processes, or than a step in part can send.
    constexpr std::int64_t most_in_part = 62;
    const std::int64_t most = model_.channels.several ? most_in_part : model_.process_count();
    const std::int64_t last = limit == most_.end() ? 0 : std::min(limit->second, most);
    for (std::int64_t messages = limit == most_.end() ? 0 : 1; messages <= last; ++messages) {
      Rule cut = original;
      const std::string how = messages == 0 ? "_omits" : fmt::format("_omits_{}", messages);
      cut.name = to_.rule(original.name + how, original.role).name;
      cut.cut_off = true;
      cut.withheld = messages;
      befall(cut, {number}, std::max<std::int64_t>(messages, 1));
    }
  }

  // A rule of the role for each kind of message and each role that sends it such messages.
  void ignore(RoleId role, const MessageFlow& flow, std::size_t of_the_text) {
    for (std::size_t s = 0; s < model_.roles.size(); ++s) {
      for (const KindId kind : flow.kinds[s][role.index()]) {
        Rule ignores = to_.rule("ignores_" + model_.message(kind).name, role);
        ignores.receive.kind = ReceiveKind::single;
        ignores.receive.message_kind = kind;
        ignores.receive.sender = LocalId(static_cast<std::int64_t>(ignores.frame.size()));
        ignores.receive.sender_type = model_.roles[s].type;
        ignores.frame.push_back({"q", model_.roles[s].type});
        ignores.exempt = false;
        ignores.ignores = true;
        std::vector<std::size_t> instead_of;
        for (std::size_t r = 0; r < of_the_text; ++r) {
          const Rule& rule = model_.rules[r];
          bool receives = false;
          for (std::size_t i = 0; i < rule.input_count(); ++i)
            receives = receives || rule.input(i).message_kind == kind;
          if (rule.role == role && !rule.fault && receives) instead_of.push_back(r);
        }
        befall(ignores, std::move(instead_of), 1);
      }
    }
  }

  // Makes the rule a step that omits so many messages.
  void befall(Rule& rule, std::vector<std::size_t> instead_of, std::int64_t messages) {
    rule.fault = true;
    rule.owed = false;
    rule.sync_points.clear();
    rule.instead_of = std::move(instead_of);
    may_omit(rule);
    rule.body.push_back(to_.set(omits_, rule, 1));
    if (const auto limit = most_.find(rule.role); limit != most_.end()) {
      const Expr count = to_.own(omitted_, rule);
      to_.require(rule, combined(ExprKind::less, model_.boolean_type,
                                 {count, constant(model_.integer_type, limit->second - messages + 1)}));
      rule.body.push_back(assignment(
          count,
          combined(ExprKind::add, model_.integer_type, {count, constant(model_.integer_type, messages)}),
          rule.span));
    }
    model_.rules.push_back(std::move(rule));
  }

  // The process has omitted before, or all lines that name it have room for one more.
  void may_omit(Rule& rule) {
    Expr room = constant(model_.boolean_type, 1);
    for (const FaultAssumption* const line : to_.lines_of(rule.role))
      room = combined(ExprKind::logical_and, model_.boolean_type,
                      {to_.fewer(omits_, *line, line->count, rule), std::move(room)});
    to_.require(
        rule, combined(ExprKind::logical_or, model_.boolean_type, {to_.own(omits_, rule), std::move(room)}));
  }

  Lowering& to_;
  Model& model_;
  Omitting what_;
  HiddenVariable omits_;
  HiddenVariable omitted_;
  std::map<RoleId, std::int64_t> most_;  // messages that one process of the role may omit
};

void lower_send_omission(Lowering& to) {
  OmissionRules(to, {true, false}).make();
}

void lower_receive_omission(Lowering& to) {
  OmissionRules(to, {false, true}).make();
}

void lower_general_omission(Lowering& to) {
  OmissionRules(to, {true, true}).make();
}

// An omitted message is one that is never received, if a message more in a channel disables nothing.
std::string against_leaving_out_omissions(const Model& model, const Property* property) {
  const bool none = std::ranges::none_of(model.faults, [](const FaultAssumption& line) {
    return is_omission(line.word) && line.count > 0 && line.omitted.value_or(1) > 0;
  });
  if (none) return "";
  if (property != nullptr && property->kind == PropertyKind::no_deadlock)
    return "an omission can cause a deadlock";
  if (property != nullptr && property->kind == PropertyKind::temporal)
    return "an omitted message is never received";
  if (model.channels.fifo) return "in a FIFO channel an omitted message lets later ones through";
  if (model.channels.bound) return "an omitted message leaves room in a channel of bounded size";
  return "";
}

DeclarableFault omission_fault(std::string_view word, void (*lower)(Lowering&)) {
  return {word,
          FaultKind::lowered,
          {{"left out", against_leaving_out_omissions, nullptr, false}, {"steps", nullptr, lower}}};
}

}  // namespace

bool is_omission(std::string_view word) {
  return word == send_omission_word || word == receive_omission_word || word == general_omission_word;
}

std::array<DeclarableFault, 3> omission_faults() {
  return {omission_fault(send_omission_word, lower_send_omission),
          omission_fault(receive_omission_word, lower_receive_omission),
          omission_fault(general_omission_word, lower_general_omission)};
}

}  // namespace quorate
