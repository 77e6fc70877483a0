// Automata of random formulas: those of a formula and of its negation are disjoint and together accept every
// word; spin -f finds the same formulas satisfiable.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>

#include "random_formula.hpp"
#include "seeded.hpp"
#include "temporal/components.hpp"
#include "temporal/ltl_check.hpp"
#include "temporal_reference.hpp"

namespace quorate {
namespace {

// A system with one run: a random lasso.
Table random_lasso(Random& random) {
  Table table;
  const std::size_t length = 1 + random.below(6);
  for (std::size_t k = 0; k < length; ++k) {
    table.atoms.push_back(random.below(4));
    const std::size_t to = k + 1 < length ? k + 1 : random.below(length);
    table.edges.push_back({{0, static_cast<std::uint32_t>(to)}});
  }
  table.initial = {0};
  return table;
}

TableRun only_run(const Table& table) {
  TableRun run;
  for (std::uint32_t k = 0; k < table.edges.size(); ++k) {
    run.states.push_back(k);
    run.transitions.push_back(0);
  }
  run.loop_start = table.edges.back().front().to;
  return run;
}

// Whether the two automata accept a common word.
bool intersect(const Tgba& a, const Tgba& b) {
  const std::size_t width = b.states.size();
  const auto edges_of = [&](std::size_t node, const auto& visit) {
    for (const auto& x : a.states[node / width]) {
      for (const auto& y : b.states[node % width]) {
        if (((x.positive | y.positive) & (x.negative | y.negative)) != 0) continue;
        visit(x.target * width + y.target, x.marks, y.marks);
      }
    }
  };
  const auto component = components_of(a.states.size() * width, [&](std::size_t node, const auto& visit) {
    edges_of(node, [&](std::size_t to, std::uint64_t, std::uint64_t) { visit(to); });
  });
  // Every state of a translated automaton is reachable, but not every pair.
  std::vector<bool> reached(component.size(), false);
  std::vector<std::size_t> queue{a.initial * width + b.initial};
  reached[queue.front()] = true;
  std::map<std::size_t, std::pair<std::uint64_t, std::uint64_t>> marks;
  for (std::size_t k = 0; k < queue.size(); ++k) {
    edges_of(queue[k], [&](std::size_t to, std::uint64_t x, std::uint64_t y) {
      if (component[to] == component[queue[k]]) {
        marks[component[to]].first |= x;
        marks[component[to]].second |= y;
      }
      if (!reached[to]) queue.push_back(to);
      reached[to] = true;
    });
  }
  return std::ranges::any_of(marks, [&](const auto& entry) {
    return entry.second.first == a.all_marks() && entry.second.second == b.all_marks();
  });
}

TEST(Automata, OfAFormulaAndItsNegation) {
  const std::uint64_t pairs = environment_number("QUORATE_PAIRS", 1000);
  for (std::uint64_t seed = 0; seed < pairs; ++seed) {
    Random random(seed);
    const GroundFormula formula = random_formula(random, 2 + static_cast<int>(random.below(9)), {});
    LtlPool pool;
    const LtlId f = to_ltl(pool, formula);
    const auto yes = translate(pool, f);
    const auto no = translate(pool, pool.negation(f));
    ASSERT_TRUE(yes && no) << show(formula);
    ASSERT_FALSE(intersect(*yes, *no)) << show(formula);
    for (int k = 0; k < 4; ++k) {
      const TableSystem system(random_lasso(random));
      const Fairness fairness;
      const LtlQuestion question{&pool, f, {PredicateId(0), PredicateId(1)}};
      const LtlQuestion opposite{&pool, pool.negation(f), {PredicateId(0), PredicateId(1)}};
      const bool holds = check_ltl(system, question, fairness, {}).holds();
      ASSERT_NE(holds, check_ltl(system, opposite, fairness, {}).holds()) << show(formula);
      const TemporalReference reference(system.table(), fairness);
      ASSERT_EQ(holds, reference.on_run(formula, only_run(system.table()))) << show(formula);
    }
  }
}

// The conditions in spin's never claims: names, 1, true, false, !, &&, ||, parentheses.
class ClaimCondition {
 public:
  ClaimCondition(std::string text, std::uint64_t valuation) : text_(std::move(text)), valuation_(valuation) {}

  bool value() { return any(); }

 private:
  bool eat(const std::string& token) {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  bool any() {
    bool result = all();
    while (eat("||")) result = all() || result;
    return result;
  }
  bool all() {
    bool result = one();
    while (eat("&&")) result = one() && result;
    return result;
  }
  bool one() {
    if (eat("!")) return !one();
    if (eat("(")) {
      const bool result = any();
      EXPECT_TRUE(eat(")")) << text_;
      return result;
    }
    if (eat("false")) return false;
    if (eat("true") || eat("1")) return true;
    if (eat("p0")) return (valuation_ & 1) != 0;
    EXPECT_TRUE(eat("p1")) << text_;
    return (valuation_ & 2) != 0;
  }

  std::string text_;
  std::uint64_t valuation_;
  std::size_t at_ = 0;
};

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> block{};
  while (const std::size_t n = fread(block.data(), 1, block.size(), pipe)) text.append(block.data(), n);
  pclose(pipe);
  return text;
}

// Whether spin's automaton accepts some word.
bool spin_satisfiable(const std::string& formula) {
  const std::string claim = output_of("spin -f '" + formula + "'");
  std::vector<std::vector<std::string>> targets;  // by state: labels
  std::map<std::string, std::size_t> states;
  std::vector<bool> accepting;
  bool was_label = false;
  for (std::size_t begin = 0; begin < claim.size();) {
    const std::size_t end = std::min(claim.find('\n', begin), claim.size());
    const std::string line = claim.substr(begin, end - begin);
    begin = end + 1;
    const bool label = !line.empty() && line.back() == ':';
    if (label) {
      if (!was_label) {
        targets.emplace_back();
        accepting.push_back(false);
      }
      states[line.substr(0, line.size() - 1)] = targets.size() - 1;
      if (line.starts_with("accept")) accepting.back() = true;
    }
    was_label = label;
    if (line == "\tskip") targets.back().emplace_back("accept_all");
    const std::size_t arrow = line.find(" -> ");
    if (!line.starts_with("\t:: ") || arrow == std::string::npos) continue;
    const bool last = line.starts_with("\t:: atomic { ");
    const std::string condition = line.substr(last ? 13 : 4, arrow - (last ? 13 : 4));
    bool possible = false;
    for (std::uint64_t valuation = 0; valuation < 4; ++valuation) {
      possible = possible || ClaimCondition(condition, valuation).value();
    }
    if (!possible) continue;
    targets.back().push_back(last ? "accept_all" : line.substr(line.find("goto ") + 5));
  }
  EXPECT_FALSE(targets.empty()) << formula << "\n" << claim;
  const auto reach = [&](std::size_t from) {
    std::vector<bool> seen(targets.size(), false);
    std::vector<std::size_t> queue{from};
    while (!queue.empty()) {
      const std::size_t state = queue.back();
      queue.pop_back();
      for (const std::string& name : targets[state]) {
        const std::size_t to = states.at(name);
        if (!seen[to]) queue.push_back(to);
        seen[to] = true;
      }
    }
    return seen;
  };
  auto from_start = reach(0);
  from_start[0] = true;
  for (std::size_t s = 0; s < targets.size(); ++s) {
    if (accepting[s] && from_start[s] && reach(s)[s]) return true;
  }
  return false;
}

TEST(Automata, SpinFindsTheSameFormulasSatisfiable) {
  const std::uint64_t pairs = environment_number("QUORATE_PAIRS", 1000) / 10;
  std::size_t unsatisfiable = 0;
  for (std::uint64_t seed = 0; seed < pairs; ++seed) {
    Random random(seed + 1'000'000);
    FormulaTaste taste;
    taste.next = false;  // the packaged spin has no X
    // Conjunctions are sometimes contradictory.
    GroundFormula formula{FormulaKind::logical_and, 0, {}};
    for (int k = 0; k < 3; ++k) formula.children.push_back(random_formula(random, 3, taste));
    LtlPool pool;
    const LtlId f = to_ltl(pool, formula);
    const std::string text = pool.to_text(f, [](std::uint32_t atom) { return "p" + std::to_string(atom); });
    const auto automaton = translate(pool, f);
    ASSERT_TRUE(automaton);
    const bool satisfiable = !automaton->states[automaton->initial].empty();
    unsatisfiable += satisfiable ? 0 : 1;
    ASSERT_EQ(satisfiable, spin_satisfiable(text)) << text;
  }
  EXPECT_GT(unsatisfiable, pairs / 50);
}

}  // namespace
}  // namespace quorate
