// The decomposed model and the original are isomorphic: lifted to the original's names, the states and the
// steps are the same, one by one. Random protocols of the general kind check that nothing is lost in
// rewriting (they are rarely split), those made of several sub-protocols that splitting is right.
#include "analysis/parts/decomposition.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <set>

#include "language/language.hpp"
#include "random_protocol.hpp"
#include "random_servers.hpp"
#include "system/execute/lift_decomposed.hpp"
#include "system/execute/model_system.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {

namespace {

constexpr std::size_t max_states = 1500;

std::uint64_t seeds() {
  const char* text = std::getenv("QUORATE_SEEDS");
  return text == nullptr ? 300 : std::strtoull(text, nullptr, 10);
}

std::string text_of(const StateDescription& state) {
  std::string text;
  for (const ProcessDescription& process : state.processes) {
    text += process.name + " " + process.status;
    for (const NamedValue& variable : process.variables)
      text += " " + variable.name + "=" + to_text(variable.value);
    text += "\n";
  }
  for (const ChannelDescription& channel : state.channels) {
    text += channel.from + ">" + channel.to;
    for (const MessageDescription& message : channel.waiting) text += " " + to_text(message);
    text += " |";
    for (const MessageDescription& message : channel.delivered) text += " " + to_text(message);
    text += "\n";
  }
  for (const NamedValue& variable : state.monitors)
    text += variable.name + "=" + to_text(variable.value) + "\n";
  return text;
}

using Lift = std::function<TraceDescription(const TraceDescription&)>;

// All reachable states and steps, as texts.
struct Picture {
  bool complete = false;  // not too large, and no channel overflowed for good
  bool failed = false;    // a model error somewhere
  std::multiset<std::string> initial;
  std::set<std::string> states;  // with the properties that hold there
  std::multiset<std::string> steps;
};

class Explorer {
 public:
  Explorer(const Model& model, const ModelSystem& system, Lift lift)
      : model_(model), system_(system), lift_(std::move(lift)), buffer_(system.shape().words) {
    buffer_.asked.describe_steps = true;
  }

  Picture run() {
    Picture picture;
    system_.initial_states(buffer_);
    if (buffer_.stopped()) {
      picture.complete = picture.failed = !overflowed();
      return picture;
    }
    for (std::size_t i = 0; i < buffer_.size(); ++i) picture.initial.insert(visit(i, picture));
    while (!queue_.empty() && seen_.size() <= max_states) {
      const auto state = queue_.front();
      queue_.pop_front();
      buffer_.clear();
      system_.successors(state, {}, buffer_);
      if (overflowed()) return picture;
      if (buffer_.trouble.failure.failed()) {
        picture.complete = picture.failed = true;
        return picture;
      }
      const std::string from = seen_.at(state);
      const auto descriptions = buffer_.found.descriptions;
      for (std::size_t i = 0; i < buffer_.size(); ++i) {
        TraceDescription step;
        step.steps.push_back(descriptions[i]);
        const std::string to = visit(i, picture);
        picture.steps.insert(from + "--" + lift_(step).steps[0].transition + "->\n" + to);
      }
    }
    picture.complete = queue_.empty();
    return picture;
  }

  [[nodiscard]] bool overflowed() const { return buffer_.trouble.overflow.has_value(); }
  [[nodiscard]] ChannelOverflow overflow() const { return *buffer_.trouble.overflow; }

 private:
  std::string visit(std::size_t i, Picture& picture) {
    const std::vector<std::uint64_t> state(buffer_.state(i).begin(), buffer_.state(i).end());
    const auto known = seen_.find(state);
    if (known != seen_.end()) return known->second;
    TraceDescription one;
    one.states.push_back(system_.describe(state));
    std::string text = text_of(lift_(one).states[0]);
    StepBuffer scratch(system_.shape().words);
    for (std::size_t k = 0; k < model_.properties.size(); ++k) {
      if (model_.properties[k].kind == PropertyKind::temporal) continue;
      text += std::to_string(
          static_cast<int>(system_.holds(PredicateId(static_cast<std::int64_t>(k)), state, scratch)));
    }
    seen_[state] = text;
    picture.states.insert(text);
    queue_.push_back(state);
    return text;
  }

  const Model& model_;
  const ModelSystem& system_;
  Lift lift_;
  StepBuffer buffer_;
  std::map<std::vector<std::uint64_t>, std::string> seen_;
  std::deque<std::vector<std::uint64_t>> queue_;
};

Picture explore(const Model& model, const Semantics& semantics, const Lift& lift) {
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    const auto system = ModelSystem::make(model, semantics, room, problems);
    if (!system) return {};
    Explorer explorer(model, *system, lift);
    Picture picture = explorer.run();
    if (!explorer.overflowed()) return picture;
    if (++room.try_emplace({explorer.overflow().from, explorer.overflow().to}, 1).first->second > 12)
      return {};
  }
}

struct Tally {
  std::size_t split = 0;
  std::size_t compared = 0;
  std::size_t failed = 0;  // model errors
  std::size_t states = 0;
};

void compare(const std::string& name, const std::string& text, Traffic traffic, Tally& tally) {
  const SourceText source("random.ftdp", text);
  Diagnostics diagnostics;
  const auto model = load_model(source, {}, diagnostics);
  ASSERT_TRUE(model.has_value()) << name << "\n" << text << render(diagnostics, source);
  const Decomposition result = decompose(*model);
  EXPECT_TRUE(!result.split || may_be_split(*model)) << name << "\n" << text;
  Semantics semantics;
  semantics.traffic = traffic;
  if (!result.split) semantics.crash = CrashModel::explicit_;
  if (model->channels.lossy && traffic == Traffic::m) semantics.loss = LossModel::explicit_;
  const Lift same = [&](const TraceDescription& trace) {
    TraceDescription ordered = trace;
    for (StateDescription& state : ordered.states) state = in_canonical_order(state, model->channels);
    return ordered;
  };
  const Lift lifted = [&](const TraceDescription& trace) { return lift(result, *model, trace); };
  const Picture original = explore(*model, semantics, same);
  if (!original.complete) return;
  const Picture decomposed = explore(result.model, semantics, lifted);
  tally.split += result.split ? 1 : 0;
  ++tally.compared;
  tally.states += original.states.size();
  ASSERT_TRUE(decomposed.complete) << name << "\n" << text;
  ASSERT_EQ(original.failed, decomposed.failed) << name << "\n" << text;
  tally.failed += original.failed ? 1 : 0;
  if (original.failed) return;
  EXPECT_EQ(original.initial, decomposed.initial) << name << "\n" << text;
  EXPECT_EQ(original.states.size(), decomposed.states.size()) << name << "\n" << text;
  EXPECT_TRUE(original.states == decomposed.states) << name << "\n" << text;
  EXPECT_EQ(original.steps.size(), decomposed.steps.size()) << name << "\n" << text;
  EXPECT_TRUE(original.steps == decomposed.steps) << name << "\n" << text;
}

}  // namespace

TEST(DecompositionDifferential, KeepsWhatItDoesNotSplit) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < seeds() && !HasFailure(); ++seed) {
    compare("seed " + std::to_string(seed), random_protocol(seed), Traffic::m, tally);
  }
  RecordProperty("compared", static_cast<int>(tally.compared));
  EXPECT_GT(tally.compared, seeds() / 4);
}

TEST(DecompositionDifferential, SplitsServersRight) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < seeds() && !HasFailure(); ++seed) {
    const Traffic traffic = seed % 4 == 3 ? Traffic::grm : Traffic::m;
    compare("seed " + std::to_string(seed), random_servers(seed), traffic, tally);
  }
  std::cout << tally.compared << " compared, " << tally.split << " split, " << tally.failed << " failed, "
            << tally.states << " states\n";
  EXPECT_GT(tally.split, seeds() / 4);
}

}  // namespace quorate
