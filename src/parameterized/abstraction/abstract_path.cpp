// An abstract run as a formula over exact numbers: for each of its states the numbers of processes in the
// local states and the shared variables, related by the moves that the abstraction knows between
// neighbouring states; one move may be made by several processes. Everything but the parameters has a copy
// for each state of the run. Asked with at most 1, 2, ... processes, so that the smallest instance comes
// first. Guards are not asked again, so an answer is a hint and no proof; "unknown" is taken for no hint.
#include "parameterized/abstraction/abstract_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "smt/solver_watch.hpp"
#include "verify/result/stopwatch.hpp"

namespace quorate {

namespace {

constexpr unsigned kMilliseconds = 1000;    // for one question
constexpr double kSeconds = 2;              // for all of them
constexpr std::size_t kMostNumbers = 3000;  // of local states, in all states of the run together

class PathQuestion {
 public:
  PathQuestion(const CounterAbstraction& system, const std::vector<AbstractState>& states)
      : system_(system), session_(system.data().session()), solver_(session_.context()) {
    for (const auto& fact : session_.solver().assertions()) add(fact, 0);
    for (std::size_t i = 0; i < states.size(); ++i) {
      add_state(states[i], i);
      if (i > 0) add_step(states[i - 1], states[i], i);
    }
  }

  std::optional<std::vector<std::int64_t>> ask(int most_processes) {
    z3::expr total = session_.number(0);
    for (const auto& process : rules().processes) total = total + session_.linear(process.count);
    const Stopwatch watch;
    for (int most = 1; most <= most_processes && watch.seconds() <= kSeconds; ++most) {
      solver_.push();
      solver_.add(total <= most);
      z3::params options(session_.context());
      limit_time(options, kMilliseconds);
      solver_.set(options);
      const z3::check_result answer = solver_.check();
      std::vector<std::int64_t> values;
      for (std::size_t i = 0; answer == z3::sat && i < rules().model->parameters.size(); ++i)
        values.push_back(session_.value(
            solver_.get_model(), session_.parameter({SymbolKind::parameter, static_cast<std::int32_t>(i)})));
      solver_.pop();
      if (answer == z3::sat) return values;
      if (answer == z3::unknown) return {};
    }
    return {};
  }

 private:
  [[nodiscard]] const RuleSystem& rules() const { return system_.data().rules(); }

  // Everything but the parameters and quotients has a value of its own in each state of the run.
  z3::expr at(const z3::expr& term, std::size_t time) {
    std::set<std::string> names;
    z3::expr_vector symbols(session_.context());
    z3::expr_vector values(session_.context());
    collect(term, names);
    for (const auto& name : names) {
      const bool parameter = (name[0] == 'p' || name[0] == 'q') && name.size() > 1 &&
                             std::isdigit(static_cast<unsigned char>(name[1])) != 0;
      if (parameter) continue;
      symbols.push_back(session_.variable(name));
      values.push_back(session_.variable(fmt::format("{}@{}", name, time)));
    }
    z3::expr result = term;
    return result.substitute(symbols, values);
  }

  static void collect(const z3::expr& term, std::set<std::string>& names) {
    if (!term.is_app()) return;
    if (term.is_const() && term.is_int() && !term.is_numeral()) names.insert(term.decl().name().str());
    for (unsigned i = 0; i < term.num_args(); ++i) collect(term.arg(i), names);
  }

  void add(const z3::expr& fact, std::size_t time) { solver_.add(at(fact, time)); }

  void add_state(const AbstractState& state, std::size_t time) {
    for (const auto& fact : system_.state_facts(state, false)) add(fact, time);
    for (std::uint32_t i = 0; i < state.counters.size(); ++i) {
      const z3::expr count = system_.count_term(i, false);
      add(state.counters[i] == 0 ? count == 0 : count >= 1, time);
    }
  }

  // Some move that the abstraction knows between the states, made by one or more processes.
  void add_step(const AbstractState& before, const AbstractState& after, std::size_t time) {
    z3::expr_vector ways(session_.context());
    const z3::expr times = session_.variable(fmt::format("times@{}", time));
    for (const AbstractMove& move : system_.moves(before, after)) {
      const ThresholdRule& rule = rules().rules[move.rule];
      z3::expr_vector facts(session_.context());
      for (std::uint32_t i = 0; i < before.counters.size(); ++i) {
        const int change = (i == move.to ? 1 : 0) - (i == move.from ? 1 : 0);
        const z3::expr count = system_.count_term(i, false);
        facts.push_back(at(count, time) == at(count, time - 1) + change * times);
      }
      for (std::size_t i = 0; i < rule.shared.size(); ++i) {
        const z3::expr value = session_.shared(i);
        if (const auto change = increment(rule, i))
          facts.push_back(at(value, time) == at(value, time - 1) + session_.number(*change) * times);
      }
      ways.push_back(z3::mk_and(facts));
    }
    if (before == after || ways.empty()) return;
    solver_.add(times >= 1);
    solver_.add(z3::mk_or(ways));
  }

  const CounterAbstraction& system_;
  SmtSession& session_;
  z3::solver solver_;
};

}  // namespace

std::optional<std::vector<std::int64_t>> parameters_for_path(const CounterAbstraction& system,
                                                             const std::vector<AbstractState>& states,
                                                             int most_processes) {
  if (states.size() * system.data().locals().size() > kMostNumbers) return {};
  return PathQuestion(system, states).ask(most_processes);
}

}  // namespace quorate
