// Native code against the interpreter: the same steps in the same order and the same truth of predicates, in
// every state that the interpreter reaches, on the protocol library, the models of tests/verdicts and random
// protocols, under several semantics. Many systems are compiled into one library, which is what makes this
// quick.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <sstream>

#include "analysis/symmetry/interchangeability.hpp"
#include "lowered_protocol.hpp"
#include "native/emit_system.hpp"
#include "native/native_cache.hpp"
#include "native/native_compiler.hpp"
#include "native/native_library.hpp"
#include "random_protocol.hpp"
#include "random_signatures.hpp"
#include "random_symmetric.hpp"
#include "seeded.hpp"
#include "verify/gate/symmetry_plan.hpp"

namespace quorate {

namespace {

namespace fs = std::filesystem;

using State = std::vector<std::uint64_t>;

struct Subject {
  std::string name;
  std::unique_ptr<ModelSystem> system;
  std::vector<State> states;                     // reachable ones, in the order of a breadth-first search
  std::unique_ptr<Canonicalizer> canonicalizer;  // null: nothing is permuted
};

struct Tally {
  std::size_t states = 0;
  std::size_t steps = 0;
  std::size_t left_to_interpreter = 0;
  std::set<std::string> left_by;    // the subjects with such states
  std::size_t representatives = 0;  // by native code, and the others
  std::size_t hard_representatives = 0;
};

// The reachable states, up to a number; false if a channel overflowed.
bool explore(Subject& subject, std::size_t limit, std::optional<ChannelOverflow>& overflow) {
  const ModelSystem& system = *subject.system;
  StepBuffer buffer(system.shape().words);
  std::set<State> seen;
  const auto take = [&] {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      State state(buffer.state(i).begin(), buffer.state(i).end());
      if (seen.insert(state).second) subject.states.push_back(std::move(state));
    }
  };
  system.initial_states(buffer);
  take();
  for (std::size_t i = 0; i < subject.states.size() && subject.states.size() < limit; ++i) {
    buffer.clear();
    system.successors(State(subject.states[i]), {}, buffer);
    if (buffer.trouble.overflow) {
      overflow = buffer.trouble.overflow;
      return false;
    }
    take();
  }
  return true;
}

void permute(Subject& subject, const Model& model) {
  const auto group =
      plan_symmetry(model, analyze_interchangeability(model), std::nullopt, Symmetry::role).group;
  if (group.trivial()) return;
  if (auto permutation = StatePermutation::make(model, subject.system->layout(), group))
    subject.canonicalizer = std::make_unique<Canonicalizer>(std::move(*permutation));
}

// A subject with enough room in its channels; none if the model cannot be executed.
std::optional<Subject> subject_of(const std::string& name, const Model& model, const Semantics& semantics,
                                  std::size_t limit) {
  if (!not_emitted(model).empty()) return std::nullopt;
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    Subject subject{name, ModelSystem::make(model, semantics, room, problems), {}, nullptr};
    if (!subject.system) return std::nullopt;
    std::optional<ChannelOverflow> overflow;
    const bool enough = explore(subject, limit, overflow);
    if (!enough && ++room.try_emplace({overflow->from, overflow->to}, 1).first->second <= 6) continue;
    permute(subject, model);
    return subject;
  }
}

std::vector<Semantics> all_semantics(const Model& model) {
  std::vector<Semantics> all;
  const bool crashes = !model.faults.empty();
  for (const Traffic traffic : {Traffic::m, Traffic::grm, Traffic::rm}) {
    all.push_back({traffic, CrashModel::implicit_, LossModel::implicit_});
    if (crashes) all.push_back({traffic, CrashModel::explicit_, LossModel::implicit_});
    if (crashes) all.push_back({traffic, CrashModel::receipt, LossModel::implicit_});
    if (model.channels.lossy) all.push_back({traffic, CrashModel::implicit_, LossModel::explicit_});
  }
  return all;
}

// Some transitions, others in every state.
TransitionBits some_asleep(const Subject& subject, const State& state) {
  TransitionBits asleep;
  const std::size_t most = std::min(TransitionBits::most, subject.system->transitions().size());
  for (std::size_t t = 0; t < most; ++t) {
    if (((state[0] + t * 7) % 11) < 4) asleep.insert(TransitionId(static_cast<std::int64_t>(t)));
  }
  return asleep;
}

// What is wrong with the steps of one state, or empty.
std::string wrong_steps(const Subject& subject, const native::Functions& functions, const State& state,
                        const TransitionBits& asleep, Tally& tally) {
  const std::size_t words = subject.system->shape().words;
  StepBuffer buffer(words);
  buffer.asked.asleep = asleep;
  subject.system->successors(state, {}, buffer);
  std::vector<std::uint64_t> states((buffer.size() + 1) * words);
  std::vector<std::int32_t> transitions(buffer.size() + 1);
  native::Steps steps{states.data(),
                      transitions.data(),
                      0,
                      static_cast<native::Count>(transitions.size()),
                      0,
                      buffer.asked.asleep.words.data(),
                      0};
  const int outcome = functions.successors(state.data(), &steps);
  ++tally.states;
  if (outcome == native::interpret) {
    if (!buffer.stopped()) {
      ++tally.left_to_interpreter;
      tally.left_by.insert(subject.name);
    }
    return "";
  }
  // Steps that are asleep are not always made: then they neither fail nor find a full channel.
  if (buffer.stopped() && !asleep.empty()) return "";
  if (buffer.stopped()) return "steps: the interpreter stops, native code does not";
  if (outcome == native::more_room || steps.count != buffer.size())
    return fmt::format("steps: interpreter {}, native code {}{}", buffer.size(), steps.count,
                       outcome == native::done ? "" : " and more");
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    const auto t = buffer.transition(i);
    if (transitions[i] != t.value ||
        !std::ranges::equal(buffer.state(i), StateView(&states[i * words], words)))
      return fmt::format("steps: number {} differs: interpreter {}, native code {}", i,
                         subject.system->transitions()[t.index()].name,
                         subject.system->transitions()[static_cast<std::size_t>(transitions[i])].name);
  }
  tally.steps += buffer.size();
  if (steps.asleep_count != buffer.found.asleep_steps)
    return fmt::format("asleep: interpreter {}, native code {}", buffer.found.asleep_steps,
                       steps.asleep_count);
  if (!asleep.empty()) return "";
  return buffer.trouble.bound_reached == (steps.bound_reached != 0) ? ""
                                                                    : "bound: found full by one of both only";
}

std::string wrong_predicates(const Subject& subject, const native::Functions& functions, const State& state) {
  StepBuffer buffer(subject.system->shape().words);
  for (std::size_t k = 0; k < functions.predicate_count; ++k) {
    const Truth truth = subject.system->holds(PredicateId(static_cast<std::int64_t>(k)), state, buffer);
    const int native = functions.predicates[k](state.data());
    const int expected = truth == Truth::error ? 2 : truth == Truth::yes ? 1 : 0;
    if (native != expected)
      return fmt::format("predicate: number {}: interpreter {}, native code {}", k, expected, native);
  }
  return "";
}

std::string wrong_representative(const Subject& subject, const native::Functions& functions,
                                 const State& state, Tally& tally) {
  if (functions.canonicalize == nullptr) return "";
  Canonicalizer::Room room(state.size());
  State expected = state;
  subject.canonicalizer->canonicalize(expected.data(), room);
  State found = state;
  if (functions.canonicalize(found.data()) == native::interpret) {
    ++tally.hard_representatives;
    return found == state ? "" : "representative: a state that is left alone was changed";
  }
  ++tally.representatives;
  return found == expected ? "" : "representative: not that of the interpreter";
}

std::string wrong(const Subject& subject, const native::Functions& functions, Tally& tally) {
  for (const State& state : subject.states) {
    std::string complaint = wrong_steps(subject, functions, state, {}, tally);
    if (complaint.empty())
      complaint = wrong_steps(subject, functions, state, some_asleep(subject, state), tally);
    if (complaint.empty()) complaint = wrong_predicates(subject, functions, state);
    if (complaint.empty()) complaint = wrong_representative(subject, functions, state, tally);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

std::shared_ptr<const NativeLibrary> compiled(std::span<const Subject> subjects, const char* optimization) {
  std::string text = native_runtime();
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const auto& canonicalizer = subjects[i].canonicalizer;
    const StatePermutation* const permutation = canonicalizer ? &canonicalizer->permutation() : nullptr;
    if (const auto part = emit_system(*subjects[i].system, permutation, fmt::format("s{}", i), "test"))
      text += *part;
  }
  const NativeWorkshop workshop;
  const fs::path source = workshop.path().value() / "all.cpp";
  const fs::path library = workshop.path().value() / "all.so";
  std::ofstream(source) << text;
  auto compiler = NativeCompiler::find().value();
  compiler.optimization = optimization;
  EXPECT_EQ(compile_library(compiler, source, library, [] { return false; }), "");
  std::string trouble;
  auto loaded = NativeLibrary::open(library, trouble);
  EXPECT_EQ(trouble, "");
  return loaded;
}

// Many subjects are compiled into one library, but not so many that the compiler becomes slow.
Tally compare(std::span<const Subject> subjects, const char* optimization) {
  constexpr std::size_t at_once = 25;
  Tally tally;
  for (; !subjects.empty(); subjects = subjects.subspan(std::min(at_once, subjects.size()))) {
    const auto chunk = subjects.first(std::min(at_once, subjects.size()));
    const auto library = compiled(chunk, optimization);
    if (!library) return tally;
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const native::Functions* const functions = library->functions(fmt::format("s{}", i), "test");
      const std::string complaint =
          functions == nullptr ? "no native code" : wrong(chunk[i], *functions, tally);
      if (!complaint.empty()) ADD_FAILURE() << chunk[i].name << ": " << complaint;
    }
  }
  return tally;
}

std::string to_text(const Semantics& semantics) {
  return fmt::format("traffic {} crash {} loss {}", static_cast<int>(semantics.traffic),
                     static_cast<int>(semantics.crash), static_cast<int>(semantics.loss));
}

std::optional<Model> load_file(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return load_text(text.str());
}

// Whether all semantics that a model can have are tried, which takes some minutes.
bool thorough() {
  return environment_number("QUORATE_NATIVE_SEEDS", 0) >= 100;
}

std::vector<Subject> subjects_in(const char* folder, std::size_t limit, bool defaults) {
  const fs::path root = QUORATE_ROOT;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() == ".ftdp") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<Subject> subjects;
  for (std::size_t f = 0; f < files.size(); ++f) {
    const auto model = load_file(files[f]);
    if (!model) continue;
    const auto all = all_semantics(*model);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!thorough() && k != (defaults ? 0 : f % all.size())) continue;
      const std::string name = files[f].filename().string() + " " + to_text(all[k]);
      if (auto subject = subject_of(name, explicitly(*model), all[k], limit))
        subjects.push_back(std::move(*subject));
    }
  }
  return subjects;
}

void show(const Tally& tally) {
  fmt::print(
      "{} states, {} steps, {} states left to the interpreter without need; {} representatives, {} more "
      "left\n",
      tally.states, tally.steps, tally.left_to_interpreter, tally.representatives,
      tally.hard_representatives);
}

}  // namespace

TEST(Native, Library) {
  const Tally tally = compare(subjects_in("protocols", 3000, true), "-O2");
  show(tally);
  EXPECT_GT(tally.steps, 100'000U);
  EXPECT_GT(tally.representatives, 10'000U);
  EXPECT_EQ(tally.left_to_interpreter, 0U) << fmt::format("{}", fmt::join(tally.left_by, ", "));
}

// Each model under one semantics, another one for the next model.
TEST(Native, LibraryUnderOtherSemantics) {
  const Tally tally = compare(subjects_in("protocols", 300, false), "-O1");
  show(tally);
  EXPECT_EQ(tally.left_to_interpreter, 0U) << fmt::format("{}", fmt::join(tally.left_by, ", "));
}

TEST(Native, VerdictModels) {
  const Tally tally = compare(subjects_in("tests/verdicts/models", 300, false), "-O1");
  show(tally);
  EXPECT_EQ(tally.left_to_interpreter, 0U) << fmt::format("{}", fmt::join(tally.left_by, ", "));
}

// QUORATE_NATIVE_SEEDS=n: so many; from 100 on the tests above try all semantics.
TEST(Native, RandomProtocols) {
  std::vector<Subject> subjects;
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count = environment_number("QUORATE_NATIVE_SEEDS", 25);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto model = load_text(seed % 2 == 0 ? random_protocol(seed) : random_symmetric_protocol(seed));
    ASSERT_TRUE(model);
    const auto all = all_semantics(*model);
    const Semantics& chosen = all[seed / 2 % all.size()];
    if (auto subject = subject_of(fmt::format("seed {} {}", seed, to_text(chosen)), *model, chosen, 300))
      subjects.push_back(std::move(*subject));
    const auto with_signatures = load_text(random_signatures(seed));
    ASSERT_TRUE(with_signatures);
    if (auto subject = subject_of(fmt::format("signatures {} {}", seed, to_text(chosen)),
                                  explicitly(*with_signatures), chosen, 100))
      subjects.push_back(std::move(*subject));
    const Model faulty = explicitly(with_fault(*model, tested_faults()[seed % tested_faults().size()]));
    if (auto subject = subject_of(fmt::format("fault {} {}", seed, to_text(chosen)), faulty, chosen, 100))
      subjects.push_back(std::move(*subject));
  }
  const Tally tally = compare(subjects, "-O1");
  show(tally);
  EXPECT_GT(tally.steps, 1000U);
}

}  // namespace quorate
