// Sending and receiving. A channel is a length and a row of messages, the oldest first. Positions beyond
// the length are zero, so that equal contents are equal bits of the state.
#include <fmt/format.h>

#include "promela/plain_evaluation.hpp"

namespace quorate {

std::optional<bool> PlainSystem::can_pass(std::size_t instance, const PlainStep& step,
                                          const std::uint64_t* state, StepBuffer& buffer) const {
  const Channel& channel = channels_[static_cast<std::size_t>(step.channel)];
  const std::uint64_t length = channel.length.load(state);
  if (step.action == PlainAction::send) return length < channel.messages.size();
  if (length == 0) return false;
  const auto& fields = model_->channels[static_cast<std::size_t>(step.channel)].fields;
  const Evaluation evaluation(*this, static_cast<std::int32_t>(instance), state, buffer);
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].kind != PlainArgument::Kind::value) continue;
    const auto wanted = evaluation.value(step.arguments[i].expression);
    if (!wanted) return {};
    if (*wanted != Evaluation::load({&fields[i], &channel.messages[0][i]}, state)) return false;
  }
  return true;
}

bool PlainSystem::send(std::size_t instance, const PlainStep& step, std::uint64_t* state,
                       StepBuffer& buffer) const {
  const Channel& channel = channels_[static_cast<std::size_t>(step.channel)];
  const std::uint64_t length = channel.length.load(state);
  const Evaluation evaluation(*this, static_cast<std::int32_t>(instance), state, buffer);
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const auto value = evaluation.value(step.arguments[i].expression);
    if (!value) return false;
    const PackedField& field = channel.messages[length][i];
    field.store(state, static_cast<std::uint64_t>(*value) & mask_of_width(field.width));
  }
  channel.length.store(state, length + 1);
  return true;
}

bool PlainSystem::receive(std::size_t instance, const PlainStep& step, std::uint64_t* state,
                          StepBuffer& buffer) const {
  const Channel& channel = channels_[static_cast<std::size_t>(step.channel)];
  const auto& fields = model_->channels[static_cast<std::size_t>(step.channel)].fields;
  std::vector<std::int64_t> message;
  for (std::size_t i = 0; i < fields.size(); ++i)
    message.push_back(Evaluation::load({&fields[i], &channel.messages[0][i]}, state));
  const std::uint64_t length = channel.length.load(state) - 1;
  for (std::uint64_t at = 0; at <= length; ++at) {
    for (std::size_t i = 0; i < fields.size(); ++i)
      channel.messages[at][i].store(state, at < length ? channel.messages[at + 1][i].load(state) : 0);
  }
  channel.length.store(state, length);
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].kind != PlainArgument::Kind::variable) continue;
    const Evaluation evaluation(*this, static_cast<std::int32_t>(instance), state, buffer);
    const auto place = evaluation.place(step.arguments[i].expression);
    if (!place) return false;
    place->field->store(state, static_cast<std::uint64_t>(message[i]) & mask_of_width(place->field->width));
  }
  return true;
}

std::string PlainSystem::channel_text(std::size_t number, const std::uint64_t* state) const {
  const Channel& channel = channels_[number];
  const auto& fields = model_->channels[number].fields;
  std::string text;
  for (std::uint64_t at = 0; at < channel.length.load(state); ++at) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::int64_t value = Evaluation::load({&fields[i], &channel.messages[at][i]}, state);
      const auto name = model_->mtype_names.find(value);
      const bool named = fields[i].is_mtype && name != model_->mtype_names.end();
      parts.push_back(named ? name->second : fmt::format("{}", value));
    }
    text += fmt::format("({})", fmt::join(parts, ","));
  }
  return text.empty() ? "()" : text;
}

}  // namespace quorate
