// A process that is down is marked by a hidden flag. Its rules are stopped. Four kinds of rules are added for
// each role:
//
//   crash             not down, and there is room in every line: the process loses its volatile variables and
//                     is down
//   r_interrupted     rule r of the text, cut off: all that it writes is written, a strict subset of its
//                     messages is sent, then the same as for crash
//   r_at_sync_k       rule r up to its k-th `sync`, with all or some of the messages sent so far, then the
//                     same as for crash; nothing after the `sync` happens
//   restart           down, and there are restarts left: no longer down, and the recovery rule's body
//
// The recovery rule is a part of restart, and can be interrupted like every other rule. A crash resets the
// variables, not the restart, since it is the crash that loses them: properties see the difference.
//
// Restarts are counted in each process. A line that limits them for all its processes together adds the
// counters up, so that restarts of different processes depend on each other only there.
#include "faults/kinds/recovery.hpp"

#include <algorithm>
#include <optional>

#include "analysis/variables.hpp"
#include "analysis/walk.hpp"
#include "faults/lowering.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

struct Interrupting {
  bool between = false;  // crashes between rules, at a `sync`
  bool within = false;   // and while a process sends
};

bool sends(const std::vector<Stmt>& body) {
  bool found = false;
  visit_statements(body, [&](const Stmt& s) {
    found = found || s.kind == StmtKind::send || s.kind == StmtKind::set_outgoing;
  });
  return found;
}

class RecoveryRules {
 public:
  RecoveryRules(Lowering& to, Interrupting crashes) : to_(to), model_(to.model()), crashes_(crashes) {}

  void make() {
    declare();
    if (crashes_.between) to_.stop_rules(down_);
    const std::size_t of_the_text = model_.rules.size();
    for (const RoleId role : to_.roles()) {
      if (!can_crash(role)) continue;
      if (crashes_.between) model_.rules.push_back(crash(role));
      Rule restarts = restart(role);
      for (std::size_t r = 0; r < of_the_text; ++r) {
        const Rule& rule = model_.rules[r];
        if (rule.role == role && !rule.fault && !rule.byzantine) interrupt(Rule(rule));
      }
      if (crashes_.between) interrupt(restarts);
      restarts.sync_points.clear();
      model_.rules.push_back(std::move(restarts));
    }
  }

 private:
  void declare() {
    if (crashes_.between) down_ = to_.flag(std::string(recovery_word), to_.roles());
    std::map<RoleId, std::int64_t> most;
    for (const RoleId role : to_.roles()) {
      for (const FaultAssumption* const line : to_.lines_of(role)) {
        if (!line->recovery.restarts) continue;
        const auto [entry, fresh] = most.emplace(role, *line->recovery.restarts);
        if (!fresh) entry->second = std::min(entry->second, *line->recovery.restarts);
      }
    }
    // A line that adds up counters needs those of all its roles, all of which it limits.
    restarts_ = to_.counter("restarts", most);
  }

  // Fills every scalar and set of the place.
  void fill(std::vector<Stmt>& body, Rule& rule, const Expr& place, const Variable& variable) {
    const Type type = model_.type(place.type);
    if (type.kind == TypeKind::record) {
      for (std::size_t i = 0; i < type.fields.size(); ++i) {
        Expr part = combined(ExprKind::field, type.fields[i].type, {place}, rule.span);
        part.index = static_cast<std::int32_t>(i);
        fill(body, rule, part, variable);
      }
      return;
    }
    if (type.kind == TypeKind::array) {
      Stmt loop;
      loop.kind = StmtKind::loop;
      loop.span = rule.span;
      loop.local = LocalId(static_cast<std::int64_t>(rule.frame.size()));
      loop.domain_type = type.index;
      rule.frame.push_back({"i", type.index});
      const Expr part =
          combined(ExprKind::element, type.element, {place, local_value(loop.local, type.index)}, rule.span);
      fill(loop.body, rule, part, variable);
      body.push_back(std::move(loop));
      return;
    }
    Expr value = variable.initial;
    value.type = place.type;
    if (variable.initial_value == InitialValue::any) value = any_value(rule, place.type);
    body.push_back(assignment(place, std::move(value), rule.span));
  }

  [[nodiscard]] Expr any_value(Rule& rule, TypeId type) const {
    const Expr yes = constant(model_.boolean_type, 1, rule.span);
    Expr choice = combined(ExprKind::quantifier, type, {yes, yes}, rule.span);
    choice.quantifier = Quantifier::any;
    choice.domain_type = type;
    choice.local = LocalId(static_cast<std::int64_t>(rule.frame.size()));
    rule.frame.push_back({"v", type});
    return choice;
  }

  // What a crash does to the variables of the process.
  void lose(Rule& rule) {
    const Role& role = model_.role(rule.role);
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      const Variable& variable = role.variables[v];
      if (!is_volatile(variable)) continue;
      Expr place = combined(ExprKind::variable, variable.type, {local_value(rule.self, role.type, rule.span)},
                            rule.span);
      place.role = rule.role;
      place.index = static_cast<std::int32_t>(v);
      if (variable.initial_value == InitialValue::undefined) {
        Stmt undefine;
        undefine.kind = StmtKind::undefine;
        undefine.span = rule.span;
        undefine.target = std::move(place);
        rule.body.push_back(std::move(undefine));
      } else {
        fill(rule.body, rule, place, variable);
      }
    }
  }

  // The end of every rule that crashes. If the process stays up, it has restarted at once.
  void fall(Rule& rule) {
    lose(rule);
    if (crashes_.between) {
      rule.body.push_back(to_.set(down_, rule, 1));
    } else {
      spend(rule);
    }
  }

  [[nodiscard]] bool can_crash(RoleId role) const {
    return std::ranges::none_of(to_.lines_of(role), [](const auto* line) { return line->count == 0; });
  }

  [[nodiscard]] bool counted(RoleId role) const { return restarts_.position[role.index()] >= 0; }

  void spend(Rule& rule) {
    if (!counted(rule.role)) return;
    const Expr count = to_.own(restarts_, rule);
    rule.body.push_back(assignment(
        count, combined(ExprKind::add, model_.integer_type, {count, constant(model_.integer_type, 1)}),
        rule.span));
  }

  void require_restarts(Rule& rule) {
    for (const FaultAssumption* const line : to_.lines_of(rule.role)) {
      if (!line->recovery.restarts) continue;
      const Expr most = constant(model_.integer_type, *line->recovery.restarts);
      to_.require(rule, line->recovery.each
                            ? combined(ExprKind::less, model_.boolean_type, {to_.own(restarts_, rule), most})
                            : to_.fewer(restarts_, *line, *line->recovery.restarts, rule));
    }
  }

  // Whether `observe` reads what the rule writes.
  [[nodiscard]] bool is_seen(const Rule& rule) const {
    const auto written = variables_written(model_, rule.body);
    bool seen = false;
    visit_expressions(model_, model_.monitor.observe, [&](const Expr& e) {
      seen = seen || (e.kind == ExprKind::variable && written.contains({e.role.value, e.index}));
    });
    return seen;
  }

  Rule crash(RoleId role) {
    Rule crash = to_.rule("crash", role);
    to_.require_not(crash, down_);
    to_.require_room(crash, down_);
    fall(crash);
    crash.observed = is_seen(crash);
    return crash;
  }

  Rule restart(RoleId role) {
    Rule restart = to_.rule("restart", role);
    if (const Rule* const body = recovery_rule(model_, role)) {
      restart.frame = body->frame;
      restart.self = body->self;
    }
    if (!crashes_.between) lose(restart);
    spend(restart);
    if (crashes_.between) restart.body.push_back(to_.set(down_, restart, 0));
    if (const Rule* const body = recovery_rule(model_, role)) {
      for (const std::size_t point : body->sync_points)
        restart.sync_points.push_back(restart.body.size() + point);
      restart.body.insert(restart.body.end(), body->body.begin(), body->body.end());
    }
    require_restarts(restart);
    if (crashes_.between) to_.require(restart, to_.own(down_, restart));
    restart.observed = is_seen(restart);
    restart.owed = std::ranges::any_of(to_.lines_of(role),
                                       [](const FaultAssumption* line) { return line->recovery.recovers; });
    return restart;
  }

  // Adds the ways in which the rule can be cut short by a crash.
  void interrupt(const Rule& rule) {
    for (std::size_t k = 0; k < rule.sync_points.size(); ++k) {
      const std::string at_sync = "at_sync" + (rule.sync_points.size() > 1 ? std::to_string(k + 1) : "");
      Rule cut = crashing(rule, rule.sync_points[k], at_sync);
      if (crashes_.within && sends(cut.body)) {
        Rule in_part = cut;
        in_part.name = to_.rule(cut.name + "_in_part", rule.role).name;
        in_part.cut_off = true;
        model_.rules.push_back(std::move(in_part));
      }
      model_.rules.push_back(std::move(cut));
    }
    if (!crashes_.within || !sends(rule.body)) return;
    Rule cut = crashing(rule, rule.body.size(), "interrupted");
    cut.cut_off = true;
    model_.rules.push_back(std::move(cut));
  }

  // The rule up to a statement, and then a crash. A rule of the text is observed as ever; a restart only if
  // `observe` reads what it writes.
  [[nodiscard]] Rule crashing(const Rule& rule, std::size_t statements, const std::string& how) {
    Rule cut = rule;
    cut.body.resize(statements);
    cut.name = to_.rule(rule.name + "_" + how, rule.role).name;
    cut.sync_points.clear();
    cut.fault = true;
    cut.owed = false;
    if (!crashes_.between) {
      require_restarts(cut);
    } else if (!rule.fault) {
      to_.require_room(cut, down_);  // a process that restarts has left room for itself
    }
    fall(cut);
    if (rule.fault) cut.observed = is_seen(cut);
    return cut;
  }

  Lowering& to_;
  Model& model_;
  Interrupting crashes_;
  HiddenVariable down_;
  HiddenVariable restarts_;
};

}  // namespace

bool is_volatile(const Variable& variable) {
  return !variable.durable && !variable.monitor && !variable.hidden;
}

bool has_volatile_variables(const Role& role) {
  return std::ranges::any_of(role.variables, is_volatile);
}

const Rule* recovery_rule(const Model& model, RoleId role) {
  const auto found = std::ranges::find(model.recovery_rules, role, &Rule::role);
  return found == model.recovery_rules.end() ? nullptr : &*found;
}

void lower_restarts(Lowering& to) {
  RecoveryRules(to, {false, false}).make();
}

void lower_crashes_between_rules(Lowering& to) {
  RecoveryRules(to, {true, false}).make();
}

void lower_crashes(Lowering& to) {
  RecoveryRules(to, {true, true}).make();
}

}  // namespace quorate
