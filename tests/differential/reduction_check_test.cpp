// The conditions of partial-order reduction, verified by brute force in every state of small systems (what
// --check-reductions does): random protocols, and the models of tests/verdicts. QUORATE_SEEDS and
// QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "lowered_protocol.hpp"
#include "random_protocol.hpp"
#include "random_signatures.hpp"
#include "seeded.hpp"
#include "shrink.hpp"

namespace quorate {

namespace {

struct Totals {
  std::uint64_t systems = 0;
  std::uint64_t complete = 0;  // states
  std::uint64_t in_part = 0;
};

// All invariants are visible together, so that every one of them is watched.
Reductions watched(const Model& model, Split split) {
  Reductions reductions;
  reductions.por = PartialOrder::lpor;
  reductions.check = true;
  reductions.lpor_options.split = split;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].kind == PropertyKind::invariant) {
      reductions.visible.emplace_back(static_cast<std::int64_t>(p));
    }
  }
  return reductions;
}

// The condition that is violated, or empty.
std::string flaw_of(const Model& model, LossModel loss, std::uint64_t max_states, Totals* totals) {
  const Semantics semantics{Traffic::m, CrashModel::implicit_, loss};
  if (!TransitionRelations::against(model, semantics).empty()) return "";
  ChannelRoom room;
  SearchOptions options;
  options.limits.max_states = max_states;
  const auto plain = search_with_room(model, semantics, {}, {}, options, room);
  if (!plain || plain->outcome.result.stop == StopReason::state_limit) return "";
  for (const Split split : {Split::combined, Split::none, Split::quorum, Split::reply}) {
    try {
      const auto found = search_with_room(model, semantics, watched(model, split), {}, options, room);
      if (!found || totals == nullptr) continue;
      ++totals->systems;
      const CheckedStates* const checked = found->stack->wanted().stubborn->checked();
      totals->complete += checked->complete;
      totals->in_part += checked->in_part;
    } catch (const ReductionFlaw& flaw) {
      return fmt::format("split {}, loss {}: {}", to_text(split), loss == LossModel::explicit_, flaw.what());
    }
  }
  return "";
}

std::string flaw_of(const Model& model, std::uint64_t max_states, Totals* totals = nullptr) {
  std::string text = flaw_of(model, LossModel::implicit_, max_states, totals);
  if (text.empty() && model.channels.lossy)
    text = flaw_of(model, LossModel::explicit_, max_states / 2, totals);
  return text;
}

}  // namespace

TEST(ReductionCheck, Signatures) {
  const auto judge = [](const Model& model) { return flaw_of(explicitly(model), 150); };
  judge_seeds(random_signatures, judge, judge);
}

TEST(ReductionCheck, LoweredFaults) {
  const auto judge = [](const Model& model) {
    return with_each_fault(model, [](const Model& faulty) { return flaw_of(explicitly(faulty), 150); });
  };
  judge_random_protocols(judge, judge);
}

TEST(ReductionCheck, RandomProtocols) {
  constexpr std::uint64_t max_states = 150;
  Totals totals;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return flaw_of(model, max_states, &totals); },
                             [](const Model& model) { return flaw_of(model, max_states); });
  if (count >= 100) {
    EXPECT_GE(totals.complete, 5 * count);
    EXPECT_LE(totals.in_part * 10, totals.complete);
  }
  RecordProperty("systems", static_cast<int>(totals.systems));
  RecordProperty("complete", static_cast<int>(totals.complete));
  RecordProperty("in_part", static_cast<int>(totals.in_part));
}

TEST(ReductionCheck, ModelsOfTheVerdictTests) {
  const auto folder = std::filesystem::path(QUORATE_ROOT) / "tests/verdicts/models";
  std::size_t models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const auto model = load_text(text.str());
    if (!model) continue;
    ++models;
    EXPECT_EQ(flaw_of(explicitly(*model), 400), "") << entry.path().filename();
  }
  EXPECT_GE(models, 40U);
}

}  // namespace quorate
