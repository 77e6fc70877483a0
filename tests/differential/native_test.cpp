// Native code against the interpreter: the same steps in the same order and the same truth of predicates, in
// every state that the interpreter reaches, on the protocol library, the models of tests/verdicts and random
// protocols, under several semantics. Many systems are compiled into one library, which is what makes this
// quick.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "native/emit_system.hpp"
#include "native/native_compiler.hpp"
#include "native/native_library.hpp"
#include "random_protocol.hpp"
#include "random_symmetric.hpp"
#include "seeded.hpp"

namespace quorate {

namespace {

namespace fs = std::filesystem;

using State = std::vector<std::uint64_t>;

struct Subject {
  std::string name;
  std::unique_ptr<ModelSystem> system;
  std::vector<State> states;  // reachable ones, in the order of a breadth-first search
};

struct Tally {
  std::size_t states = 0;
  std::size_t steps = 0;
  std::size_t left_to_interpreter = 0;
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
    if (buffer.overflow) {
      overflow = buffer.overflow;
      return false;
    }
    take();
  }
  return true;
}

// With enough room in its channels; none if the model cannot be executed.
std::optional<Subject> subject_of(const std::string& name, const Model& model, const Semantics& semantics,
                                  std::size_t limit) {
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    Subject subject{name, ModelSystem::make(model, semantics, room, problems), {}};
    if (!subject.system) return std::nullopt;
    std::optional<ChannelOverflow> overflow;
    if (explore(subject, limit, overflow)) return subject;
    if (++room.try_emplace({overflow->from, overflow->to}, 1).first->second > 6) return subject;
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

// What is wrong with the steps of one state, or empty.
std::string wrong_steps(const Subject& subject, const native::Functions& functions, const State& state,
                        Tally& tally) {
  const std::size_t words = subject.system->shape().words;
  StepBuffer buffer(words);
  subject.system->successors(state, {}, buffer);
  std::vector<std::uint64_t> states((buffer.size() + 1) * words);
  std::vector<std::int32_t> transitions(buffer.size() + 1);
  native::Steps steps{states.data(), transitions.data(), 0, static_cast<native::Count>(transitions.size()),
                      0};
  const int outcome = functions.successors(state.data(), &steps);
  ++tally.states;
  if (outcome == native::interpret) {
    if (!buffer.stopped()) ++tally.left_to_interpreter;
    return "";
  }
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
  return buffer.bound_reached == (steps.bound_reached != 0) ? "" : "bound: found full by one of both only";
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

// A directory that goes with the test.
class Room {
 public:
  Room() {
    std::string name = (fs::temp_directory_path() / "quorate-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Room() { fs::remove_all(path_); }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::shared_ptr<const NativeLibrary> compiled(const std::vector<Subject>& subjects) {
  std::string text = native_runtime();
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const auto part = emit_system(*subjects[i].system, fmt::format("s{}", i), "test");
    if (part) text += *part;
  }
  const Room room;
  std::ofstream(room.path() / "all.cpp") << text;
  const auto compiler = NativeCompiler::find();
  EXPECT_TRUE(compiler);
  const std::string problem =
      compile_library(*compiler, room.path() / "all.cpp", room.path() / "all.so", [] { return false; });
  EXPECT_EQ(problem, "");
  std::string trouble;
  auto library = NativeLibrary::open(room.path() / "all.so", trouble);
  EXPECT_EQ(trouble, "");
  return library;
}

Tally compare(const std::vector<Subject>& subjects) {
  Tally tally;
  const auto library = compiled(subjects);
  if (!library) return tally;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const native::Functions* const functions = library->functions(fmt::format("s{}", i), "test");
    if (functions == nullptr) {
      ADD_FAILURE() << subjects[i].name << ": no native code";
      continue;
    }
    for (const State& state : subjects[i].states) {
      std::string complaint = wrong_steps(subjects[i], *functions, state, tally);
      if (complaint.empty()) complaint = wrong_predicates(subjects[i], *functions, state);
      if (complaint.empty()) continue;
      ADD_FAILURE() << subjects[i].name << ": " << complaint;
      break;
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

void add_subjects(const std::string& name, const Model& model, std::size_t limit, bool all,
                  std::vector<Subject>& subjects) {
  for (const Semantics& semantics : all_semantics(model)) {
    if (auto subject = subject_of(name + " " + to_text(semantics), model, semantics, limit))
      subjects.push_back(std::move(*subject));
    if (!all) break;
  }
}

std::vector<Subject> subjects_in(const char* folder, std::size_t limit, bool all) {
  const fs::path root = fs::path(__FILE__).parent_path().parent_path().parent_path();
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() == ".ftdp") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<Subject> subjects;
  for (const fs::path& file : files) {
    if (const auto model = load_file(file)) add_subjects(file.filename(), *model, limit, all, subjects);
  }
  return subjects;
}

void show(const char* what, const Tally& tally) {
  fmt::print("{}: {} states, {} steps, {} states left to the interpreter\n", what, tally.states, tally.steps,
             tally.left_to_interpreter);
}

}  // namespace

TEST(Native, Library) {
  const Tally tally = compare(subjects_in("protocols", 3000, false));
  show("protocols", tally);
  EXPECT_EQ(tally.left_to_interpreter, 0U);
}

TEST(Native, LibraryUnderAllSemantics) {
  show("protocols", compare(subjects_in("protocols", 300, true)));
}

TEST(Native, VerdictModels) {
  show("models", compare(subjects_in("tests/verdicts/models", 300, true)));
}

TEST(Native, RandomProtocols) {
  std::vector<Subject> subjects;
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count = environment_number("QUORATE_SEEDS", 50);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto model = load_text(seed % 2 == 0 ? random_protocol(seed) : random_symmetric_protocol(seed));
    ASSERT_TRUE(model);
    const auto semantics = all_semantics(*model);
    const Semantics& chosen = semantics[seed / 2 % semantics.size()];
    if (auto subject = subject_of(fmt::format("seed {} {}", seed, to_text(chosen)), *model, chosen, 300))
      subjects.push_back(std::move(*subject));
  }
  show("random protocols", compare(subjects));
}

}  // namespace quorate
