// A detector is a line of the model's faults with a word of its own. What it answers to a guard is a name in
// the rule's frame: the set of suspected processes, or the leader. `suspects(q)` is `q in` that set. The name
// has no value until faults/kinds/detectors.cpp replaces it.
#include "language/ftdp/resolve/timing/check_detectors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/declared_faults.hpp"
#include "faults/kinds/detectors.hpp"
#include "faults/kinds/recovery.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

bool is_leader(const FaultAssumption& line) {
  return line.detector.kind == DetectorKind::leader;
}

void declare_detector(FtdpChecker& checker, const SyntaxDetector& syntax) {
  const auto role = checker.roles.find(syntax.role.text);
  if (role == checker.roles.end()) return report_unknown_role(checker, syntax.role);
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = detector_word;
  line.roles = {role->second};
  line.detector.kind = syntax.kind;
  line.span = syntax.span;
  for (const FaultAssumption& other : checker.model.faults) {
    const bool names = std::ranges::find(other.roles, role->second) != other.roles.end();
    if (names && other.kind == FaultKind::byzantine)
      checker.error(syntax.span,
                    fmt::format("a detector cannot watch {}, which may be Byzantine", syntax.role.text),
                    "detectors tell which processes have crashed");
    if (names && other.word == recovery_word && syntax.kind == DetectorKind::perfect)
      checker.error(
          syntax.span, fmt::format("a detector of {}, which recovers, cannot be perfect", syntax.role.text),
          "an answer can be late, and the process can be up again by then; write `eventually perfect`");
    if (other.word != detector_word || is_leader(other) != is_leader(line)) continue;
    if (is_leader(line)) {
      checker.error(syntax.span, "the model has two detectors of leaders",
                    fmt::format("the first is in line {}", checker.line(other.span)));
    } else if (names) {
      checker.error(syntax.span, fmt::format("{} is watched by two detectors", syntax.role.text),
                    fmt::format("the first is in line {}", checker.line(other.span)));
    }
  }
  checker.model.faults.push_back(std::move(line));
}

// The answer's name in the rule, the same for all questions of the guard.
LocalId answer_of(FtdpScope& scope, RoleId role, bool leader) {
  for (const DetectorAnswer& answer : scope.answers) {
    if (answer.role == role && answer.leader == leader) return answer.local;
  }
  const TypeId process = scope.checker.model.role(role).type;
  const TypeId type = leader ? process : set_type(scope.checker, process);
  const LocalId local(static_cast<std::int64_t>(scope.frame.size()));
  scope.frame.push_back({leader ? "leader" : "suspected", type});
  scope.answers.push_back({role, leader, local});
  return local;
}

Expr check_leader(FtdpScope& scope, const SyntaxExpr& syntax) {
  const auto& lines = scope.checker.model.faults;
  const auto line = std::ranges::find_if(
      lines, [](const FaultAssumption& l) { return l.word == detector_word && is_leader(l); });
  if (line == lines.end()) {
    scope.checker.error(syntax.span, "no detector names a leader", "declare it: `detector leader of ROLE`");
    return broken(syntax.span);
  }
  return local_value(scope, answer_of(scope, line->roles[0], true), syntax.span);
}

Expr check_suspects(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  if (syntax.children.size() != 1) {
    checker.error(syntax.span, "`suspects` takes one process", "write `suspects(q)`");
    return broken(syntax.span);
  }
  Expr process = check_expression(scope, syntax.children[0]);
  if (is_broken(process)) return process;
  if (!checker.is(process.type, TypeKind::process) || checker.type(process.type).roles.size() != 1) {
    checker.error(process.span, "`suspects` asks about a process of one role",
                  "ask about the processes of each role, `some(q: ROLE | suspects(q))`");
    return broken(syntax.span);
  }
  const RoleId role = checker.type(process.type).roles[0];
  const auto& lines = checker.model.faults;
  const bool watched = std::ranges::any_of(lines, [&](const FaultAssumption& line) {
    return line.word == detector_word && !is_leader(line) && line.roles[0] == role;
  });
  const std::string& name = checker.model.role(role).name;
  if (!watched) {
    checker.error(syntax.span, fmt::format("no detector watches {}", name),
                  fmt::format("declare it: `detector perfect of {}`", name));
    return broken(syntax.span);
  }
  Expr suspected = local_value(scope, answer_of(scope, role, false), syntax.span);
  return node(checker, ExprKind::member, checker.model.boolean_type, syntax.span, std::move(process),
              std::move(suspected));
}

}  // namespace

void declare_detectors(FtdpChecker& checker) {
  for (const SyntaxDetector& detector : checker.syntax.detectors) declare_detector(checker, detector);
}

Expr check_detector_call(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (!scope.guard) {
    scope.checker.error(
        syntax.span, fmt::format("only the condition of a rule can ask `{}`", syntax.name.text),
        scope.body == BodyKind::rule ? "write a rule for each answer, with the question after `when`"
                                     : "what a detector answers is no part of the state");
    return broken(syntax.span);
  }
  return syntax.name.text == "leader" ? check_leader(scope, syntax) : check_suspects(scope, syntax);
}

void check_answers(FtdpChecker& checker, const Rule& rule) {
  if (rule.answers.empty()) return;
  if (rule.byzantine)
    checker.error(rule.name_span, "a Byzantine process does not ask a failure detector",
                  "leave the question out: its answers could be anything");
  if (against_questions(rule).empty()) return;
  checker.error(rule.guard.span, fmt::format("in `{}` {}", rule.name, against_questions(rule)),
                "write a rule for each case");
}

}  // namespace quorate
