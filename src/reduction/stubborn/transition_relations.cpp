// Dependence and enabling of message-passing transitions, for traffic model M without crash steps.
//
// A step reads and writes variables of its own process, takes messages out of channels to it, puts messages
// into channels from it, and may be observed by the monitor. Two transitions depend on each other only
// through these:
//
// - variables that one writes and the other reads or writes (of one process: processes do not see each
//   other's, except that steps of faults count hidden ones and receipts of certificates see who has signed);
// - the monitor, if both are observed: `observe` reads what it likes and writes the monitor's variables;
// - a channel from which both take messages of a class (in a FIFO channel: anything), unless both leave
//   them there;
// - a channel into which one puts what the other takes: the sender may offer the receiver a choice that it
//   did not have, so that the receiver depends on the sender. The sender does not depend on the receiver,
//   unless the channel may be full or is a set, where taking a message out changes what putting one in does
//   (a receipt that leaves its message takes nothing out);
// - a channel into which both put messages, if it is FIFO or may be full.
//
// A channel may be full only if it has a bound that firing_bounds.cpp cannot exclude to be reached.
//
// A step into a full reliable channel does not exist. What enables it is a receipt that makes room, and also
// whatever changes a variable that its body reads: it may then send nothing, to somebody else, or (in a set)
// what is there already. The same holds of a step in which some of the messages are not sent: it does not
// exist where nothing is sent.
//
// A disabled transition that lacks a message from one of its senders stays disabled until that sender sends
// one: the transitions that can send it are a necessary enabling set, and there is one for each such sender.
// This is Definition 23 of [Bokor 2011] without its restriction to a single sending transition. For quorum
// transitions any missing sender can be chosen, since all quorums that contain it wait for it.
//
// --check-reductions verifies all of this state by state (reduction_check.cpp).
#include "reduction/stubborn/transition_relations.hpp"

#include <algorithm>

#include "base/budget.hpp"
#include "faults/declared_faults.hpp"
#include "faults/hidden_variables.hpp"
#include "reduction/stubborn/timestamps.hpp"

namespace quorate {

std::string to_text(Split split) {
  if (split == Split::none) return "none";
  if (split == Split::quorum) return "quorum";
  return split == Split::reply ? "reply" : "combined";
}

namespace {

bool meet(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (*i == *j) return true;
    if (*i < *j) {
      ++i;
    } else {
      ++j;
    }
  }
  return false;
}

template <typename T>
bool meet(const std::set<T>& a, const std::set<T>& b) {
  return std::ranges::any_of(a, [&](const T& element) { return b.contains(element); });
}

// Rules whose steps take messages of several senders.
bool refined_by_senders(const Rule& rule) {
  return rule.compound() || rule.receive.kind == ReceiveKind::quorum;
}

bool contains(const std::vector<ProcessId>& all, ProcessId one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

std::string TransitionRelations::against(const Model& model, const Semantics& semantics) {
  if (semantics.traffic != Traffic::m) return "it works with traffic model m only";
  if (semantics.crash != CrashModel::implicit_ && has_crash_faults(model))
    return "crashes are explicit steps here";
  if (model.channels.replacing) return "a message that is sent can replace another";
  if (!model.channels.initially.empty()) return "channels are not empty at first";
  return "";
}

TransitionRelations::TransitionRelations(const ModelSystem& system, std::span<const PredicateId> visible,
                                         Split split)
    : system_(system),
      model_(system.model()),
      definedness_(definedness_for_rules(model_)),
      classes_(system.model()),
      looks_at_others_(looks_at_others(model_)) {
  const auto moves = find_variable_moves(system_, classes_);
  learn(moves);
  make_groups(split);
  make_conditions(moves);
  const auto transitions = system_.transitions();
  visible_.assign(transitions.size(), false);
  for (std::size_t t = 0; t < transitions.size(); ++t) {
    for (const PredicateId predicate : visible) {
      const auto& reads = system_.predicate_reads(predicate);
      const auto read = [&](std::uint32_t cell) { return reads.contains(cell); };
      if (std::ranges::any_of(transitions[t].writes, read)) visible_[t] = true;
      if (transitions[t].observed && std::ranges::any_of(system_.observe_writes(), read)) visible_[t] = true;
    }
  }
  make_inputs();
}

void TransitionRelations::learn(const std::vector<VariableMoves>& moves) {
  for (const Transition& facts : system_.transitions()) {
    Budget::ask();
    TransitionKnowledge known;
    if (facts.kind == StepKind::rule) {
      const RuleInstance instance(model_, facts, definedness_);
      known.consumes = classes_.consumed(instance);
      known.sends = possible_sends(instance, classes_, definedness_);
    } else if (facts.kind == StepKind::loss) {
      for (std::size_t c = 0; c < classes_.size(); ++c) known.consumes.insert(static_cast<MessageClass>(c));
    }
    knowledge_.push_back(std::move(known));
  }
  bounds_ = firing_bounds(system_, knowledge_, moves);
  if (!model_.channels.bound) return;
  for (const auto& [ends, messages] : bounds_.messages) {
    if (messages > static_cast<std::uint64_t>(*model_.channels.bound)) never_full_ = false;
  }
}

void TransitionRelations::make_conditions(const std::vector<VariableMoves>& all) {
  const auto transitions = system_.transitions();
  conditions_.resize(transitions.size());
  spoils_.resize(transitions.size());
  for (const VariableMoves& moves : all) {
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      if (transitions[t].process != moves.process || transitions[t].kind != StepKind::rule) continue;
      if (!std::ranges::binary_search(transitions[t].guard_reads, moves.cell)) continue;
      add_condition(t, moves);
    }
  }
}

// Finds the values of the variable for which the guard is false whatever else holds, the groups that can give
// it another value, and the transitions that always leave it at such a value, and so cannot enable this one.
void TransitionRelations::add_condition(std::size_t transition, const VariableMoves& moves) {
  RuleInstance instance(model_, system_.transitions()[transition], definedness_);
  std::vector<bool> failing;
  LocalCondition condition;
  condition.cell = moves.cell;
  condition.restorers = lpor::TransitionSet(groups());
  const Cell& cell = system_.layout().cells[moves.cell];
  for (const auto value : moves.domain) {
    instance.scalar = moves.scalar;
    instance.scalar.value = value;
    failing.push_back(instance.evaluate(instance.rule().guard).is(0));
    if (!failing.back()) continue;
    const auto raw = value == undefined_value ? 0 : static_cast<std::uint64_t>(value - cell.bias);
    condition.failing |= std::uint64_t{1} << raw;
  }
  if (condition.failing == 0) return;
  std::set<std::size_t> writers;
  std::set<std::size_t> helpful;
  for (const auto& move : moves.moves) {
    writers.insert(move.transition);
    if (failing[move.to]) continue;
    helpful.insert(move.transition);
    if (move.from != move.to) condition.restorers.insert(group_of_[move.transition]);
  }
  for (const auto writer : writers) {
    Budget::ask();
    if (!helpful.contains(writer)) spoils_[writer].insert(transition);
  }
  conditions_[transition].push_back(std::move(condition));
}

bool TransitionRelations::is_reply(const std::vector<std::size_t>& transitions) const {
  bool sends = false;
  for (const auto t : transitions) {
    const auto& senders = system_.transitions()[t].senders;
    for (const PossibleSend& send : knowledge_[t].sends) {
      if (!contains(senders, send.to)) return false;
      sends = true;
    }
  }
  return sends;
}

void TransitionRelations::make_groups(Split split) {
  const auto transitions = system_.transitions();
  group_of_.assign(transitions.size(), 0);
  std::map<std::tuple<std::int32_t, ProcessId, std::vector<std::int64_t>>, std::vector<std::size_t>> rules;
  for (std::size_t t = 0; t < transitions.size(); ++t) {
    if (transitions[t].kind == StepKind::rule) {
      rules[{transitions[t].rule, transitions[t].process, transitions[t].parameters}].push_back(t);
    } else {
      group_of_[t] = members_.size();
      members_.push_back({t});
    }
  }
  for (auto& [key, instances] : rules) {
    const bool quorum = refined_by_senders(model_.rules[static_cast<std::size_t>(std::get<0>(key))]);
    const bool reply = is_reply(instances);
    const bool refined = split == Split::combined || (split == Split::reply && reply) ||
                         (split == Split::quorum && quorum && !reply);
    for (const auto t : instances) {
      if (refined || t == instances.front()) members_.emplace_back();
      group_of_[t] = members_.size() - 1;
      members_.back().push_back(t);
    }
  }
}

// Both take messages of one class from the same sender; in a FIFO channel, and where emptiness is noticed, of
// any class.
bool TransitionRelations::share_input(std::size_t a, std::size_t b) const {
  const Transition& left = system_.transitions()[a];
  const Transition& right = system_.transitions()[b];
  if (left.process != right.process) return false;
  if (leaves_all(a) && leaves_all(b) && !model_.channels.synchronous) return false;
  for (const ProcessId sender : left.senders) {
    if (!contains(right.senders, sender)) continue;
    if (model_.channels.fifo || meet(knowledge_[a].consumes, knowledge_[b].consumes)) return true;
    if (sees_emptiness(a, sender) || sees_emptiness(b, sender)) return true;
  }
  return false;
}

// Whether a receipt changes nothing in its channels.
bool TransitionRelations::leaves_all(std::size_t transition) const {
  const std::size_t keeps = system_.executable().actions[transition].keeps;
  return keeps > 0 && keeps == system_.transitions()[transition].senders.size();
}

// In synchronous systems a receiver can notice that a channel is empty, unless a Byzantine sender can forge
// into it.
bool TransitionRelations::sees_emptiness(std::size_t receiver, ProcessId sender) const {
  if (!model_.channels.synchronous || system_.transitions()[receiver].kind != StepKind::rule) return false;
  return !system_.executable().faults.forges_if_byzantine[sender.index()];
}

bool TransitionRelations::share_output(std::size_t a, std::size_t b) const {
  if (system_.transitions()[a].process != system_.transitions()[b].process) return false;
  if (!model_.channels.fifo && never_full_) return false;
  for (const PossibleSend& left : knowledge_[a].sends) {
    for (const PossibleSend& right : knowledge_[b].sends) {
      if (left.to == right.to) return true;
    }
  }
  return false;
}

bool TransitionRelations::same_channel(std::size_t sender, std::size_t receiver) const {
  const Transition& from = system_.transitions()[sender];
  const Transition& to = system_.transitions()[receiver];
  if (!contains(to.senders, from.process)) return false;
  return std::ranges::any_of(knowledge_[sender].sends,
                             [&](const PossibleSend& send) { return send.to == to.process; });
}

// Whether the sender may send something that the receiver takes.
bool TransitionRelations::feeds(std::size_t sender, std::size_t receiver) const {
  const Transition& from = system_.transitions()[sender];
  const Transition& to = system_.transitions()[receiver];
  if (!contains(to.senders, from.process)) return false;
  return std::ranges::any_of(knowledge_[sender].sends, [&](const PossibleSend& send) {
    return send.to == to.process && knowledge_[receiver].consumes.contains(send.what);
  });
}

// Rules of the text read their own process only, what faults add to them and steps of faults others as well.
bool TransitionRelations::share_cells(const Transition& a, const Transition& b) const {
  return a.process == b.process || looks_at_others_;
}

bool TransitionRelations::conflict_in_variables(const Transition& a, const Transition& b) const {
  return meet(a.writes, b.reads) || meet(a.writes, b.writes) || meet(a.reads, b.writes);
}

// Executing a can disable b, or a-then-b can lead where b-then-a does not.
bool TransitionRelations::fine_dependent(std::size_t a, std::size_t b) const {
  const bool observed = system_.transitions()[a].observed && system_.transitions()[b].observed;
  return observed || dependent_unobserved(a, b);
}

bool TransitionRelations::dependent_unobserved(std::size_t a, std::size_t b) const {
  const Transition& left = system_.transitions()[a];
  const Transition& right = system_.transitions()[b];
  if (share_cells(left, right) && conflict_in_variables(left, right)) return true;
  if (share_input(a, b) || share_output(a, b)) return true;
  // In a FIFO channel a new message is behind what b can take, unless b is a loss, which takes any message.
  if ((!model_.channels.fifo || right.kind == StepKind::loss) && feeds(a, b)) return true;
  if (same_channel(a, b) && (sees_emptiness(b, left.process) || !never_full_)) return true;
  if (same_channel(b, a) && (sees_emptiness(a, right.process) || !never_full_)) return true;
  const auto put_again = [&](std::size_t sender, std::size_t receiver) {
    return !leaves_all(receiver) && feeds(sender, receiver);
  };
  return model_.channels.set && (put_again(a, b) || put_again(b, a));
}

// Whether a can enable b by a variable that a writes and b's guard reads, unless timestamps exclude it.
bool TransitionRelations::can_enable_locally(std::size_t a, std::size_t b) const {
  const Transition& left = system_.transitions()[a];
  const Transition& right = system_.transitions()[b];
  if (left.kind != StepKind::rule || right.kind != StepKind::rule) return false;
  if (!meet(left.writes, right.guard_reads)) return false;
  if (left.process != right.process) return true;
  const RuleInstance writer(model_, left, definedness_);
  const RuleInstance reader(model_, right, definedness_);
  const auto& variables = model_.role(model_.role_of(left.process)).variables;
  std::size_t explained = 0;
  std::size_t shared = 0;
  for (const auto cell : left.writes) {
    if (!std::ranges::binary_search(right.guard_reads, cell)) continue;
    ++shared;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      const auto first = system_.layout().variable_cells[left.process.index()][v];
      if (cell < first || cell >= first + scalar_count(model_, variables[v].type)) continue;
      if (variables[v].hidden) continue;  // quantifiers may count them, which timestamps.cpp does not follow
      const AssumedScalar scalar{static_cast<std::int32_t>(v), cell - first, 0};
      if (only_raises(writer, scalar) && only_bounded_by(reader, scalar)) ++explained;
    }
  }
  return explained < shared;
}

// Whether b can be impossible because of what its body sends: it waits for room in a reliable channel, or it
// is a step in which some of the messages are not sent.
bool TransitionRelations::depends_on_sending(std::size_t transition) const {
  const bool waits = !never_full_ && !model_.channels.lossy;
  return waits || system_.executable().actions[transition].cut_off;
}

// Whether a can change that by a variable by which the body of b decides whether it sends, what and to whom.
bool TransitionRelations::can_free(std::size_t a, std::size_t b) const {
  if (!depends_on_sending(b)) return false;
  const Transition& left = system_.transitions()[a];
  const Transition& right = system_.transitions()[b];
  return !right.recipients.empty() && share_cells(left, right) && meet(left.writes, right.reads);
}

bool TransitionRelations::fine_can_enable(std::size_t a, std::size_t b) const {
  const Transition& left = system_.transitions()[a];
  const Transition& right = system_.transitions()[b];
  if (spoils_[a].contains(b)) return false;
  if (share_cells(left, right) && can_enable_locally(a, b)) return true;
  if (feeds(a, b) || can_free(a, b)) return true;
  // Taking a message reveals the one behind it, or an empty channel, or makes room.
  if (left.process == right.process) {
    for (const ProcessId sender : left.senders) {
      if (!contains(right.senders, sender)) continue;
      if (model_.channels.fifo || sees_emptiness(b, sender)) return true;
    }
  }
  return same_channel(b, a) && !never_full_ && depends_on_sending(b);
}

// A group of several transitions depends on everything that can enable one more of them, since it then has
// steps that it did not have.
bool TransitionRelations::dependent(std::size_t a, std::size_t b) const {
  const bool unrefined = members_[b].size() > 1;
  return std::ranges::any_of(members_[a], [&](std::size_t left) {
    return std::ranges::any_of(members_[b], [&](std::size_t right) {
      return fine_dependent(left, right) || (unrefined && fine_can_enable(left, right));
    });
  });
}

bool TransitionRelations::can_enable(std::size_t a, std::size_t b) const {
  return std::ranges::any_of(members_[a], [&](std::size_t left) {
    return std::ranges::any_of(
        members_[b], [&](std::size_t right) { return left != right && fine_can_enable(left, right); });
  });
}

bool TransitionRelations::visible(std::size_t group) const {
  return std::ranges::any_of(members_[group], [&](std::size_t t) { return visible_[t]; });
}

}  // namespace quorate
