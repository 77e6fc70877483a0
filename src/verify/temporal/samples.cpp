// Random walks (search/random_walk) on the unreduced system, whose predicates are those of
// watched_predicates. For each predicate the runs are counted in which it was true somewhere, and those in
// which it was false somewhere. Walks are repeated with more room if a channel was too small. There are fewer
// runs than requested if their report would exceed the limits on memory or time.
#include "verify/temporal/samples.hpp"

#include <fmt/format.h>

#include "faults/implicit_faults.hpp"
#include "faults/lowering.hpp"
#include "verify/result/stopping.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

Semantics sampled_semantics(const Model& model, const CheckOptions& options) {
  Semantics semantics;
  semantics.traffic = options.traffic;
  semantics.crash =
      options.crash.value_or(has_crash_faults(model) ? CrashModel::explicit_ : CrashModel::implicit_);
  semantics.loss = options.loss.value_or(model.channels.lossy ? LossModel::explicit_ : LossModel::implicit_);
  return semantics;
}

// The truth values of a predicate that occurred in one run.
struct Seen {
  bool yes = false;
  bool no = false;
};

class Sampler {
 public:
  Sampler(WatchedModel watched, const Semantics& semantics, const SampleOptions& wanted)
      : watched_(std::move(watched)), wanted_(wanted) {
    samples_.semantics = semantics;
    samples_.seed = wanted.seed;
  }

  // A model that cannot be executed gives no samples; the check reports why.
  Samples run() {
    const Spent spent = within_budget([&] {
      while (!sampled()) {
      }
    });
    if (spent != Spent::nothing) samples_.problem = to_text(spent);
    return std::move(samples_);
  }

 private:
  // False: channels got more room, and everything must be repeated.
  bool sampled() {
    std::vector<CompileProblem> problems;
    const auto system = ModelSystem::borrowing(watched_.model, samples_.semantics, room_, problems);
    begin();
    if (!system) return true;
    StepBuffer buffer(system->shape().words);
    for (std::uint64_t k = 0; k < wanted_.runs; ++k) {
      Budget::ask();
      samples_.problem = against_more(k);
      if (!samples_.problem.empty()) return true;
      const RandomWalk walk = random_walk(*system, wanted_.seed + k, wanted_.most_steps);
      if (walk.too_small) {
        if (enlarge(room_, watched_.model, *walk.too_small)) return false;
        samples_.problem = stop_text(StopReason::channel_overflow, watched_.model, room_, walk.too_small);
        return true;
      }
      if (walk.end == WalkEnd::no_start) {
        samples_.problem = "the model has no initial state";
        return true;
      }
      add(*system, walk);
      look(*system, walk, buffer);
    }
    return true;
  }

  // Why there should be no more runs, or empty: the report takes more memory than the runs, and the check
  // that follows needs memory and time as well.
  [[nodiscard]] std::string against_more(std::uint64_t runs) const {
    constexpr std::uint64_t larger_in_reports = 5;
    constexpr std::uint64_t most_described = 10'000;  // a second or two of writing, whatever ends this
    const auto only = [&](const char* why) {
      return fmt::format("only {} of {} runs: {}", runs, wanted_.runs, why);
    };
    if (described_ > most_described) return only("their report is large enough");
    const std::uint64_t resident = Budget::limit_bytes() == UINT64_MAX ? 0 : Budget::resident_bytes();
    if (resident > resident_before_ &&
        resident + larger_in_reports * (resident - resident_before_) > Budget::limit_bytes())
      return only("a report of more would exceed the limit on memory");
    if (Budget::seconds_left() < seconds_before_ / 2)
      return only("more would take more than half of the limit on time");
    return "";
  }

  void begin() {
    samples_.runs.clear();
    described_ = 0;
    samples_.properties.clear();
    for (const WatchedProperty& property : watched_.properties) {
      SeenProperty& seen = samples_.properties.emplace_back();
      seen.name = property.name;
      for (const WatchedPredicate& p : property.predicates) seen.predicates.push_back({p.part, p.span, 0, 0});
    }
  }

  void add(const ModelSystem& system, const RandomWalk& walk) {
    SampleRun run;
    run.end = walk.end;
    for (const auto& state : walk.states) run.trace.states.push_back(system.describe(state));
    described_ += walk.states.size();
    run.trace.steps = walk.steps;
    if (walk.end == WalkEnd::rests) run.trace.loop_start = walk.states.size() - 1;
    if (walk.end == WalkEnd::loops) run.trace.loop_start = walk.loop_start;
    run.trace.failure = walk.failure.message;
    run.trace.failure_span = walk.failure.span;
    samples_.runs.push_back(std::move(run));
  }

  void look(const ModelSystem& system, const RandomWalk& walk, StepBuffer& buffer) {
    for (std::size_t p = 0; p < watched_.properties.size(); ++p) {
      const auto& predicates = watched_.properties[p].predicates;
      for (std::size_t k = 0; k < predicates.size(); ++k) {
        const Seen seen = seen_of(system, predicates[k], walk.states, buffer);
        SeenPredicate& count = samples_.properties[p].predicates[k];
        count.true_in += seen.yes ? 1 : 0;
        count.false_in += seen.no ? 1 : 0;
      }
    }
  }

  // A predicate that is an error in a state counts as neither true nor false there: `x > 1` is evaluated
  // without the `not undefined(x)` that guards it in the text.
  static Seen seen_of(const ModelSystem& system, const WatchedPredicate& watched, const StatePath& states,
                      StepBuffer& buffer) {
    const auto truth = [&](std::int64_t predicate, StateView state) {
      buffer.clear();
      return system.holds(PredicateId(predicate), state, buffer);
    };
    Seen seen;
    for (const auto& state : states) {
      for (const WatchedPredicate::Instance& instance : watched.instances) {
        if (seen.yes && seen.no) return seen;
        if (instance.where >= 0 && truth(instance.where, state) != Truth::yes) continue;
        const Truth here = truth(instance.predicate, state);
        seen.yes = seen.yes || here == Truth::yes;
        seen.no = seen.no || here == Truth::no;
      }
    }
    return seen;
  }

  WatchedModel watched_;
  SampleOptions wanted_;
  ChannelRoom room_;
  Samples samples_;
  std::uint64_t described_ = 0;  // states, in all runs
  std::uint64_t resident_before_ = Budget::resident_bytes();
  double seconds_before_ = Budget::seconds_left();
};

}  // namespace

Samples take_samples(const Model& model, const CheckOptions& options, const SampleOptions& wanted) {
  Model chosen = lower(with_wanted_properties(model, options), most_explicit(model));
  if (options.fairness) {
    for (Property& property : chosen.properties) {
      property.under = *options.fairness == "none" ? "" : *options.fairness;
    }
  }
  return Sampler(watched_predicates(chosen), sampled_semantics(model, options), wanted).run();
}

}  // namespace quorate
