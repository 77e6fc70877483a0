// What a step costs without the store: the successors and predicates of the first states of a breadth-first
// search, made again and again by the interpreter and by native code. For docs/performance.md.
//
//   step_cost MODEL [NAME=NUMBER,...] [STATES]
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "language/language.hpp"
#include "native/emit_system.hpp"
#include "native/native_engine.hpp"
#include "store/state_store.hpp"

namespace quorate {

namespace {

// Processor time, since other programs may run.
double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Processor time of child processes that have ended.
double compiler_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

struct Measured {
  std::size_t steps = 0;
  double nanoseconds = 0;  // a step
  double predicates = 0;   // nanoseconds a state
};

std::map<std::string, std::int64_t> settings_of(std::string text) {
  std::map<std::string, std::int64_t> settings;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const std::string one = text.substr(0, comma);
    const auto equals = one.find('=');
    if (equals != std::string::npos) settings[one.substr(0, equals)] = std::stoll(one.substr(equals + 1));
    text = comma == std::string::npos ? "" : text.substr(comma + 1);
  }
  return settings;
}

// The system with channels that are large enough for its first `limit` states.
std::unique_ptr<ModelSystem> explored(const Model& model, std::size_t limit,
                                      std::unique_ptr<StateStore>& store) {
  const Semantics semantics{Traffic::m, CrashModel::implicit_,
                            model.channels.lossy ? LossModel::explicit_ : LossModel::implicit_};
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    auto system = ModelSystem::make(model, semantics, room, problems);
    if (!system) return nullptr;
    const std::size_t words = system->shape().words;
    store = std::make_unique<StateStore>(system->shape());
    StepBuffer buffer(words);
    std::vector<std::uint64_t> state(words);
    system->initial_states(buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) store->insert(buffer.state(i).data());
    for (StateNumber next = 0; next < store->size() && store->size() < limit && !buffer.trouble.overflow;
         ++next) {
      store->copy_out(next, state.data());
      buffer.clear();
      system->successors(state, {}, buffer);
      for (std::size_t i = 0; i < buffer.size(); ++i) store->insert(buffer.state(i).data());
    }
    if (!buffer.trouble.overflow) return system;
    ++room.try_emplace({buffer.trouble.overflow->from, buffer.trouble.overflow->to}, 1).first->second;
  }
}

Measured measure(const ModelSystem& system, const StateStore& store) {
  const std::size_t words = system.shape().words;
  std::vector<std::uint64_t> states(store.size() * words);
  for (StateNumber k = 0; k < store.size(); ++k) store.copy_out(k, &states[k * words]);
  StepBuffer buffer(words);
  Measured measured;
  const auto began = seconds_now();
  for (std::size_t k = 0; k < store.size(); ++k) {
    buffer.clear();
    system.successors(StateView(&states[k * words], words), {}, buffer);
    measured.steps += buffer.size();
  }
  const auto middle = seconds_now();
  std::size_t holding = 0;
  for (std::size_t k = 0; k < store.size(); ++k) {
    for (std::size_t p = 0; p < system.model().properties.size(); ++p) {
      const PredicateId predicate(static_cast<std::int64_t>(p));
      holding += system.holds(predicate, StateView(&states[k * words], words), buffer) == Truth::yes ? 1 : 0;
    }
  }
  const auto end = seconds_now();
  measured.nanoseconds =
      1e9 * (middle - began) / static_cast<double>(std::max<std::size_t>(1, measured.steps));
  measured.predicates = 1e9 * (end - middle) / static_cast<double>(store.size());
  if (holding == SIZE_MAX) fmt::print("\n");  // otherwise the compiler removes the evaluation
  return measured;
}

int run(const std::string& path, const std::string& settings, std::size_t limit) {
  std::stringstream content;
  content << std::ifstream(path).rdbuf();
  const SourceText source(path, content.str());
  Diagnostics diagnostics;
  const auto model = load_model(source, settings_of(settings), diagnostics);
  if (!model) {
    std::cerr << render(diagnostics, source);
    return 3;
  }
  std::unique_ptr<StateStore> store;
  const auto system = explored(*model, limit, store);
  if (!system) return 3;
  const Measured interpreted = measure(*system, *store);
  const auto emitting = seconds_now();
  const auto text = emit_system(*system, nullptr, "entry", "");
  const auto compiling = seconds_now();
  NativeEngine engine(*system);
  if (const std::string problem = engine.start(Engine::native); !problem.empty()) {
    fmt::print(stderr, "{}\n", problem);
    return 3;
  }
  const Measured native = measure(*system, *store);
  fmt::print("{} {}: {} states, {} steps, {} words\n", path, settings, store->size(), native.steps,
             system->shape().words);
  fmt::print("  {} transitions, {:.0f} kB emitted in {:.1f} ms, the compiler took {:.2f} s\n",
             system->transitions().size(), static_cast<double>(text ? text->size() : 0) / 1000,
             1000 * (compiling - emitting), compiler_seconds());
  fmt::print(
      "  a step: interpreted {:.0f} ns, native {:.1f} ns; predicates of a state: {:.0f} ns, {:.1f} ns\n",
      interpreted.nanoseconds, native.nanoseconds, interpreted.predicates, native.predicates);
  return interpreted.steps == native.steps ? 0 : 4;
}

}  // namespace

}  // namespace quorate

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "step_cost MODEL [NAME=NUMBER,...] [STATES]\n");
    return 3;
  }
  const std::string settings = count > 2 ? arguments[2] : "";
  return quorate::run(arguments[1], settings, count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 300'000);
}
