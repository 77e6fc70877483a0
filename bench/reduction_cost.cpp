// What a reduction costs: the successors of all states of a model's reduced system, made by the model and by
// the reducing system around it (canonicalising, or computing stubborn sets). Both go through the same states
// in the same order, in turns, several times; nothing is stored. Processor time is measured, since other
// programs may run. Built on demand:
//
//   cmake --build build --target reduction_cost; build/reduction_cost lpor MODEL m=2,n=5
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string_view>

#include "language/language.hpp"
#include "search/search.hpp"
#include "verify/gate/symmetry_plan.hpp"
#include "verify/run/system_stack.hpp"

namespace quorate {
namespace {

constexpr int repetitions = 7;

ParameterValues settings(std::string_view text) {
  ParameterValues values;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const auto equals = one.find('=');
    if (equals == std::string_view::npos) continue;
    std::int64_t value = 0;
    std::from_chars(one.data() + equals + 1, one.data() + one.size(), value);
    values[std::string(one.substr(0, equals))] = value;
  }
  return values;
}

struct Searched {
  std::unique_ptr<SystemStack> stack;
  std::unique_ptr<StateStore> store;
};

Searched search_all(const Model& model, std::string_view reduction) {
  Reductions reductions;
  if (reduction == "lpor") {
    reductions.por = PartialOrder::lpor;
    reductions.visible = {PredicateId(0)};
  } else {
    reductions.group = plan_symmetry(model, analyze_interchangeability(model), 0, Symmetry::role).group;
  }
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    Searched result{SystemStack::make(model, {}, room, reductions, problems), nullptr};
    if (!result.stack) return result;
    SearchOutcome outcome = search(result.stack->top(), {}, {});
    if (outcome.result.stop != StopReason::channel_overflow) {
      result.store = std::move(outcome.store);
      return result;
    }
    ++room.try_emplace({outcome.result.overflow->from, outcome.result.overflow->to}, 1).first->second;
  }
}

struct Pass {
  double seconds = 0;
  std::uint64_t steps = 0;
};

Pass pass(const TransitionSystem& system, const StateStore& store, StepBuffer& buffer) {
  std::vector<std::uint64_t> state(system.shape().words);
  Pass result;
  const std::clock_t begin = std::clock();
  for (StateNumber number = 0; number < store.size(); ++number) {
    store.copy_out(number, state.data());
    buffer.clear();
    system.successors(state, {}, buffer);
    result.steps += buffer.size();
  }
  result.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return result;
}

int run(const std::string& reduction, const std::string& file, std::string_view parameters) {
  std::ifstream input(file);
  std::stringstream text;
  text << input.rdbuf();
  const SourceText source(file, text.str());
  Diagnostics diagnostics;
  const auto model = load_model(source, settings(parameters), diagnostics);
  if (!model) {
    fmt::print(stderr, "{}", render(diagnostics, source));
    return 3;
  }
  const Searched searched = search_all(*model, reduction);
  if (!searched.store) return 3;
  StepBuffer plain_buffer(searched.stack->top().shape().words);
  StepBuffer reduced_buffer(searched.stack->top().shape().words);
  Pass plain;
  Pass reduced;
  for (int i = 0; i < repetitions; ++i) {
    const Pass a = pass(searched.stack->unreduced(), *searched.store, plain_buffer);
    const Pass b = pass(searched.stack->top(), *searched.store, reduced_buffer);
    if (i == 0 || a.seconds < plain.seconds) plain = a;
    if (i == 0 || b.seconds < reduced.seconds) reduced = b;
  }
  const auto nanoseconds = [&](double seconds) { return 1e9 * seconds / static_cast<double>(plain.steps); };
  const double cost = reduced.seconds - plain.seconds;
  fmt::print(
      "{} {}: {} states, {} steps, best of {}: successors {:.0f} ns a step, {} {:.0f} ns a step, ratio "
      "{:.2f}\n",
      file, parameters, searched.store->size(), plain.steps, repetitions, nanoseconds(plain.seconds),
      reduction, nanoseconds(cost), cost / plain.seconds);
  return 0;
}

}  // namespace
}  // namespace quorate

int main(int count, char** arguments) {
  if (count != 4 ||
      (arguments[1] != std::string_view("lpor") && arguments[1] != std::string_view("symmetry"))) {
    fmt::print(stderr, "usage: reduction_cost lpor|symmetry MODEL PARAMETERS\n");
    return 3;
  }
  return quorate::run(arguments[1], arguments[2], arguments[3]);
}
