// Headings of random rules that take messages of several kinds, or several of one sender.
#include <fmt/format.h>

#include "random_rules.hpp"

namespace quorate {

// `A as a from R q`: its fields can be read by the rule.
void RuleGenerator::add_named(GenBody& body, Heading& heading, const GenFlow& flow, bool first) {
  const GenMessage& message = protocol_.messages[flow.message];
  const GenType& senders = first ? heading.senders : protocol_.roles[flow.from].type;
  const std::string name = expressions_.fresh("m");
  const std::string sender = first ? heading.sender : expressions_.fresh("q");
  heading.receive += fmt::format("{}{} as {} from {} {}", first ? " on " : " and ", message.name, name,
                                 senders.spelling, sender);
  const GenPlace process{sender, senders, false, true};
  body.correspondents.push_back(process);
  body.scope.places.push_back(process);
  for (const GenVariable& field : message.fields)
    body.scope.places.push_back({name + "." + field.name, field.type, field.maybe_undefined});
}

// What can be said of messages that are taken together. The name for them.
std::string RuleGenerator::add_together(GenBody& body, const GenMessage& message, const GenType& senders,
                                        std::int64_t most) {
  const std::string all = expressions_.fresh("v");
  const std::string one = expressions_.fresh("m");
  const auto add = [&](const std::string& text, const GenType& type) {
    body.scope.places.push_back({text, type, false, true});
  };
  add("size(" + all + ")", gen_range(1, most));
  for (const GenVariable& field : message.fields) {
    if (field.maybe_undefined) continue;
    const std::string value = one + "." + field.name;
    if (field.type.kind == GenKind::boolean) {
      add(fmt::format("some({}: {} | {})", one, all, value), gen_boolean());
    } else if (field.type.kind == GenKind::range) {
      add(fmt::format("max({}: {} | {})", one, all, value), field.type);
      add(fmt::format("min({}: {} | {})", one, all, value), field.type);
    } else if (field.type.kind == GenKind::process) {
      const std::string who = expressions_.fresh("k");
      add(fmt::format("{{{}: {} | some({}: {} | {} = {})}}", who, field.type.spelling, one, all, value, who),
          gen_set(field.type));
    }
  }
  const std::string who = expressions_.fresh("k");
  add(fmt::format("{{{}: {} | some({}: {} | {}.from = {})}}", who, senders.spelling, one, all, one, who),
      gen_set(senders));
  return all;
}

void RuleGenerator::add_compound(GenBody& body, Heading& heading, const GenFlow& flow) {
  body.named = true;
  const GenMessage& message = protocol_.messages[flow.message];
  const std::size_t form = compound_->below(4);
  const bool part = form == 0 && protocol_.bound > 0;
  if (part) {
    const std::int64_t most = protocol_.bound * process_count(protocol_, heading.senders);
    if (most > 0) {
      const std::string all = add_together(body, message, heading.senders, most);
      heading.receive = fmt::format(" on all {} as {} from {}", message.name, all, heading.senders.spelling);
      return;
    }
  }
  if (form <= 1) {
    const std::int64_t count = compound_->between(1, 2);
    const std::string all = add_together(body, message, heading.senders, count);
    heading.receive = fmt::format(" on {} {} as {} from {} {}", count, message.name, all,
                                  heading.senders.spelling, heading.sender);
    const GenPlace sender{heading.sender, heading.senders, false, true};
    body.correspondents.push_back(sender);
    body.scope.places.push_back(sender);
    return;
  }
  add_named(body, heading, flow, true);
  GenFlow second = flow;
  for (const GenFlow& other : bodies_.flows()) {
    if (other.to == flow.to && compound_->percent(60)) second = other;
  }
  add_named(body, heading, second, false);
}

}  // namespace quorate
