// Crashes with recovery, as docs/semantics.md describes them: all steps, without any of the forms that leave
// some of them out.
#include <algorithm>

#include "analysis/variables.hpp"
#include "analysis/walk.hpp"
#include "reference_channels.hpp"
#include "reference_steps.hpp"

namespace quorate {

namespace {

bool names(const FaultAssumption& line, RoleId role) {
  return line.word == "down" && std::find(line.roles.begin(), line.roles.end(), role) != line.roles.end();
}

const Rule* recovery_body(const Model& model, RoleId role) {
  for (const Rule& rule : model.recovery_rules) {
    if (rule.role == role) return &rule;
  }
  return nullptr;
}

using Written = std::set<std::pair<std::int32_t, std::int32_t>>;

Written lost_in_a_crash(const Model& model, RoleId role) {
  Written lost;
  const auto& variables = model.role(role).variables;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (!variables[v].durable && !variables[v].monitor)
      lost.insert({role.value, static_cast<std::int32_t>(v)});
  }
  return lost;
}

}  // namespace

bool ReferenceSteps::recovers(std::int64_t process) const {
  const RoleId role = model_.role_of(ProcessId(process));
  return std::any_of(model_.faults.begin(), model_.faults.end(),
                     [&](const FaultAssumption& line) { return names(line, role); });
}

bool ReferenceSteps::may_go_down(const RefState& state, std::int64_t process) const {
  const auto found = state.marks.find("down");
  const std::set<std::int64_t> down = found == state.marks.end() ? std::set<std::int64_t>{} : found->second;
  for (const FaultAssumption& line : model_.faults) {
    if (!names(line, model_.role_of(ProcessId(process)))) continue;
    const auto count = std::count_if(down.begin(), down.end(), [&](std::int64_t other) {
      return names(line, model_.role_of(ProcessId(other)));
    });
    if (count >= line.count) return false;
  }
  return true;
}

bool ReferenceSteps::may_restart(const RefState& state, std::int64_t process) const {
  for (const FaultAssumption& line : model_.faults) {
    if (!names(line, model_.role_of(ProcessId(process))) || !line.recovery.restarts) continue;
    std::int64_t spent = 0;
    for (const auto& [other, restarts] : state.restarts) {
      const bool counts =
          line.recovery.each ? other == process : names(line, model_.role_of(ProcessId(other)));
      if (counts) spent += restarts;
    }
    if (spent >= *line.recovery.restarts) return false;
  }
  return true;
}

// The states in which the process is down and has lost its volatile variables.
std::vector<RefState> ReferenceSteps::fallen(const RefState& state, std::int64_t process) const {
  std::vector<RefState> all = {state};
  all[0].marks["down"].insert(process);
  const Role& role = model_.role(model_.role_of(ProcessId(process)));
  for (std::size_t v = 0; v < role.variables.size(); ++v) {
    if (role.variables[v].durable || role.variables[v].monitor) continue;
    std::vector<RefState> more;
    for (const RefState& one : all) {
      for (const RefValue& value : initial_values(model_, role.variables[v])) {
        more.push_back(one);
        more.back().variables[static_cast<std::size_t>(process)][v] = value;
      }
    }
    all = std::move(more);
  }
  return all;
}

bool ReferenceSteps::is_seen(const Written& written) const {
  bool seen = false;
  visit_expressions(model_, model_.monitor.observe, [&](const Expr& e) {
    seen = seen || (e.kind == ExprKind::variable && written.contains({e.role.value, e.index}));
  });
  return seen;
}

void ReferenceSteps::interrupted(const RefState& start, const ReferenceRun& run, const Rule& rule,
                                 std::int64_t process, bool always_observed) {
  std::vector<std::size_t> ends = rule.sync_points;
  ends.push_back(rule.body.size());
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const std::vector<Stmt> executed(rule.body.begin(),
                                     rule.body.begin() + static_cast<std::ptrdiff_t>(ends[k]));
    Written written = variables_written(model_, executed);
    written.merge(lost_in_a_crash(model_, rule.role));
    const bool observed = always_observed || is_seen(written);
    ReferenceChoices choices(true);
    do {
      RefState after = start;
      ReferenceRun one{model_, after, choices, run.locals, run.received, process, run.taken, run.rule};
      execute(one, executed);
      finish_sending(one, rule.guard);
      const auto all = letters(after, process, one.sent);
      if (!all) continue;
      for (const auto& subset : all_subsets(*all)) {
        if (k + 1 == ends.size() && subset.size() == all->size()) continue;
        for (RefState& next : fallen(with_letters(after, process, subset), process)) {
          if (observed) observe(next);
          add_step(std::move(next));
        }
      }
    } while (choices.advance());
  }
}

void ReferenceSteps::restart(const RefState& state, std::int64_t process) {
  if (!may_restart(state, process)) return;
  const RoleId role = model_.role_of(ProcessId(process));
  RefState up = state;
  up.marks["down"].erase(process);
  if (up.marks["down"].empty()) up.marks.erase("down");
  RefStepFacts facts{-1, process, {}, false};
  bool counted = false;
  for (const FaultAssumption& line : model_.faults) {
    if (!names(line, role)) continue;
    facts.owed = facts.owed || line.recovery.recovers;
    counted = counted || line.recovery.restarts.has_value();
  }
  if (!facts.owed) facts.process = -1;  // nobody's own step
  if (counted) ++up.restarts[process];
  const Rule* const body = recovery_body(model_, role);
  if (body == nullptr) return add_step(std::move(up), facts);
  std::vector<RefValue> locals(body->frame.size());
  locals[body->self.index()] = process;
  const Received nothing;
  ReferenceChoices none(false);
  interrupted(up, {model_, up, none, locals, &nothing, process}, *body, process, false);
  ReferenceChoices choices(true);
  do {
    RefState after = up;
    ReferenceRun run{model_, after, choices, locals, &nothing, process};
    execute(run, body->body);
    finish_sending(run, body->guard);
    const auto all = letters(after, process, run.sent);
    if (!all) continue;
    RefState next = with_letters(after, process, *all);
    if (is_seen(variables_written(model_, body->body))) observe(next);
    add_step(std::move(next), facts);
  } while (choices.advance());
}

void ReferenceSteps::recovery_steps(const RefState& state) {
  for (std::int64_t process = 0; process < model_.process_count(); ++process) {
    const Status status = state.status[static_cast<std::size_t>(process)];
    if (!recovers(process) || status == Status::crashed || status == Status::byzantine) continue;
    const auto down = state.marks.find("down");
    if (down != state.marks.end() && down->second.contains(process)) {
      restart(state, process);
    } else if (may_go_down(state, process)) {
      for (RefState& next : fallen(state, process)) {
        if (is_seen(lost_in_a_crash(model_, model_.role_of(ProcessId(process))))) observe(next);
        add_step(std::move(next));
      }
    }
  }
}

}  // namespace quorate
