// A symmetric Byzantine process sends what it likes, but the same to all: for each kind, and for each value
// of the fields after `same for`, there is one message of it that anybody ever receives. The first receipt
// chooses it, and later ones are offered no other. Without this memory "the same to all, as often as it
// likes" would be no restriction: asynchronous receivers need not take everything.
//
// What was chosen is remembered by those who have received it, in flags for each message, "I have had this
// from it". A rule is possible only if nobody has had another message with the same values of those fields.
// So each rule writes variables of its own process only. Flags only rise, and only ever forbid.
//
// Rejected: one variable at the sender, which would have fewer states, but which every receiver would write;
// and a choice at the start, with many initial states.
#include "faults/kinds/commitments.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "faults/declared_faults.hpp"
#include "faults/hidden_variables.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

// The flags for messages of one kind from processes of one role.
struct Flags {
  KindId kind;
  RoleId from;
  std::map<RoleId, std::int32_t> position;  // of those who receive it
};

class SymmetricLowering {
 public:
  explicit SymmetricLowering(Model& model) : model_(model) {}

  void run() {
    std::set<RoleId> symmetric;
    for (FaultAssumption& line : model_.faults) {
      if (line.symmetric) symmetric.insert(line.roles.begin(), line.roles.end());
      line.symmetric = false;
    }
    for (std::size_t k = 0; k < model_.messages.size(); ++k) {
      const KindId kind(static_cast<std::int64_t>(k));
      if (model_.messages[k].same_for.size() == model_.messages[k].fields.size()) continue;
      for (const RoleId role : symmetric) declare_flags(kind, role);
    }
    for (Rule& rule : model_.rules) lower_rule(rule);
    for (MessageKind& kind : model_.messages) kind.same_for.clear();
  }

 private:
  [[nodiscard]] bool receives(const Rule& rule, KindId kind, RoleId from) const {
    if (rule.receive.kind == ReceiveKind::none || rule.receive.message_kind != kind) return false;
    const auto& roles = model_.type(rule.receive.sender_type).roles;
    return std::ranges::find(roles, from) != roles.end();
  }

  void declare_flags(KindId id, RoleId from) {
    Flags flags{id, from, {}};
    const MessageKind& kind = model_.message(id);
    TypeId type = model_.boolean_type;
    for (auto field = kind.fields.rbegin(); field != kind.fields.rend(); ++field)
      type = add_array_type(model_, field->type, type);
    type = add_array_type(model_, model_.role(from).type, type);
    for (const Rule& rule : model_.rules) {
      if (!receives(rule, id, from) || flags.position.contains(rule.role)) continue;
      const std::int32_t position =
          add_hidden_variable(model_, rule.role, "heard_" + kind.name, type, kind.span);
      model_.roles[rule.role.index()].variables.back().commitment = true;
      flags.position[rule.role] = position;
    }
    if (!flags.position.empty()) all_.push_back(std::move(flags));
  }

  Expr truth(ExprKind kind, std::vector<Expr> children, Span span) const {
    return combined(kind, model_.boolean_type, std::move(children), span);
  }

  // Whether the process has had this message from the sender.
  [[nodiscard]] Expr flag(const Flags& flags, RoleId role, Expr process, Expr sender,
                          const std::vector<Expr>& fields) const {
    const Span span = process.span;
    const std::int32_t position = flags.position.at(role);
    Expr place =
        combined(ExprKind::variable, model_.role(role).variables[static_cast<std::size_t>(position)].type,
                 {std::move(process)}, span);
    place.role = role;
    place.index = position;
    const auto at = [&](Expr index) {
      const TypeId element = model_.type(place.type).element;
      place = combined(ExprKind::element, element, {std::move(place), std::move(index)}, span);
    };
    at(std::move(sender));
    for (const Expr& field : fields) at(field);
    return place;
  }

  Expr for_all(LocalId local, TypeId domain, Expr body, Span span) const {
    Expr all = combined(ExprKind::quantifier, model_.boolean_type,
                        {std::move(body), constant(model_.boolean_type, 1, span)}, span);
    all.quantifier = Quantifier::all;
    all.local = local;
    all.domain_type = domain;
    return all;
  }

  static LocalId bind(Frame& frame, const std::string& name, TypeId type) {
    frame.push_back({name, type});
    return LocalId(static_cast<std::int64_t>(frame.size()) - 1);
  }

  // Nobody has had another message from the sender with the same values of the fields after `same for`.
  Expr agrees(const Flags& flags, const Expr& sender, const std::vector<Expr>& fields, Rule& rule) const {
    const MessageKind& kind = model_.message(flags.kind);
    const Span span = rule.name_span;
    std::vector<Expr> other = fields;
    std::vector<LocalId> chosen;
    std::optional<Expr> same;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      if (std::ranges::find(kind.same_for, static_cast<std::int32_t>(f)) != kind.same_for.end()) continue;
      const LocalId value = bind(rule.frame, "sent", kind.fields[f].type);
      other[f] = local_value(value, kind.fields[f].type, span);
      chosen.push_back(value);
      Expr equal = truth(ExprKind::equal, {other[f], fields[f]}, span);
      same =
          same ? truth(ExprKind::logical_and, {std::move(*same), std::move(equal)}, span) : std::move(equal);
    }
    std::optional<Expr> all;
    for (const auto& [role, position] : flags.position) {
      const TypeId type = model_.role(role).type;
      const LocalId receiver = bind(rule.frame, "receiver", type);
      Expr had = flag(flags, role, local_value(receiver, type, span), sender, other);
      Expr body =
          truth(ExprKind::logical_or, {*same, truth(ExprKind::logical_not, {std::move(had)}, span)}, span);
      for (const LocalId value : chosen)
        body = for_all(value, rule.frame[value.index()].type, std::move(body), span);
      body = for_all(receiver, type, std::move(body), span);
      all = all ? truth(ExprKind::logical_and, {std::move(*all), std::move(body)}, span) : std::move(body);
    }
    return *all;
  }

  [[nodiscard]] Expr is_byzantine(RoleId role, const Expr& process) const {
    Expr status = combined(ExprKind::status, model_.status_type, {process}, process.span);
    status.role = role;
    return truth(ExprKind::equal,
                 {std::move(status),
                  constant(model_.status_type, static_cast<std::int64_t>(Status::byzantine), process.span)},
                 process.span);
  }

  [[nodiscard]] std::vector<Expr> message_of(const Rule& rule, const std::vector<Expr>& from) const {
    std::vector<Expr> fields;
    const MessageKind& kind = model_.message(rule.receive.message_kind);
    for (std::size_t f = 0; f < kind.fields.size(); ++f) {
      Expr field = combined(ExprKind::message_field, kind.fields[f].type, from, rule.name_span);
      field.message_kind = rule.receive.message_kind;
      field.index = static_cast<std::int32_t>(f);
      fields.push_back(std::move(field));
    }
    return fields;
  }

  void lower_rule(Rule& rule) {
    for (const Flags& flags : all_) {
      if (receives(rule, flags.kind, flags.from)) lower_receipt(rule, flags);
    }
  }

  // For each process q of the role: if it is the sender, or one of them, and Byzantine, then its message
  // agrees with what it has sent before, and is remembered.
  void lower_receipt(Rule& rule, const Flags& flags) {
    const Span span = rule.name_span;
    const bool quorum = rule.receive.kind == ReceiveKind::quorum;
    const TypeId type = model_.role(flags.from).type;
    const Expr senders = local_value(rule.receive.sender, rule.frame[rule.receive.sender.index()].type, span);
    const auto sends = [&](const Expr& q) {
      Expr among =
          quorum ? truth(ExprKind::member, {q, senders}, span) : truth(ExprKind::equal, {q, senders}, span);
      return truth(ExprKind::logical_and, {std::move(among), is_byzantine(flags.from, q)}, span);
    };
    const auto fields_from = [&](const Expr& q) {
      return message_of(rule, quorum ? std::vector<Expr>{q} : std::vector<Expr>{});
    };
    const LocalId tested = bind(rule.frame, "q", type);
    const Expr it = local_value(tested, type, span);
    Expr agreed = truth(ExprKind::implies, {sends(it), agrees(flags, it, fields_from(it), rule)}, span);
    Expr condition = for_all(tested, type, std::move(agreed), span);
    rule.guard = truth(ExprKind::logical_and, {std::move(condition), std::move(rule.guard)}, span);

    Stmt loop;
    loop.kind = StmtKind::loop;
    loop.span = span;
    loop.local = bind(rule.frame, "q", type);
    loop.domain_type = type;
    const Expr turn = local_value(loop.local, type, span);
    Stmt remember;
    remember.kind = StmtKind::branch;
    remember.span = span;
    remember.value = sends(turn);
    const Expr self = local_value(rule.self, model_.role(rule.role).type, span);
    remember.body.push_back(assignment(flag(flags, rule.role, self, turn, fields_from(turn)),
                                       constant(model_.boolean_type, 1, span), span));
    loop.body.push_back(std::move(remember));
    rule.body.insert(rule.body.begin(), std::move(loop));
    for (std::size_t& point : rule.sync_points) ++point;
  }

  Model& model_;
  std::vector<Flags> all_;
};

}  // namespace

bool declares_symmetric(const Model& model) {
  return std::ranges::any_of(model.faults, &FaultAssumption::symmetric);
}

Model lower_symmetric(Model model) {
  if (declares_symmetric(model)) {
    SymmetricLowering(model).run();
  } else {
    for (MessageKind& kind : model.messages) kind.same_for.clear();
  }
  return model;
}

}  // namespace quorate
