// Messages that stay when they are received, and messages that are there at first, as docs/semantics.md
// describes them.
#include <algorithm>

#include "reference_channels.hpp"
#include "reference_steps.hpp"

namespace quorate {

namespace {

bool may_hold(const Model& model, const InitialContents& contents, ChannelEnds ends) {
  return std::any_of(model.rules.begin(), model.rules.end(), [&](const Rule& rule) {
    if (rule.receive.kind == ReceiveKind::none || rule.receive.message_kind != contents.kind) return false;
    const auto senders = model.values_of(rule.receive.sender_type);
    return rule.role == model.role_of(ProcessId(ends.second)) &&
           std::find(senders.begin(), senders.end(), ends.first) != senders.end();
  });
}

// Every message of the kind all of whose fields are defined.
std::vector<RefMessage> messages_of(const Model& model, KindId kind) {
  std::vector<RefMessage> all(1);
  all[0].kind = kind.value;
  for (const Field& field : model.message(kind).fields) {
    std::vector<RefMessage> longer;
    for (const RefMessage& prefix : all) {
      for (const RefValue& value : all_values(model, field.type)) {
        longer.push_back(prefix);
        longer.back().fields.push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

using Content = std::vector<RefMessage>;

std::set<Content> contents_of(const Model& model, ChannelEnds ends) {
  std::set<Content> all = {{}};
  std::vector<RefMessage> messages;
  std::map<std::int32_t, std::int64_t> most;
  for (const InitialContents& contents : model.channels.initially) {
    if (!may_hold(model, contents, ends)) continue;
    most[contents.kind.value] = contents.most;
    for (const RefMessage& message : messages_of(model, contents.kind)) messages.push_back(message);
  }
  for (bool grown = true; grown;) {
    std::set<Content> more = all;
    for (const Content& content : all) {
      if (model.channels.bound && static_cast<std::int64_t>(content.size()) >= *model.channels.bound)
        continue;
      for (const RefMessage& message : messages) {
        const auto same = std::count_if(content.begin(), content.end(),
                                        [&](const RefMessage& m) { return m.kind == message.kind; });
        if (same >= most[message.kind]) continue;
        if (model.channels.set && std::count(content.begin(), content.end(), message) > 0) continue;
        Content longer = content;
        longer.push_back(message);
        if (!model.channels.fifo) std::sort(longer.begin(), longer.end());
        more.insert(std::move(longer));
      }
    }
    grown = more.size() > all.size();
    all = std::move(more);
  }
  return all;
}

}  // namespace

std::vector<RefState> ReferenceSteps::with_contents(std::vector<RefState> states) const {
  if (model_.channels.initially.empty()) return states;
  for (std::int64_t from = 0; from < model_.process_count(); ++from) {
    for (std::int64_t to = 0; to < model_.process_count(); ++to) {
      if (from == to && !model_.channels.loopback) continue;
      const std::set<Content> contents = contents_of(model_, {from, to});
      std::vector<RefState> more;
      for (const RefState& state : states) {
        const bool deaf =
            state.status[static_cast<std::size_t>(to)] == Status::crashed || stateless_byzantine(state, to);
        for (const Content& content : contents) {
          if (deaf && !content.empty()) continue;
          more.push_back(state);
          store(more.back(), {from, to}, content);
        }
      }
      states = std::move(more);
    }
  }
  return states;
}

std::vector<std::set<std::int64_t>> ReferenceSteps::ways_to_keep(const RefState& state,
                                                                 const Received& received) const {
  std::vector<std::int64_t> senders;
  for (const auto& [sender, offer] : received) senders.push_back(sender);
  if (model_.channels.kept) return {{senders.begin(), senders.end()}};
  const bool copies = std::any_of(model_.faults.begin(), model_.faults.end(),
                                  [](const FaultAssumption& line) { return line.word == "duplication"; });
  if (!copies) return {{}};
  std::int64_t used = 0;
  for (const auto& [process, count] : state.copies) used += count;
  std::vector<std::set<std::int64_t>> ways;
  for (const auto& kept : all_subsets(senders)) {
    const auto count = static_cast<std::int64_t>(kept.size());
    if (model_.channels.copies && used + count > *model_.channels.copies) continue;
    ways.emplace_back(kept.begin(), kept.end());
  }
  return ways;
}

void ReferenceSteps::count_copies(RefState& state, std::int64_t process,
                                  const std::set<std::int64_t>& kept) const {
  if (model_.channels.copies && !kept.empty())
    state.copies[process] += static_cast<std::int64_t>(kept.size());
}

}  // namespace quorate
