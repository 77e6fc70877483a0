// Abstract execution of a rule's body for one transition. Followed exactly is only the value of one scalar of
// the process; everything else is evaluated by RuleInstance, where it can be unknown. Paths are merged by
// this value. Where a condition is unknown both branches are taken; a loop is followed to a fixpoint with its
// element unknown; an assignment of an unknown value gives every value of the domain. So the result has every
// outcome of a real step, and perhaps more, which costs reduction only. Paths that end in a model error are
// dropped.
#include "reduction/stubborn/instance_effects.hpp"

#include <map>
#include <utility>

#include "analysis/walk.hpp"
#include "base/budget.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

namespace {

using Paths = std::map<std::int64_t, std::set<PossibleSend>>;  // by the value of the assumed scalar

void join(Paths& paths, Paths&& others) {
  for (auto& [value, sends] : others) {
    const auto [place, fresh] = paths.try_emplace(value, std::move(sends));
    if (!fresh) place->second.merge(sends);
  }
}

class BodyFollower {
 public:
  BodyFollower(RuleInstance instance, const MessageClasses& classes, const Definedness& definedness,
               const std::vector<std::int64_t>& domain)
      : instance_(std::move(instance)), classes_(classes), definedness_(definedness), domain_(domain) {}

  std::vector<Outcome> run() {
    const std::int64_t start = instance_.scalar.value;
    const Known guard = instance_.evaluate(instance_.rule().guard);
    if (guard.is(0) || guard.kind == Known::Kind::error) return {};
    std::vector<Outcome> result;
    for (auto& [value, sends] : follow(instance_.rule().body, {{start, {}}})) {
      result.push_back({value, std::move(sends)});
    }
    return result;
  }

 private:
  Paths follow(const std::vector<Stmt>& statements, Paths paths) {
    for (const Stmt& statement : statements) {
      Paths next;
      while (!paths.empty()) {
        Budget::ask();
        Paths one;
        one.insert(paths.extract(paths.begin()));
        instance_.scalar.value = one.begin()->first;
        join(next, step(statement, std::move(one)));
      }
      paths = std::move(next);
    }
    return paths;
  }

  // One statement from one value.
  Paths step(const Stmt& s, Paths path) {
    switch (s.kind) {
      case StmtKind::assign:
        return write(s.target, instance_.evaluate(s.value), may_be_undefined(s.value), std::move(path));
      case StmtKind::undefine:
        return write(s.target, Known::of(undefined_value), true, std::move(path));
      case StmtKind::undefine_role:
        return anything(std::move(path));
      case StmtKind::branch:
        return branch(s, std::move(path));
      case StmtKind::loop:
        return loop(s, std::move(path));
      case StmtKind::let:
        bind_let(s);
        return path;
      case StmtKind::send:
      case StmtKind::set_outgoing:
        return send(s, std::move(path));
    }
    return path;
  }

  // All paths share the binding, so that it is evaluated without the assumed scalar.
  void bind_let(const Stmt& s) {
    const AssumedScalar assumed = std::exchange(instance_.scalar, AssumedScalar{});
    instance_.bind(s.local, instance_.evaluate(s.value));
    instance_.scalar = assumed;
  }

  [[nodiscard]] bool may_be_undefined(const Expr& value) const {
    return definedness_.may_be_undefined(value, [](LocalId) { return true; });
  }

  Paths write(const Expr& target, const Known& value, bool perhaps_undefined, Paths path) {
    const ScalarRange range = instance_.range_of(target);
    if (!range.covers(instance_.scalar)) return path;
    if (value.kind == Known::Kind::error) return {};
    const bool alone = range.exact && (range.count == 1 || value.is(undefined_value));
    if (!alone) return anything(std::move(path));
    Paths result;
    if (value.kind == Known::Kind::value) {
      result[value.number] = std::move(path.begin()->second);
      return result;
    }
    for (const auto one : domain_) {
      if (one != undefined_value || perhaps_undefined) result[one] = path.begin()->second;
    }
    return result;
  }

  Paths anything(Paths path) const {
    const auto sends = path.begin()->second;
    for (const auto value : domain_) path.try_emplace(value, sends);
    return path;
  }

  Paths branch(const Stmt& s, Paths path) {
    const Known condition = instance_.evaluate(s.value);
    if (condition.kind == Known::Kind::error || condition.is(undefined_value)) return {};
    if (condition.is(0)) return follow(s.else_body, std::move(path));
    if (condition.is(1)) return follow(s.body, std::move(path));
    Paths result = follow(s.body, path);
    instance_.scalar.value = path.begin()->first;
    join(result, follow(s.else_body, std::move(path)));
    return result;
  }

  // The body is executed any number of times, with any element.
  Paths loop(const Stmt& s, Paths path) {
    instance_.bind(s.local, Known::unknown());
    visit_statements(s.body, [&](const Stmt& inner) {
      if (inner.kind == StmtKind::let || inner.kind == StmtKind::loop) {
        instance_.bind(inner.local, Known::unknown());
      }
    });
    for (;;) {
      Paths after = path;
      join(after, follow(s.body, path));
      if (after == path) return path;
      path = std::move(after);
    }
  }

  Paths send(const Stmt& s, Paths path) {
    const auto sent = classes_.sent(instance_, s);
    for (const ProcessId to : recipients(s)) {
      for (const MessageClass what : sent) path.begin()->second.insert({to, what});
    }
    return path;
  }

  std::vector<ProcessId> recipients(const Stmt& s) const {
    const Model& model = instance_.model();
    const Expr& target = s.kind == StmtKind::set_outgoing ? s.target : s.recipient;
    TypeId type = target.type;
    std::vector<ProcessId> all;
    Known known = Known::unknown();
    if (s.kind == StmtKind::send && s.recipients == Recipients::all) {
      type = s.recipient_type;
    } else {
      known = instance_.evaluate(target);
    }
    const bool set = s.kind == StmtKind::send && s.recipients == Recipients::set;
    if (set) type = model.type(type).element;
    for (const auto process : model.values_of(type)) {
      const bool possible =
          known.kind != Known::Kind::value ||
          (set ? ((known.number >> (process - model.type(type).low)) & 1) != 0 : known.number == process);
      if (possible) all.emplace_back(process);
    }
    return all;
  }

  RuleInstance instance_;
  const MessageClasses& classes_;
  const Definedness& definedness_;
  const std::vector<std::int64_t>& domain_;
};

}  // namespace

std::vector<Outcome> outcomes(RuleInstance instance, const MessageClasses& classes,
                              const Definedness& definedness, const std::vector<std::int64_t>& domain) {
  return BodyFollower(std::move(instance), classes, definedness, domain).run();
}

std::set<PossibleSend> possible_sends(const RuleInstance& instance, const MessageClasses& classes,
                                      const Definedness& definedness) {
  std::set<PossibleSend> all;
  for (const Outcome& outcome : outcomes(instance, classes, definedness, {})) {
    all.insert(outcome.sends.begin(), outcome.sends.end());
  }
  return all;
}

Definedness definedness_for_rules(const Model& model) {
  return {model, std::vector<bool>(model.roles.size(), false)};
}

}  // namespace quorate
