#include "native/native_engine.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>

#include "language/checked_model.hpp"
#include "native/native_environment.hpp"

namespace quorate {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<ModelSystem> system_of(int largest) {
  const Model model = model_of(fmt::format(R"(
protocol count
role a[2] var x: 0..9 := 0
rule go of a p: when p.x < {} do p.x := p.x + 1
invariant small: all(p: a | p.x <= 3)
)",
                                           largest));
  std::vector<CompileProblem> problems;
  return ModelSystem::make(model, {}, {}, problems);
}

// The number of steps in the initial state.
std::size_t steps_of(const ModelSystem& system) {
  StepBuffer initial(system.shape().words);
  system.initial_states(initial);
  StepBuffer buffer(system.shape().words);
  system.successors(initial.state(0), {}, buffer);
  EXPECT_EQ(system.holds(PredicateId(0), initial.state(0), buffer), Truth::yes);
  return buffer.size();
}

struct NativeEngineTest : ::testing::Test {
  NativeEngineTest() { environment.counting_compiler(); }
  // Starts, and is in use.
  void expect_native(const ModelSystem& system, std::size_t calls) const {
    NativeEngine engine(system);
    EXPECT_EQ(engine.start(Engine::native), "");
    EXPECT_TRUE(engine.in_use());
    EXPECT_EQ(steps_of(system), 2U);
    EXPECT_EQ(environment.calls(), calls);
  }
  NativeEnvironment environment;
};

TEST_F(NativeEngineTest, CompilesOnce) {
  const auto system = system_of(3);
  expect_native(*system, 1);
  expect_native(*system, 1);
  expect_native(*system_of(4), 2);
  EXPECT_EQ(environment.cached().size(), 2U);  // and nothing is left of the compilations
}

TEST_F(NativeEngineTest, CompilesAgainWhatIsDamaged) {
  const auto system = system_of(3);
  expect_native(*system, 1);
  const fs::path library = environment.cached().at(0);
  fs::resize_file(library, fs::file_size(library) / 2);
  expect_native(*system, 2);
  std::ofstream(library) << "no library at all";
  expect_native(*system, 3);
}

TEST_F(NativeEngineTest, DoesNotTrustTheNameOfALibrary) {
  const auto system = system_of(3);
  expect_native(*system, 1);
  const fs::path mine = environment.cached().at(0);
  fs::rename(mine, environment.root() / "mine");
  const auto other = system_of(4);
  expect_native(*other, 2);
  fs::copy_file(environment.cached().at(0), mine);
  expect_native(*system, 3);
}

TEST_F(NativeEngineTest, AnotherCompilerIsAnotherLibrary) {
  const auto system = system_of(3);
  expect_native(*system, 1);
  environment.compiler("# another one\necho >> " + (environment.root() / "calls").string() +
                       "\nexec c++ \"$@\"");
  expect_native(*system, 2);
}

TEST_F(NativeEngineTest, SeveralAtOnce) {
  const auto first = system_of(3);
  const auto second = system_of(3);
  std::thread beside([&] {
    NativeEngine engine(*first);
    EXPECT_EQ(engine.start(Engine::native), "");
  });
  NativeEngine engine(*second);
  EXPECT_EQ(engine.start(Engine::native), "");
  beside.join();
  EXPECT_EQ(steps_of(*second), 2U);
  EXPECT_EQ(environment.cached().size(), 1U);
}

TEST_F(NativeEngineTest, WorksWithoutACache) {
  environment.set("XDG_CACHE_HOME", "/dev/null/none");
  const auto system = system_of(3);
  expect_native(*system, 1);
  expect_native(*system, 2);
}

TEST_F(NativeEngineTest, SaysWhyThereIsNone) {
  const auto system = system_of(3);
  const auto trouble = [&] {
    NativeEngine engine(*system);
    const std::string text = engine.start(Engine::native);
    EXPECT_FALSE(engine.in_use());
    EXPECT_EQ(steps_of(*system), 2U);
    return text;
  };
  environment.compiler("echo 'model.cpp: error: no' >&2\nexit 1");
  EXPECT_NE(trouble().find("failed: model.cpp: error: no"), std::string::npos);
  environment.compiler("exit 0");
  EXPECT_NE(trouble(), "");  // it says that it succeeded, and there is nothing
  environment.set("CXX", std::nullopt);
  environment.set("PATH", environment.root().string());
  EXPECT_NE(trouble().find("no C++ compiler was found"), std::string::npos);
}

TEST_F(NativeEngineTest, AShortSearchStartsNothing) {
  const auto system = system_of(3);
  NativeEngine engine(*system);
  EXPECT_EQ(engine.start(Engine::automatic), "");
  engine.stop();
  EXPECT_FALSE(engine.in_use());
  EXPECT_EQ(environment.calls(), 0U);
  EXPECT_TRUE(environment.cached().empty());
}

TEST_F(NativeEngineTest, ALongSearchGoesOnWithNativeCode) {
  const auto system = system_of(3);
  NativeEngine engine(*system);
  EXPECT_EQ(engine.start(Engine::automatic), "");
  for (int k = 0; k < 3000 && !engine.in_use(); ++k) {
    EXPECT_EQ(steps_of(*system), 2U);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(engine.in_use());
  engine.stop();
  EXPECT_TRUE(engine.in_use());
  EXPECT_EQ(steps_of(*system), 2U);
}

TEST_F(NativeEngineTest, TheCompilerEndsWithTheSearch) {
  const fs::path process = environment.root() / "process";
  environment.compiler("echo $$ > " + process.string() + "\nexec sleep 60");
  const auto system = system_of(3);
  NativeEngine engine(*system);
  EXPECT_EQ(engine.start(Engine::automatic), "");
  for (int k = 0; k < 3000 && !fs::exists(process); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto began = std::chrono::steady_clock::now();
  engine.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
  EXPECT_FALSE(engine.in_use());
  EXPECT_EQ(engine.trouble(), "");
  int number = 0;
  std::ifstream(process) >> number;
  ASSERT_GT(number, 0);
  EXPECT_NE(kill(number, 0), 0);
  EXPECT_TRUE(environment.cached().empty());
}

}  // namespace
}  // namespace quorate
