// Upper bounds on how often transitions occur, from two facts of the text, each in terms of bounds found
// before:
//
// - A transition that consumes a message of a class from a sender occurs no more often than such messages are
//   sent. (One that leaves its messages in the channel can occur again and again.)
// - Take one variable of a process: every rule of the process moves it along edges, from values for which the
//   guard can hold to values that the body can leave. A rule that always changes the variable, and whose
//   edges lie on no cycle once the rules with a bound are left out, occurs at most as often as it has edges
//   on a path; rules with a bound can restart the path, each as often as its bound says. The same count for
//   the edges on which a message can be sent bounds the messages, which matters for rules that send only at
//   the end.
//
// Bounds start at infinity and only decrease. Each round is right if the one before was, so that the
// iteration may stop at any time. This finds phases, counters with a limit, variables that are set once and
// ballots of a fixed number; it does not find measures that combine several variables.
#include "reduction/stubborn/firing_bounds.hpp"

#include <algorithm>
#include <optional>

#include "analysis/message_flow.hpp"
#include "base/budget.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t most_restarts = 64;
constexpr std::size_t most_rounds = 12;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > unbounded_firings - b ? unbounded_firings : a + b;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > unbounded_firings / b ? unbounded_firings : a * b;
}

using RuleBounds = std::map<std::size_t, std::uint64_t>;  // of the rules of one process

// What is counted on a path of a variable's values: the steps of a rule or of one of its transitions; with
// `send` only those that can send this message.
struct Counted {
  std::size_t rule = 0;
  std::optional<std::size_t> transition;
  std::optional<PossibleSend> send;
};

// Longest paths through the values of one variable.
class ValuePaths {
 public:
  ValuePaths(const VariableMoves& moves, std::span<const Transition> transitions, const RuleBounds& bounds)
      : moves_(moves), transitions_(transitions), bounds_(bounds) {}

  // Whether every counted step changes the variable.
  [[nodiscard]] bool always_moves(const Counted& counted) const {
    return std::ranges::none_of(moves_.moves, [&](const VariableMoves::Move& move) {
      return belongs(move, counted) && move.from == move.to;
    });
  }

  [[nodiscard]] std::uint64_t longest(const Counted& counted) const {
    std::set<std::size_t> limited;  // rules with a bound, whose steps can restart the path
    std::uint64_t restarts = 0;
    for (const auto& move : moves_.moves) {
      const std::size_t rule = rule_of(move);
      const bool other = rule != counted.rule || counted.transition.has_value();
      if (!other || bounds_.at(rule) == unbounded_firings || !limited.insert(rule).second) continue;
      restarts = sum(restarts, bounds_.at(rule));
    }
    if (restarts > most_restarts) return unbounded_firings;
    std::vector<std::uint64_t> best(moves_.domain.size(), 0);
    for (std::uint64_t left = 0; left <= restarts; ++left) {
      std::vector<std::uint64_t> next = best;
      for (const auto& move : moves_.moves) {
        const bool restart = limited.contains(rule_of(move)) && !belongs(move, counted);
        if (left > 0 && restart) next[move.from] = std::max(next[move.from], best[move.to]);
      }
      if (!follow(counted, limited, next)) return unbounded_firings;
      best = std::move(next);
    }
    std::uint64_t longest = 0;
    for (const auto start : moves_.starts) longest = std::max(longest, best[start]);
    return longest;
  }

 private:
  [[nodiscard]] std::size_t rule_of(const VariableMoves::Move& move) const {
    return static_cast<std::size_t>(transitions_[move.transition].rule);
  }
  [[nodiscard]] bool belongs(const VariableMoves::Move& move, const Counted& counted) const {
    return rule_of(move) == counted.rule && (!counted.transition || *counted.transition == move.transition);
  }

  // Follows the counted moves, and those without a bound, to the fixpoint. False: there is a cycle.
  bool follow(const Counted& counted, const std::set<std::size_t>& limited,
              std::vector<std::uint64_t>& best) const {
    for (std::size_t round = 0; round <= best.size() * best.size(); ++round) {
      Budget::ask();
      bool grown = false;
      for (const auto& move : moves_.moves) {
        const bool own = belongs(move, counted);
        if (!own && limited.contains(rule_of(move))) continue;
        const bool counts = own && (!counted.send || move.sends.contains(*counted.send));
        const std::uint64_t length = best[move.to] + (counts ? 1 : 0);
        if (length <= best[move.from]) continue;
        if (length > moves_.domain.size() * (most_restarts + 1)) return false;
        best[move.from] = length;
        grown = true;
      }
      if (!grown) return true;
    }
    return false;
  }

  const VariableMoves& moves_;
  std::span<const Transition> transitions_;
  const RuleBounds& bounds_;
};

class BoundFinder {
 public:
  BoundFinder(const ModelSystem& system, const std::vector<TransitionKnowledge>& knowledge,
              const std::vector<VariableMoves>& moves)
      : system_(system), knowledge_(knowledge), moves_(moves) {}

  FiringBounds run() {
    const auto transitions = system_.transitions();
    result_.firings.assign(transitions.size(), unbounded_firings);
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      if (transitions[t].kind != StepKind::rule) continue;
      instances_[transitions[t].process][static_cast<std::size_t>(transitions[t].rule)].push_back(t);
    }
    bool changed = true;
    for (std::size_t round = 0; changed && round < most_rounds; ++round) {
      changed = false;
      for (const auto& [process, rules] : instances_) changed |= tighten_by_variables(process);
      changed |= tighten_by_messages();
    }
    for (const auto& [ends, by_class] : sent_) {
      std::uint64_t total = 0;
      for (const auto& [what, count] : by_class) total = sum(total, count);
      result_.messages[ends] = total;
    }
    other_steps();
    return std::move(result_);
  }

 private:
  using Rules = std::map<std::size_t, std::vector<std::size_t>>;  // rule -> its transitions at one process

  // The bound on all transitions of a rule at a process together.
  std::uint64_t& rule_bound(ProcessId process, std::size_t rule) {
    return rule_bounds_.try_emplace({process, rule}, unbounded_firings).first->second;
  }

  bool tighten_by_variables(ProcessId process) {
    RuleBounds bounds;
    for (const auto& [rule, transitions] : instances_[process]) bounds[rule] = rule_bound(process, rule);
    bool changed = false;
    for (const VariableMoves& moves : moves_) {
      if (moves.process != process) continue;
      for (auto& [rule, bound] : bounds) changed |= tighten_rule(moves, rule, bounds);
    }
    for (const auto& [rule, bound] : bounds) {
      lower(rule_bound(process, rule), bound);
      for (const auto t : instances_[process][rule]) changed |= lower(result_.firings[t], bound);
    }
    return changed;
  }

  bool tighten_rule(const VariableMoves& moves, std::size_t rule, RuleBounds& bounds) {
    const auto& transitions = instances_[moves.process][rule];
    const auto writes = [&](std::size_t t) {
      return std::ranges::binary_search(system_.transitions()[t].writes, moves.cell);
    };
    const ValuePaths paths(moves, system_.transitions(), bounds);
    bool changed = false;
    for (const auto t : transitions) {
      const Counted counted{rule, t, std::nullopt};
      if (writes(t) && paths.always_moves(counted))
        changed |= lower(result_.firings[t], paths.longest(counted));
    }
    const Counted all{rule, std::nullopt, std::nullopt};
    if (!std::ranges::all_of(transitions, writes) || !paths.always_moves(all)) return changed;
    changed |= lower(bounds[rule], paths.longest(all));
    for (const PossibleSend& send : sends_of(moves.process, rule)) {
      auto& sends = send_bounds_.try_emplace({moves.process, rule, send}, unbounded_firings).first->second;
      changed |= lower(sends, paths.longest({rule, std::nullopt, send}));
    }
    return changed;
  }

  std::set<PossibleSend> sends_of(ProcessId process, std::size_t rule) {
    std::set<PossibleSend> all;
    for (const auto t : instances_[process][rule])
      all.insert(knowledge_[t].sends.begin(), knowledge_[t].sends.end());
    return all;
  }

  bool tighten_by_messages() {
    sent_.clear();
    for (const auto& [process, rules] : instances_) {
      for (const auto& [rule, transitions] : rules) {
        for (const PossibleSend& send : sends_of(process, rule)) {
          std::uint64_t count = 0;
          for (const auto t : transitions) {
            if (knowledge_[t].sends.contains(send)) count = sum(count, result_.firings[t]);
          }
          count = std::min(count, rule_bound(process, rule));
          const auto by_edges = send_bounds_.find({process, rule, send});
          if (by_edges != send_bounds_.end()) count = std::min(count, by_edges->second);
          auto& total = sent_[{process, send.to}][send.what];
          total =
              sum(total, times(count, most_messages_to_one(system_.model(), system_.model().rules[rule])));
        }
      }
    }
    bool changed = false;
    for (const auto& [process, rules] : instances_) {
      for (const auto& [rule, transitions] : rules) {
        std::uint64_t all = 0;
        for (const auto t : transitions) {
          changed |= lower(result_.firings[t], most_consumed(t));
          all = sum(all, result_.firings[t]);
        }
        changed |= lower(rule_bound(process, rule), std::min(all, most_quorums(transitions)));
      }
    }
    return changed;
  }

  // A transition occurs no more often than messages come from each of its senders; without a limit if the
  // sender can forge.
  std::uint64_t most_consumed(std::size_t t) {
    const Transition& facts = system_.transitions()[t];
    std::uint64_t least = unbounded_firings;
    for (const ProcessId sender : facts.senders) least = std::min(least, messages_for(t, sender));
    return least;
  }

  // How many messages the sender can send that the transition can take; no limit if they stay.
  std::uint64_t messages_for(std::size_t t, ProcessId sender) {
    if (system_.executable().actions[t].keeps > 0) return unbounded_firings;
    return messages_of(sender, system_.transitions()[t].process, knowledge_[t].consumes);
  }

  // How many messages of these classes the sender can send to the receiver; no limit if others may be there
  // at first.
  std::uint64_t messages_of(ProcessId sender, ProcessId receiver, const std::set<MessageClass>& classes) {
    const bool faulty = system_.layout().status_cells[sender.index()] >= 0;
    if (faulty || !system_.model().channels.initially.empty()) return unbounded_firings;
    std::uint64_t messages = 0;
    for (const MessageClass what : classes) {
      const auto found = sent_.find({sender, receiver});
      if (found == sent_.end() || !found->second.contains(what)) continue;
      messages = sum(messages, found->second.at(what));
    }
    return messages;
  }

  // All transitions of a rule share the messages from all senders, and each step takes a quorum of them.
  std::uint64_t most_quorums(const std::vector<std::size_t>& transitions) {
    std::map<ProcessId, std::set<MessageClass>> taken;  // by sender
    std::size_t least = SIZE_MAX;
    for (const auto t : transitions) {
      if (system_.executable().actions[t].keeps > 0) return unbounded_firings;
      const Transition& facts = system_.transitions()[t];
      least = std::min(least, facts.senders.size());
      for (const ProcessId sender : facts.senders)
        taken[sender].insert(knowledge_[t].consumes.begin(), knowledge_[t].consumes.end());
    }
    if (least == 0) return unbounded_firings;
    const ProcessId receiver = system_.transitions()[transitions.front()].process;
    std::uint64_t total = 0;
    for (const auto& [sender, classes] : taken) total = sum(total, messages_of(sender, receiver, classes));
    return total == unbounded_firings ? total : total / least;
  }

  // Losses are bounded by the messages that are sent; other steps that are no rules stay unbounded.
  void other_steps() {
    for (std::size_t t = 0; t < result_.firings.size(); ++t) {
      const Transition& facts = system_.transitions()[t];
      if (facts.kind == StepKind::otherwise) result_.firings[t] = 0;
      if (facts.kind != StepKind::loss) continue;
      const auto found = result_.messages.find({facts.senders[0], facts.process});
      result_.firings[t] = found == result_.messages.end() ? 0 : found->second;
    }
  }

  static bool lower(std::uint64_t& bound, std::uint64_t found) {
    if (found >= bound) return false;
    bound = found;
    return true;
  }

  const ModelSystem& system_;
  const std::vector<TransitionKnowledge>& knowledge_;
  const std::vector<VariableMoves>& moves_;
  std::map<ProcessId, Rules> instances_;
  std::map<std::pair<ProcessId, std::size_t>, std::uint64_t> rule_bounds_;
  std::map<std::tuple<ProcessId, std::size_t, PossibleSend>, std::uint64_t> send_bounds_;
  std::map<std::pair<ProcessId, ProcessId>, std::map<MessageClass, std::uint64_t>> sent_;
  FiringBounds result_;
};

}  // namespace

bool FiringBounds::runs_end() const {
  return std::ranges::none_of(firings, [](std::uint64_t bound) { return bound == unbounded_firings; });
}

FiringBounds firing_bounds(const ModelSystem& system, const std::vector<TransitionKnowledge>& knowledge,
                           const std::vector<VariableMoves>& moves) {
  return BoundFinder(system, knowledge, moves).run();
}

}  // namespace quorate
