// Omissions and partitions, as docs/semantics.md describes them: all steps.
#include <algorithm>

#include "analysis/message_flow.hpp"
#include "reference_channels.hpp"
#include "reference_steps.hpp"

namespace quorate {

namespace {

bool names(const FaultAssumption& line, RoleId role) {
  return std::find(line.roles.begin(), line.roles.end(), role) != line.roles.end();
}

bool omits_to_send(const std::string& word) {
  return word == "send omission" || word == "general omission";
}

bool omits_to_receive(const std::string& word) {
  return word == "receive omission" || word == "general omission";
}

std::set<std::string> words_of(const Model& model, RoleId role, bool (*wanted)(const std::string&)) {
  std::set<std::string> words;
  for (const FaultAssumption& line : model.faults) {
    if (names(line, role) && wanted(line.word)) words.insert(line.word);
  }
  return words;
}

}  // namespace

bool ReferenceSteps::may_omit(const RefState& state, std::int64_t process, const std::string& word) const {
  const auto found = state.marks.find(word);
  const std::set<std::int64_t> marked = found == state.marks.end() ? std::set<std::int64_t>{} : found->second;
  if (marked.contains(process)) return true;
  return std::all_of(model_.faults.begin(), model_.faults.end(), [&](const FaultAssumption& line) {
    if (line.word != word || !names(line, model_.role_of(ProcessId(process)))) return true;
    const auto count = std::count_if(marked.begin(), marked.end(), [&](std::int64_t other) {
      return names(line, model_.role_of(ProcessId(other)));
    });
    return count < line.count;
  });
}

std::optional<std::int64_t> ReferenceSteps::left_to_omit(const RefState& state, std::int64_t process,
                                                         const std::string& word) const {
  std::optional<std::int64_t> left;
  const auto found = state.omitted.find(process);
  const std::int64_t spent = found == state.omitted.end() ? 0 : found->second;
  for (const FaultAssumption& line : model_.faults) {
    if (line.word != word || !line.omitted || !names(line, model_.role_of(ProcessId(process)))) continue;
    left = std::min(left.value_or(INT64_MAX), *line.omitted - spent);
  }
  return left;
}

void ReferenceSteps::omissions(const RefState& start, const ReferenceRun& run, const Rule& rule,
                               RefStepFacts facts) {
  if (rule.byzantine) return;
  const std::int64_t process = facts.process;
  facts.owed = false;
  facts.omission = true;
  for (const std::string& word : words_of(model_, rule.role, omits_to_send)) {
    if (!may_omit(start, process, word)) continue;
    const auto left = left_to_omit(start, process, word);
    ReferenceChoices choices(true);
    do {
      RefState after = start;
      ReferenceRun one{model_, after, choices, run.locals, run.received, process};
      execute(one, rule.body);
      finish_sending(one, rule.guard);
      const auto all = letters(after, process, one.sent);
      if (!all) continue;
      for (const auto& subset : all_subsets(*all)) {
        const auto kept_back = static_cast<std::int64_t>(all->size() - subset.size());
        if (kept_back == 0 || (left && kept_back > *left)) continue;
        RefState next = with_letters(after, process, subset);
        next.marks[word].insert(process);
        if (left) next.omitted[process] += kept_back;
        observe(next);
        add_step(std::move(next), facts);
      }
    } while (choices.advance());
  }
}

// A message that could be taken is taken, and nothing else happens.
void ReferenceSteps::ignoring_steps(const RefState& state) {
  const MessageFlow flow = analyze_message_flow(model_);
  for (std::int64_t process = 0; process < model_.process_count(); ++process) {
    const Status status = state.status[static_cast<std::size_t>(process)];
    if (status == Status::crashed || status == Status::byzantine) continue;
    const RoleId role = model_.role_of(ProcessId(process));
    for (const std::string& word : words_of(model_, role, omits_to_receive)) {
      const auto left = left_to_omit(state, process, word);
      if (!may_omit(state, process, word) || (left && *left == 0)) continue;
      for (std::int64_t sender = 0; sender < model_.process_count(); ++sender) {
        if (sender == process && !model_.channels.loopback) continue;
        for (const KindId kind : flow.kinds[model_.role_of(ProcessId(sender)).index()][role.index()]) {
          Rule nothing;
          nothing.receive.message_kind = kind;
          nothing.receive.sender_type = model_.role(model_.role_of(ProcessId(sender))).type;
          for (const Offer& offer : offers(state, nothing, sender, process)) {
            auto next = consume(state, process, {{sender, offer}}, {});
            if (!next) continue;
            next->marks[word].insert(process);
            if (left) ++next->omitted[process];
            add_step(std::move(*next), {-1, process, {sender}, false, false, true, kind.value});
          }
        }
      }
    }
  }
}

void ReferenceSteps::network_steps(const RefState& state) {
  const auto line = std::find_if(model_.faults.begin(), model_.faults.end(),
                                 [](const FaultAssumption& l) { return l.word == "network"; });
  if (line == model_.faults.end() || line->count == 0) return;
  const Network& network = line->network;
  std::vector<std::int64_t> processes;
  for (std::int64_t p = 0; p < model_.process_count(); ++p) {
    if (names(*line, model_.role_of(ProcessId(p)))) processes.push_back(p);
  }
  // It is the network that heals: a process of its own.
  RefStepFacts breaks{-1, -1, {}, false, network.healing != Healing::at_will};
  RefStepFacts heals;
  if (network.healing == Healing::owed) heals = {-1, model_.process_count(), {}, true};
  const bool heal = network.healing != Healing::never;
  const bool room = !network.limited || state.cuts < line->count;
  if (network.total && state.divided) {
    if (!heal) return;
    RefState next = state;
    next.cut.clear();
    next.divided = false;
    return add_step(std::move(next), heals);
  }
  if (network.total) {
    if (!room || processes.empty()) return;
    const std::vector<std::int64_t> others(processes.begin() + 1, processes.end());
    for (const auto& apart : all_subsets(others)) {
      if (apart.empty()) continue;
      RefState next = state;
      next.divided = true;
      if (network.limited && heal) ++next.cuts;
      const auto side = [&](std::int64_t p) {
        return std::find(apart.begin(), apart.end(), p) != apart.end();
      };
      for (const std::int64_t p : processes) {
        for (const std::int64_t q : processes) {
          if (p < q && side(p) != side(q)) next.cut.insert({p, q});
        }
      }
      add_step(std::move(next), breaks);
    }
    return;
  }
  for (const std::int64_t p : processes) {
    for (const std::int64_t q : processes) {
      const bool of_one_role = model_.role_of(ProcessId(p)) == model_.role_of(ProcessId(q));
      if (p == q || (p > q && !of_one_role)) continue;  // from each end, within a role
      RefState next = state;
      const ChannelEnds link = std::minmax(p, q);
      if (state.cut.contains(link)) {
        if (!heal) continue;
        next.cut.erase(link);
        if (network.limited) --next.cuts;
        add_step(std::move(next), heals);
      } else if (room) {
        next.cut.insert(link);
        if (network.limited) ++next.cuts;
        add_step(std::move(next), breaks);
      }
    }
  }
}

}  // namespace quorate
