// One process more, the network, whose hidden variables say which links are cut:
//
//   cut        for two roles (or one) an array of arrays: the link between these processes is cut. In the
//              array of a single role a link stands twice, so that permuting processes needs no smaller
//              number
//   cuts       how many links are cut at once, where that is limited
//   divided    a partition is there
//   partitions how many there were, where that is limited and they heal
//
// Its rules cut and heal links. Every `send` of the text sends to the set of those recipients to whom the
// link is not cut, so that no back end has to know of links. Rejected: a variable of both processes, since a
// step then would write variables of a process that does not take it.
//
// Only bodies read the links, never guards, and a cut link only takes messages away. The exploration of
// single processes (reduction/dead_messages) sees all links whole and so meets all messages.
#include "faults/kinds/network.hpp"

#include <algorithm>
#include <map>

#include "faults/hidden_variables.hpp"
#include "faults/lowering.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

class NetworkRules {
 public:
  explicit NetworkRules(Lowering& to) : to_(to), model_(to.model()), line_(to.lines().front()) {}

  void make() {
    for (const RoleId role : to_.roles()) {
      if (model_.role(role).count > 0) roles_.push_back(role);
    }
    if (line_.count == 0) return;
    declare_process();
    for (std::size_t i = 0; i < roles_.size(); ++i) {
      for (std::size_t k = i; k < roles_.size(); ++k) {
        if (i != k || model_.role(roles_[i]).count > 1) declare_links(roles_[i], roles_[k]);
      }
    }
    for (Rule& rule : model_.rules) {
      if (std::ranges::find(roles_, rule.role) != roles_.end()) send_over_links(rule, rule.body);
    }
    if (line_.network.total) {
      add_partitions();
    } else {
      add_cuts();
    }
  }

 private:
  using Pair = std::pair<RoleId, RoleId>;

  void declare_process() {
    Role role;
    role.name = "network";
    while (std::ranges::find(model_.roles, role.name, &Role::name) != model_.roles.end()) role.name += '_';
    role.type_name = role.name;
    role.count = 1;
    role.first = ProcessId(model_.process_count());
    role.span = line_.span;
    network_ = RoleId(static_cast<std::int64_t>(model_.roles.size()));
    Type type;
    type.kind = TypeKind::process;
    type.name = role.name;
    type.low = type.high = role.first.value;
    type.roles = {network_};
    role.type = add(std::move(type));
    model_.roles.push_back(std::move(role));
  }

  TypeId add(Type type) {
    model_.types.push_back(std::move(type));
    return TypeId(static_cast<std::int64_t>(model_.types.size()) - 1);
  }

  std::int32_t declare(const std::string& name, TypeId type) {
    return add_hidden_variable(model_, network_, name, type, line_.span);
  }

  std::int32_t declare_counter(const std::string& name) {
    Type range;
    range.kind = TypeKind::range;
    range.high = line_.count;
    return declare(name, add(std::move(range)));
  }

  void declare_links(RoleId one, RoleId other) {
    const TypeId row = add_array_type(model_, model_.role(other).type, model_.boolean_type);
    links_[{one, other}] = declare("cut", add_array_type(model_, model_.role(one).type, row));
  }

  [[nodiscard]] Expr variable(std::int32_t position) const {
    const Role& role = model_.role(network_);
    Expr e = combined(ExprKind::variable, role.variables[static_cast<std::size_t>(position)].type,
                      {constant(role.type, role.first.value)});
    e.role = network_;
    e.index = position;
    return e;
  }

  // Whether the link between two processes of single roles is cut: a place.
  [[nodiscard]] Expr link(RoleId one, Expr a, RoleId other, Expr b) const {
    if (!links_.contains({one, other})) return link(other, std::move(b), one, std::move(a));
    Expr all = variable(links_.at({one, other}));
    const TypeId row = model_.type(all.type).element;
    return combined(ExprKind::element, model_.boolean_type,
                    {combined(ExprKind::element, row, {std::move(all), std::move(a)}), std::move(b)});
  }

  // Whether the link from the rule's process to the process of any type is cut.
  Expr is_cut(Rule& rule, const Expr& to) {
    const Expr self = local_value(rule.self, model_.role(rule.role).type);
    const auto& roles = model_.type(to.type).roles;
    Expr result = constant(model_.boolean_type, 0);
    for (const RoleId role : roles) {
      if (!links_.contains(std::minmax(rule.role, role))) continue;
      Expr here;
      if (roles.size() == 1) {
        here = link(rule.role, self, role, to);
      } else {
        const TypeId type = model_.role(role).type;
        const LocalId member = bind(rule, "r", type);
        here = combined(
            ExprKind::quantifier, model_.boolean_type,
            {combined(ExprKind::logical_and, model_.boolean_type,
                      {combined(ExprKind::equal, model_.boolean_type, {local_value(member, type), to}),
                       link(rule.role, self, role, local_value(member, type))}),
             constant(model_.boolean_type, 1)});
        here.quantifier = Quantifier::exists;
        here.local = member;
        here.domain_type = type;
      }
      result = combined(ExprKind::logical_or, model_.boolean_type, {std::move(here), std::move(result)});
    }
    return result;
  }

  static LocalId bind(Rule& rule, const std::string& name, TypeId type) {
    rule.frame.push_back({name, type});
    return LocalId(static_cast<std::int64_t>(rule.frame.size()) - 1);
  }

  void send_over_links(Rule& rule, std::vector<Stmt>& body) {
    for (Stmt& statement : body) {
      send_over_links(rule, statement.body);
      send_over_links(rule, statement.else_body);
      if (statement.kind == StmtKind::send) filter(rule, statement);
      if (statement.kind == StmtKind::set_outgoing) assemble_if_whole(rule, statement);
    }
  }

  // Verdicts do without this (against_cuts), since the field's value is not evaluated where the link is cut.
  void assemble_if_whole(Rule& rule, Stmt& statement) {
    Stmt branch;
    branch.kind = StmtKind::branch;
    branch.span = statement.span;
    branch.value = combined(ExprKind::logical_not, model_.boolean_type, {is_cut(rule, statement.target)});
    branch.body.push_back(std::move(statement));
    statement = std::move(branch);
  }

  // The recipients become the set of those to whom the link is whole; the message's fields are evaluated as
  // before.
  void filter(Rule& rule, Stmt& send) {
    TypeId element = send.recipient_type;
    if (send.recipients == Recipients::one) element = send.recipient.type;
    if (send.recipients == Recipients::set) element = model_.type(send.recipient.type).element;
    const bool linked = std::ranges::any_of(model_.type(element).roles, [&](RoleId role) {
      return std::ranges::find(roles_, role) != roles_.end();
    });
    if (!linked) return;
    const TypeId set = set_of_type(element);
    const LocalId local = bind(rule, "r", element);
    const Expr member = local_value(local, element, send.span);
    Expr reached = combined(ExprKind::logical_not, model_.boolean_type, {is_cut(rule, member)});
    if (send.recipients == Recipients::all && !model_.channels.loopback) {
      const Expr self = local_value(rule.self, model_.role(rule.role).type);
      reached =
          combined(ExprKind::logical_and, model_.boolean_type,
                   {combined(ExprKind::not_equal, model_.boolean_type, {member, self}), std::move(reached)});
    }
    Expr recipients = combined(ExprKind::quantifier, set,
                               {std::move(reached), constant(model_.boolean_type, 1)}, send.span);
    recipients.quantifier = Quantifier::comprehension;
    recipients.local = local;
    recipients.domain_type = element;
    if (send.recipients == Recipients::one) {
      recipients.has_domain_set = true;
      recipients.children.push_back(
          combined(ExprKind::set_literal, set, {std::move(send.recipient)}, send.span));
    } else if (send.recipients == Recipients::set) {
      recipients.has_domain_set = true;
      recipients.children.push_back(std::move(send.recipient));
    }
    send.recipients = Recipients::set;
    send.recipient = std::move(recipients);
  }

  TypeId set_of_type(TypeId element) {
    const auto found = std::ranges::find_if(model_.types, [&](const Type& type) {
      return type.kind == TypeKind::set && type.element == element && type.name.empty();
    });
    if (found != model_.types.end()) return TypeId(found - model_.types.begin());
    Type set;
    set.kind = TypeKind::set;
    set.high = (std::int64_t{1} << model_.type(element).size()) - 1;
    set.element = element;
    return add(std::move(set));
  }

  [[nodiscard]] Stmt assign(Expr place, Expr value) const {
    value.type = place.type;
    return assignment(std::move(place), std::move(value), line_.span);
  }

  [[nodiscard]] Expr truth(bool value) const { return constant(model_.boolean_type, value ? 1 : 0); }

  // The rules that break links and those that heal them, with the duties that the line gives them.
  [[nodiscard]] Rule breaking(const std::string& name) const {
    Rule rule = to_.rule(name, network_);
    rule.finitely = line_.network.healing != Healing::at_will;
    return rule;
  }

  [[nodiscard]] Rule healing() const {
    Rule rule = to_.rule("heal", network_);
    rule.owed = line_.network.healing == Healing::owed;
    return rule;
  }

  [[nodiscard]] bool heals() const { return line_.network.healing != Healing::never; }

  // A link between two roles, cut or healed; two transitions for a link inside of a role.
  Rule of_link(Rule rule, const Pair& roles, bool cut) {
    const TypeId type = model_.role(roles.first).type;
    const TypeId other_type = model_.role(roles.second).type;
    const LocalId one = bind(rule, "x", type);
    const LocalId other = bind(rule, "y", other_type);
    rule.parameters = {{one, type}, {other, other_type}};
    const Expr a = local_value(one, type);
    const Expr b = local_value(other, other_type);
    const Expr place = link(roles.first, a, roles.second, b);
    to_.require(rule, cut ? combined(ExprKind::logical_not, model_.boolean_type, {place}) : place);
    const bool within = roles.first == roles.second;
    if (within) to_.require(rule, combined(ExprKind::not_equal, model_.boolean_type, {a, b}));
    rule.body.push_back(assign(place, truth(cut)));
    if (within) rule.body.push_back(assign(link(roles.first, b, roles.second, a), truth(cut)));
    return rule;
  }

  void add_cuts() {
    const std::int32_t count = line_.network.limited ? declare_counter("cuts") : -1;
    const auto step_counter = [&](Rule& rule, ExprKind how) {
      if (count < 0) return;
      rule.body.push_back(
          assignment(variable(count),
                     combined(how, model_.integer_type, {variable(count), constant(model_.integer_type, 1)}),
                     line_.span));
    };
    for (const auto& [roles, position] : links_) {
      Rule cut = of_link(breaking("cut"), roles, true);
      if (count >= 0)
        to_.require(cut, combined(ExprKind::less, model_.boolean_type,
                                  {variable(count), constant(model_.integer_type, line_.count)}));
      step_counter(cut, ExprKind::add);
      model_.rules.push_back(std::move(cut));
      if (!heals()) continue;
      Rule heal = of_link(healing(), roles, false);
      step_counter(heal, ExprKind::subtract);
      model_.rules.push_back(std::move(heal));
    }
  }

  // Calls visit(role, process, other role, other process) for each link, in both directions within a role.
  template <typename Visit>
  void for_links(const Visit& visit) const {
    for (const auto& [roles, position] : links_) {
      const Role& one = model_.role(roles.first);
      const Role& other = model_.role(roles.second);
      for (std::int64_t p = one.first.value; p < one.first.value + one.count; ++p) {
        for (std::int64_t q = other.first.value; q < other.first.value + other.count; ++q) {
          if (p != q) visit(roles.first, p, roles.second, q);
        }
      }
    }
  }

  [[nodiscard]] Expr link(RoleId one, std::int64_t p, RoleId other, std::int64_t q) const {
    return link(one, constant(model_.role(one).type, p, line_.span), other,
                constant(model_.role(other).type, q, line_.span));
  }

  // A parameter for each process but the first says on which side it is; the first is on the side `false`.
  void add_partitions() {
    const std::int32_t divided = declare("divided", model_.boolean_type);
    const bool counted = line_.network.limited && heals();
    const std::int32_t count = counted ? declare_counter("partitions") : -1;
    Rule partition = breaking("partition");
    std::map<std::int64_t, Expr> side;
    Expr both_sides = truth(false);
    for (const RoleId id : roles_) {
      const Role& role = model_.role(id);
      for (std::int64_t p = role.first.value; p < role.first.value + role.count; ++p) {
        if (side.empty()) {
          side[p] = truth(false);
          continue;
        }
        const LocalId local = bind(partition, "s", model_.boolean_type);
        partition.parameters.push_back({local, model_.boolean_type});
        side[p] = local_value(local, model_.boolean_type);
        both_sides = combined(ExprKind::logical_or, model_.boolean_type, {side[p], std::move(both_sides)});
      }
    }
    to_.require(partition, std::move(both_sides));
    to_.require(partition, combined(ExprKind::logical_not, model_.boolean_type, {variable(divided)}));
    if (counted) {
      to_.require(partition, combined(ExprKind::less, model_.boolean_type,
                                      {variable(count), constant(model_.integer_type, line_.count)}));
      partition.body.push_back(assignment(
          variable(count),
          combined(ExprKind::add, model_.integer_type, {variable(count), constant(model_.integer_type, 1)}),
          line_.span));
    }
    partition.body.push_back(assign(variable(divided), truth(true)));
    Rule heal = healing();
    to_.require(heal, variable(divided));
    heal.body.push_back(assign(variable(divided), truth(false)));
    for_links([&](RoleId one, std::int64_t p, RoleId other, std::int64_t q) {
      partition.body.push_back(
          assign(link(one, p, other, q),
                 combined(ExprKind::not_equal, model_.boolean_type, {side.at(p), side.at(q)})));
      heal.body.push_back(assign(link(one, p, other, q), truth(false)));
    });
    model_.rules.push_back(std::move(partition));
    if (heals()) model_.rules.push_back(std::move(heal));
  }

  Lowering& to_;
  Model& model_;
  const FaultAssumption line_;
  std::vector<RoleId> roles_;  // with links, those without processes left out
  RoleId network_;
  std::map<Pair, std::int32_t> links_;  // the variable of the links between two roles
};

}  // namespace

void lower_network(Lowering& to) {
  NetworkRules(to).make();
}

}  // namespace quorate
