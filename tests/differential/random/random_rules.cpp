#include "random_rules.hpp"

#include <fmt/format.h>

namespace quorate {

// What a rule's process can read and write. The fuel is spent by the rule itself and not refilled.
GenBody RuleGenerator::body_of(std::size_t role, const std::string& self) {
  const GenRole& owner = protocol_.roles[role];
  GenBody body;
  body.self = self;
  body.role = role;
  body.may_send = true;
  body.scope.wild = protocol_.wild;
  body.scope.choices = true;
  body.scope.places.push_back({self, owner.type, false, true});
  for (const GenVariable& variable : owner.variables) {
    if (variable.monitor) continue;
    std::string text = variable.name;
    if (protocol_.printed) {
      text = owner.name + "[" + self + "]." + text;
    } else if (random_.percent(70)) {
      text = self + "." + text;
    }
    const GenPlace place{text, variable.type, variable.maybe_undefined, false};
    body.scope.places.push_back(place);
    if (variable.name != "fuel") body.writable.push_back(place);
  }
  return body;
}

void RuleGenerator::add_parameter(GenBody& body, Heading& heading) {
  const GenType type = random_scalar_type(random_, protocol_);
  // In the printed notation the roles of the parameters decide which is the process and which the sender.
  if (protocol_.printed && type.kind == GenKind::process) return;
  const std::string name = expressions_.fresh("w");
  body.scope = expressions_.with(body.scope, name, type);
  heading.parameters =
      protocol_.printed ? "[](" + name + ": " + type.spelling + ")" : name + ": " + type.spelling;
}

void RuleGenerator::add_receive(GenBody& body, Heading& heading, Form form, const GenFlow& flow) {
  const GenMessage& message = protocol_.messages[flow.message];
  heading.senders = protocol_.roles[flow.from].type;
  if (!protocol_.groups.empty() && random_.percent(25)) heading.senders = protocol_.groups[0];
  heading.sender = expressions_.fresh("q");
  if (form == Form::single && compound_ && compound_->percent(60)) return add_compound(body, heading, flow);
  if (form == Form::single) {
    heading.receive = " on " + message.name + " from " + heading.senders.spelling + " " + heading.sender;
    const GenPlace sender{heading.sender, heading.senders, false, true};
    body.correspondents.push_back(sender);
    body.scope.places.push_back(sender);
    for (const GenVariable& field : message.fields) {
      body.scope.places.push_back({"msg." + field.name, field.type, field.maybe_undefined});
    }
    if (protocol_.synchronous) body.scope.places.push_back({"msg.absent", gen_boolean(), false, true});
    return;
  }
  const std::string size = (random_.percent(30) ? ">= " : "") + std::to_string(random_.between(1, 2));
  heading.receive = " on " + message.name + " from quorum " + heading.sender + "[" + size + "] of " +
                    heading.senders.spelling;
  if (protocol_.printed) {
    heading.parameters +=
        "[](" + heading.sender + ": quorum[" + size + "] of " + heading.senders.spelling + ")";
  }
  body.scope.places.push_back({heading.sender, gen_set(heading.senders), false, true});
  body.scope.quorum = heading.sender;
  body.scope.quorum_fields = message.fields;
  body.scope.quorum_absent = protocol_.synchronous;
}

std::string RuleGenerator::short_rule(const GenBody& body, const Heading& heading, const Lines& lines,
                                      bool byzantine) {
  std::string text = "rule " + expressions_.fresh("r");
  if (!heading.parameters.empty()) text += "(" + heading.parameters + ")";
  text += std::string(" of ") + (byzantine ? "byzantine " : "") + protocol_.roles[body.role].name + " " +
          body.self + heading.receive + ":\n";
  text += (heading.guard.empty() ? "  do\n" : "  when " + heading.guard + " do\n");
  text += joined(indented(indented(lines)));
  if (random_.percent(20)) text += "  end\n";
  return text;
}

std::string RuleGenerator::printed_rule(const GenBody& body, const Heading& heading, const Lines& lines,
                                        Form form) {
  const std::string process = "[](" + body.self + ": " + protocol_.roles[body.role].type.spelling + ")";
  std::string text = "  ";
  if (form == Form::quorum) {  // parameters, the process, the senders
    text += process + heading.parameters;
  } else {
    text += heading.parameters + process;
  }
  if (form == Form::single) text += "[](" + heading.sender + ": " + heading.senders.spelling + ")";
  text += fmt::format(" {}:\n", expressions_.fresh("r"));
  if (heading.guard.empty()) return text + joined(indented(indented(lines))) + "  ;\n";
  return text + "    if " + heading.guard + " then\n" + joined(indented(indented(indented(lines)))) +
         "    endif;\n";
}

// A name for one of the senders of a quorum, to read its message and to answer it.
void RuleGenerator::add_member(GenBody& body, const Heading& heading, Lines& lines) {
  const std::string name = expressions_.fresh("b");
  const GenScope quiet = ExpressionGenerator::without_choices(body.scope);
  const std::string member = expressions_.fresh("j");
  const auto key = expressions_.number(expressions_.with(quiet, member, heading.senders, heading.sender), 1);
  const std::string extreme =
      (random_.percent(50) ? "argmax(" : "argmin(") + member + ": " + heading.sender + " | " + key.text + ")";
  lines.push_back("let " + name + " := " + (random_.percent(50) ? "any " + heading.sender : extreme) + ";");
  body.scope = expressions_.with(body.scope, name, heading.senders, heading.sender);
  body.correspondents.push_back({name, heading.senders, false, true});
}

std::string RuleGenerator::rule(std::size_t role, Form form, bool byzantine, bool sends,
                                const GenFlow& flow) {
  Heading heading;
  GenBody body = body_of(role, expressions_.fresh("p"));
  if (random_.percent(20)) add_parameter(body, heading);
  if (form != Form::internal) add_receive(body, heading, form, flow);
  const bool burns = sends || (form == Form::internal ? random_.percent(75) : random_.percent(40));
  const std::string fuel = body.scope.places[1].text;
  Lines lines;
  if (burns) {
    heading.guard = fuel + " < " + std::to_string(protocol_.roles[role].fuel);
    lines.push_back(fuel + " := " + fuel + " + 1;");
  }
  if (random_.percent(form == Form::internal ? 35 : 50)) {
    const std::string test = expressions_.condition(ExpressionGenerator::without_choices(body.scope), 2);
    heading.guard = heading.guard.empty() ? test : heading.guard + " and " + test;
  }
  if (form == Form::quorum && random_.percent(50)) add_member(body, heading, lines);
  body.may_send = sends;
  if (sends) {
    Lines first = bodies_.send(body);
    if (!first.empty()) first.back() += ";";
    lines.insert(lines.end(), first.begin(), first.end());
  }
  const Lines rest = bodies_.block(body, random_.between(1, 3), 2);
  lines.insert(lines.end(), rest.begin(), rest.end());
  return protocol_.printed ? printed_rule(body, heading, lines, form)
                           : short_rule(body, heading, lines, byzantine);
}

GenFlow RuleGenerator::random_flow() {
  if (!bodies_.flows().empty() && random_.percent(85)) return random_.pick(bodies_.flows());
  return {random_.below(protocol_.messages.size()), random_.below(protocol_.roles.size()),
          random_.below(protocol_.roles.size())};
}

std::string RuleGenerator::byzantine_rule(std::size_t role) {
  const GenFlow flow{random_.below(protocol_.messages.size()), random_.below(protocol_.roles.size()), role};
  return rule(role, random_.percent(70) ? Form::internal : Form::single, true, random_.percent(80), flow);
}

std::string RuleGenerator::any_rule() {
  const GenFlow flow = random_flow();
  const std::size_t form = random_.below(10);
  if (form < 3)
    return rule(random_.below(protocol_.roles.size()), Form::internal, false, random_.percent(40), flow);
  if (form < 8) return rule(flow.to, Form::single, false, random_.percent(40), flow);
  return rule(flow.to, Form::quorum, false, random_.percent(50), flow);
}

}  // namespace quorate
