#include "channel_variants.hpp"

#include <algorithm>

#include "faults/kinds/duplication.hpp"
#include "reference_value.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_contents = 64;  // of all channels together

void keep(Model& model) {
  model.channels.fifo = false;
  model.channels.bound.reset();
  keep_messages(model);
}

void replace(Model& model) {
  model.channels.replacing = true;
  model.channels.bound = model.channels.fifo ? 1 + static_cast<std::int64_t>(model.rules.size() % 2) : 1;
}

// How many contents of one channel there are at most with this kind, and how many channels can have it.
std::size_t contents_with(const Model& model, KindId kind, std::int64_t most) {
  std::size_t messages = 1;
  for (const Field& field : model.message(kind).fields)
    messages = std::min(most_contents, messages * all_values(model, field.type).size());
  std::size_t one = 1;
  for (std::int64_t k = 0; k < most; ++k) one = one * messages + 1;
  std::size_t all = 1;
  for (const Rule& rule : model.rules) {
    if (rule.receive.kind == ReceiveKind::none || rule.receive.message_kind != kind) continue;
    const auto channels = model.values_of(rule.receive.sender_type).size() *
                          static_cast<std::size_t>(model.role(rule.role).count);
    for (std::size_t c = 0; c < channels && all <= most_contents; ++c) all *= one;
  }
  return all;
}

void fill(Model& model) {
  const std::size_t variant = model.rules.size();
  for (std::size_t k = 0; k < model.messages.size(); ++k) {
    const KindId kind(static_cast<std::int64_t>((variant + k) % model.messages.size()));
    for (const std::int64_t most : {2, 1}) {
      if (contents_with(model, kind, most) > most_contents) continue;
      model.channels.initially.push_back({kind, most, {}});
      return;
    }
  }
}

}  // namespace

bool change_channels(Model& model, std::string_view word) {
  if (word != kept_channels && word != replacing_channels && word != filled_channels) return false;
  const bool several = std::ranges::any_of(model.rules, &Rule::compound);
  if (model.channels.synchronous || (several && word != replacing_channels)) return true;  // refused
  if (word == kept_channels) {
    keep(model);
  } else if (word == replacing_channels) {
    replace(model);
  } else {
    fill(model);
  }
  return true;
}

}  // namespace quorate
