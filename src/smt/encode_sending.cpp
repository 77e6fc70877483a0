// Puts the messages of a body into channels, under four conditions: the message exists (one without a
// defined field is none, if it was assembled or is of the printed kind); its channel still delivers (a
// faulty recipient takes nothing); there is room, or the message is in a `set` channel already; and no
// crash in the middle of the step holds it back. Into a full channel a lossy sender loses the message and a
// reliable one cannot make the step. A message outside of the encoded domain counts as a model error of the
// step.
#include <fmt/format.h>

#include "smt/message_match.hpp"
#include "smt/rule_encoder.hpp"

namespace quorate {

Term Encoding::RuleEncoder::exists(const OutgoingMessage& message) {
  if (!message.assembled && !model_.message(message.kind).printed) return message.when;
  Terms defined;
  for (const SymbolicValue& value : message.scalars) defined.push_back(f_.negation(value.undefined));
  return f_.both(message.when, f_.any(defined));
}

Term Encoding::RuleEncoder::full(std::size_t channel) {
  if (space_.encoding() != ChannelEncoding::exact || !model_.channels.bound) return f_.constant(false);
  const auto [first, last] = space_.messages(channel);
  Terms units;
  for (std::size_t i = first; i < last; ++i) {
    for (std::int64_t n = 1; n <= space_.variables()[i].values.back(); ++n) {
      Terms reached;
      for (const Case& c : after_[i].cases) {
        if (c.value >= n) reached.push_back(c.when);
      }
      units.push_back(f_.any(reached));
    }
  }
  return f_.at_least(*model_.channels.bound, units);
}

void Encoding::RuleEncoder::send(const std::vector<OutgoingMessage>& messages) {
  for (std::int64_t p = 0; p < model_.process_count(); ++p) {
    std::vector<const OutgoingMessage*> to;
    for (const OutgoingMessage& message : messages) {
      if (message.to.value == p) to.push_back(&message);
    }
    if (to.empty()) continue;
    if (!model_.channels.several) {
      send_to(ProcessId(p), to);
      continue;
    }
    for (const OutgoingMessage* const one : to) send_to(ProcessId(p), {one});
  }
}

void Encoding::RuleEncoder::send_to(ProcessId to, const std::vector<const OutgoingMessage*>& messages) {
  const auto index = layout_.channel_index[facts_.process.index() * layout_.processes + to.index()];
  const Term vanishes = e_.faults_in(after_).is_deaf(to);
  Terms some;
  for (const OutgoingMessage* message : messages) some.push_back(exists(*message));
  const Term sent = f_.both(f_.any(some), f_.negation(vanishes));
  if (index < 0) {
    unencoded_ = f_.either(unencoded_, sent);
    return;
  }
  const auto channel = static_cast<std::size_t>(index);
  const auto [first, last] = space_.messages(channel);
  const Term no_room = full(channel);
  // A full set channel still takes a message that it holds.
  Terms there;
  std::vector<Term> arrives;
  Terms known;
  for (std::size_t i = first; i < last; ++i) {
    Terms same;
    for (const OutgoingMessage* message : messages) {
      const Term match = message_matches(model_, layout_, v_, message->kind, message->scalars,
                                         space_.variables()[i].message);
      if (!match.is_false()) same.push_back(f_.both(exists(*message), match));
    }
    const Term this_one = f_.both(f_.any(same), f_.negation(vanishes));
    known.push_back(this_one);
    if (model_.channels.set) there.push_back(f_.both(this_one, f_.negation(v_.is(after_[i], 0))));
    arrives.push_back(this_one);
  }
  unencoded_ = f_.either(unencoded_, f_.both(sent, f_.negation(f_.any(known))));
  const Term refused = f_.both(no_room, f_.negation(f_.any(there)));
  if (!model_.channels.lossy) impossible_ = f_.either(impossible_, f_.both(sent, refused));
  Term passes = f_.negation(refused);
  if (in_part_) {
    const Term held = f_.both(*in_part_, f_.boolean(fmt::format("in.held{}.{}", to.value, withheld_.size())));
    withheld_.push_back(f_.all({sent, passes, held}));
    passes = f_.both(passes, f_.negation(held));
  }
  for (std::size_t i = first; i < last; ++i) {
    const Term one_more = f_.both(arrives[i - first], passes);
    if (one_more.is_false()) continue;
    Term failure = f_.constant(false);
    const std::int64_t largest = space_.variables()[i].values.back();
    const auto more = [&](std::int64_t n, std::int64_t) { return std::optional(std::min(n + 1, largest)); };
    after_[i] = v_.merge(one_more, v_.apply(after_[i], v_.constant(0), more, failure), after_[i]);
  }
}

}  // namespace quorate
