// A run that violates the property, cut into pieces [Konnov et al. 2017].
//
// Processes go forward only, so that from some time on none changes status and no shared variable grows: a
// violation is a finite run to a state in which the automaton of violations can visit all its marks for
// ever and every assumption of justice can hold. The run is cut
//  - where the possibility of a move changes, at most `changes` times: inside of a piece every move that is
//    made is possible at its beginning and at its end, and only how often each is made matters, since
//    processes go forward;
//  - where the automaton goes from one of its components to the next.
// The step that changes a possibility stands alone between two pieces. Every run of every instance is a
// solution of the question that is built here; if the solver says that it has none, there is no violation.
// The converse does not hold: what processes have received is known only as far as invariants say it, and
// propositions are asked at the cuts only.
//
// The papers enumerate the orders in which guards change, with a small question for each. Here one question
// leaves the order to the solver, which is much less code and takes seconds on the algorithms of the
// literature.
#include "parameterized/schema/run_schema.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "parameterized/schema/run_points.hpp"
#include "smt/solver_watch.hpp"
#include "temporal/components.hpp"
#include "temporal/tgba.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostPaths = 100;
constexpr std::size_t kMostPieces = 60;
constexpr double kSmallSeconds = 3;

// The components of the automaton, and the paths of components to one that can accept.
class Phases {
 public:
  Phases(const Tgba& automaton, const std::vector<Condition>& predicates)
      : automaton_(automaton), predicates_(predicates) {
    component_ = components_of(automaton.states.size(), [&](std::size_t state, const auto& visit) {
      for (const auto& edge : automaton.states[state]) visit(edge.target);
    });
    extend({component_[automaton.initial]});
  }

  [[nodiscard]] const std::vector<std::vector<std::size_t>>& paths() const { return paths_; }

  using Label = std::vector<Condition>;
  // Labels of the edges from one component to another, or inside of one; only edges with all of the marks.
  [[nodiscard]] std::vector<Label> labels(std::size_t from, std::size_t to, std::uint64_t marks = 0) const {
    std::vector<Label> result;
    for (std::size_t state = 0; state < automaton_.states.size(); ++state) {
      if (component_[state] != from) continue;
      for (const auto& edge : automaton_.states[state]) {
        if (component_[edge.target] != to || (edge.marks & marks) != marks) continue;
        Label label;
        for (std::size_t atom = 0; atom < predicates_.size(); ++atom) {
          if (((edge.positive >> atom) & 1U) != 0) label.push_back(predicates_[atom]);
        }
        if (std::ranges::find(result, label) == result.end()) result.push_back(std::move(label));
      }
    }
    return result;
  }

 private:
  [[nodiscard]] bool accepts(std::size_t component) const {
    if (labels(component, component).empty()) return false;
    for (std::uint32_t mark = 0; mark < automaton_.mark_count; ++mark) {
      if (labels(component, component, std::uint64_t{1} << mark).empty()) return false;
    }
    return true;
  }

  void extend(const std::vector<std::size_t>& path) {
    if (paths_.size() > kMostPaths) return;
    if (accepts(path.back())) paths_.push_back(path);
    // Edges lead to components with smaller numbers.
    for (std::size_t next = 0; next < path.back(); ++next) {
      if (labels(path.back(), next).empty()) continue;
      auto longer = path;
      longer.push_back(next);
      extend(longer);
    }
  }

  const Tgba& automaton_;
  const std::vector<Condition>& predicates_;
  std::vector<std::size_t> component_;
  std::vector<std::vector<std::size_t>> paths_;
};

class SchemaQuestion {
 public:
  SchemaQuestion(SmtSession& session, const KnownInvariants& known, const MoveGroups& moves,
                 std::size_t pieces)
      : session_(session), known_(known), moves_(moves), points_(session, known), facts_(session.context()) {
    cuts_.reserve(pieces + 1);
    cuts_.push_back(points_.first(facts_));
    for (std::size_t piece = 1; piece <= pieces; ++piece) add_piece(piece);
  }

  [[nodiscard]] const z3::expr_vector& facts() const { return facts_; }

  // The automaton takes this path of components along the run, and stays in its last one for ever.
  z3::expr_vector taking(const Phases& phases, const std::vector<std::size_t>& path,
                         const std::vector<Condition>& justice, std::uint32_t marks) {
    z3::expr_vector facts(session_.context());
    const auto last = static_cast<int>(cuts_.size()) - 1;
    std::vector<z3::expr> leaves;
    z3::expr before = session_.number(0);
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool ends = i + 1 == path.size();
      const z3::expr after = ends ? session_.number(last) : session_.variable(fmt::format("leaves{}", i));
      if (!ends) facts.push_back(before <= after && after <= last);
      const auto inside = phases.labels(path[i], path[i]);
      // The first letter is the first state.
      if (i == 0 && inside.empty()) facts.push_back(after == 0);
      for (int cut = 0; cut <= last; ++cut) {
        const std::string tag = fmt::format("{}", i);
        const z3::expr here = session_.number(cut);
        if (!ends) {
          const z3::expr label = any(phases.labels(path[i], path[i + 1]), cut, "l" + tag);
          facts.push_back(z3::implies(after == here, label));
        }
        const z3::expr stays = i == 0 ? here < after : ends ? here > before : before < here && here < after;
        if (!inside.empty()) facts.push_back(z3::implies(stays, any(inside, cut, "s" + tag)));
      }
      before = after;
      if (!ends) leaves.push_back(after);
    }
    // A piece ends where a possibility changes or the automaton leaves a component, or it is the last one
    // with moves: otherwise it could be merged with the next one.
    for (int cut = 1; cut < last; ++cut) {
      const auto piece = static_cast<std::size_t>(cut) - 1;
      z3::expr last_or_left = moved_[piece + 1] == 0;
      for (const auto& at : leaves) last_or_left = last_or_left || at == cut;
      facts.push_back(last_or_left || (steps_[piece] == 1 && moved_[piece] > 0));
    }
    for (std::uint32_t mark = 0; mark < marks; ++mark)
      facts.push_back(any(phases.labels(path.back(), path.back(), std::uint64_t{1} << mark), last,
                          fmt::format("m{}", mark)));
    facts.push_back(any(phases.labels(path.back(), path.back()), last, "end"));
    facts.push_back(points_.can_go_on(cuts_.back()));
    for (std::size_t i = 0; i < justice.size(); ++i)
      facts.push_back(points_.possible({justice[i]}, cuts_.back(), fmt::format("j{}", i)));
    return facts;
  }

 private:
  z3::expr any(const std::vector<Phases::Label>& labels, int cut, const std::string& tag) {
    z3::expr_vector ways(session_.context());
    for (std::size_t i = 0; i < labels.size(); ++i)
      ways.push_back(
          points_.possible(labels[i], cuts_[static_cast<std::size_t>(cut)], fmt::format("{}.{}", tag, i)));
    return z3::mk_or(ways);
  }

  // The move is possible for a process, at the beginning of a piece, its end, or both. A rising condition
  // is asked at the beginning only, a falling one at the end only.
  z3::expr enabled(std::size_t group, const RunPoint& begin, const RunPoint& end) {
    const MoveGroup& move = moves_.groups[group];
    z3::expr_vector facts(session_.context());
    for (std::size_t i = 0; i < move.common.size(); ++i) {
      const Trend trend = move.common_trends[i];
      if (trend != Trend::falling)
        facts.push_back(session_.condition(move.common[i], points_.terms(begin, "")));
      if (trend == Trend::falling || trend == Trend::twice)
        facts.push_back(session_.condition(move.common[i], points_.terms(end, "")));
    }
    if (move.rest.empty()) return z3::mk_and(facts);
    const auto values = [&](const RunPoint& point) {
      return rest_term(session_, known_, move, points_.terms(point, fmt::format("{}.{}", point.name, group)));
    };
    if (move.rest_trend != Trend::falling) facts.push_back(values(begin));
    if (move.rest_trend == Trend::falling || move.rest_trend == Trend::twice) facts.push_back(values(end));
    return z3::mk_and(facts);
  }

  // `times`: how often each move is made between the points.
  void connect(const RunPoint& before, const RunPoint& after, const std::vector<z3::expr>& times) {
    for (std::size_t i = 0; i < before.shared.size(); ++i) {
      z3::expr sum = before.shared[i];
      for (std::size_t g = 0; g < times.size(); ++g) {
        if (moves_.groups[g].adds[i] != 0) sum = sum + session_.number(moves_.groups[g].adds[i]) * times[g];
      }
      facts_.push_back(after.shared[i] == sum);
    }
    for (std::size_t s = 0; s < before.processes.size(); ++s) {
      z3::expr sum = before.processes[s];
      for (std::size_t g = 0; g < times.size(); ++g) {
        const MoveGroup& move = moves_.groups[g];
        if (points_.status(move.kind, move.from) == s) sum = sum - times[g];
        if (points_.status(move.kind, move.to) == s) sum = sum + times[g];
      }
      facts_.push_back(after.processes[s] == sum);
    }
  }

  void add_piece(std::size_t piece) {
    const RunPoint& begin = cuts_.back();
    RunPoint end = points_.some(fmt::format("e{}", piece), facts_);
    std::vector<z3::expr> times;
    std::vector<z3::expr> once;
    z3::expr steps = session_.number(0);
    z3::expr moved = session_.number(0);
    for (std::size_t g = 0; g < moves_.groups.size(); ++g) {
      times.push_back(session_.variable(fmt::format("n{}.{}", piece, g)));
      moved = moved + times[g];
      facts_.push_back(times[g] == 0 || (times[g] > 0 && enabled(g, begin, end)));
      once.push_back(session_.number(0));
      if (!moves_.groups[g].adds_something()) continue;  // changes no possibility
      once[g] = session_.variable(fmt::format("m{}.{}", piece, g));
      facts_.push_back(once[g] == 0 || (once[g] == 1 && enabled(g, end, end)));
      steps = steps + once[g];
    }
    facts_.push_back(steps <= 1);
    RunPoint next = points_.some(fmt::format("p{}", piece), facts_);
    connect(begin, end, times);
    connect(end, next, once);
    cuts_.push_back(std::move(next));
    steps_.push_back(steps);
    moved_.push_back(moved + steps);
  }

  SmtSession& session_;
  const KnownInvariants& known_;
  const MoveGroups& moves_;
  RunPoints points_;
  z3::expr_vector facts_;
  std::vector<RunPoint> cuts_;
  std::vector<z3::expr> steps_;  // by piece: whether a single step that grows variables follows it
  std::vector<z3::expr> moved_;  // by piece: how many moves it has
};

// Asks for at most this time, and not beyond the budget.
z3::check_result answer_in(double seconds, z3::solver& solver) {
  z3::params options(solver.ctx());
  limit_time(options, static_cast<unsigned>(std::clamp(seconds, 0.1, 1e6) * 1000));
  options.set("random_seed", 1U);
  solver.set(options);
  const SolverWatch watch(solver.ctx());
  return solver.check();
}

// Parameters with few processes for a solution, if they are found soon.
std::optional<std::vector<std::int64_t>> small_parameters(SmtSession& session, z3::solver& solver) {
  z3::expr total = session.number(0);
  for (const auto& process : session.rules().processes) total = total + session.linear(process.count);
  for (const int most : {4, 6, 9, 12}) {
    solver.push();
    solver.add(total <= most);
    std::vector<std::int64_t> values;
    if (answer_in(kSmallSeconds, solver) == z3::sat) {
      const z3::model model = solver.get_model();
      for (std::size_t i = 0; i < session.rules().model->parameters.size(); ++i)
        values.push_back(
            session.value(model, session.parameter({SymbolKind::parameter, static_cast<std::int32_t>(i)})));
    }
    solver.pop();
    if (!values.empty()) return values;
  }
  return {};
}

}  // namespace

RunSchema::RunSchema(SmtSession& session, const KnownInvariants& known)
    : session_(session), known_(known), moves_(move_groups(session, known)) {}

SchemaAnswer RunSchema::check(ViolationQuestion& question, double seconds) {
  SchemaAnswer answer;
  answer.reason = moves_.problem;
  if (!answer.reason.empty()) return answer;
  std::optional<Tgba> automaton;
  if (question.predicates.size() <= 64)
    automaton = translate(question.pool, question.pool.negation(question.formula));
  if (!automaton) {
    answer.reason = "the automaton of violations is too large";
    return answer;
  }
  const Phases phases(*automaton, question.predicates);
  std::size_t longest = 0;
  for (const auto& path : phases.paths()) longest = std::max(longest, path.size());
  answer.pieces = moves_.changes + longest;
  if (phases.paths().size() > kMostPaths || answer.pieces > kMostPieces) {
    answer.reason = fmt::format("runs would have to be cut into {} pieces", answer.pieces);
    return answer;
  }
  std::vector<Condition> justice;
  for (const PredicateId predicate : question.fairness.justice)
    justice.push_back(question.predicates[predicate.index()]);
  SchemaQuestion schema(session_, known_, moves_, answer.pieces);
  for (const auto& path : phases.paths()) {
    z3::solver solver = z3::tactic(session_.context(), "qflia").mk_solver();
    for (const auto& fact : session_.solver().assertions()) solver.add(fact);
    for (const auto& fact : schema.facts()) solver.add(fact);
    for (const auto& fact : schema.taking(phases, path, justice, automaton->mark_count)) solver.add(fact);
    const z3::check_result result = answer_in(seconds, solver);
    if (result == z3::unsat) continue;
    if (result == z3::sat) answer.parameters = small_parameters(session_, solver);
    answer.reason = result == z3::sat ? "a run that may be a violation cannot be ruled out"
                                      : "the SMT solver gave up on a question about runs";
    return answer;
  }
  answer.proved = true;
  return answer;
}

}  // namespace quorate
