// What a random protocol declares, and how it is written down in either notation.
#include <algorithm>

#include "protocol_generator.hpp"

namespace quorate {

std::string ProtocolGenerator::choose_channels() {
  if (random_.percent(10) && !protocol_.synchronous) return "";
  std::vector<std::string> words = {protocol_.synchronous ? "synchronous" : "asynchronous"};
  words.emplace_back(random_.percent(45) ? "lossy" : "reliable");
  const std::size_t order = random_.below(10);
  if (order < 3) {
    words.emplace_back(random_.percent(50) ? "fifo" : "FIFO");
  } else if (order < 5) {
    words.emplace_back("set");
  } else if (order < 7) {
    words.emplace_back(random_.percent(50) ? "unordered" : "out-of-order");
  }
  if (random_.percent(65)) {
    protocol_.bound = random_.between(1, 3);
    words.push_back("bound " + std::to_string(protocol_.bound));
  }
  protocol_.loopback = !protocol_.synchronous && random_.percent(20);
  if (protocol_.loopback) words.emplace_back("loopback");
  if (protocol_.several) words.emplace_back("several messages a step");
  std::string text = "channels ";
  for (std::size_t i = 0; i < words.size(); ++i) text += (i > 0 ? ", " : "") + words[i];
  return text + "\n";
}

// Sizes that leave something to permute: several processes of one role, and fewer of the others.
std::vector<std::int64_t> ProtocolGenerator::symmetric_sizes(std::int64_t roles) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(roles), 1);
  sizes[random_.below(sizes.size())] = random_.percent(15) ? 4 : random_.between(2, 3);
  for (std::int64_t& size : sizes) {
    if (size == 1 && random_.percent(50)) size = 2;
  }
  return sizes;
}

void ProtocolGenerator::choose_roles() {
  static const std::vector<std::string> names = {"alpha", "beta", "gamma"};
  n_ = random_.between(1, 3);
  const std::int64_t count = random_.between(1, 3);
  std::int64_t left = options_.max_processes;
  const std::vector<std::int64_t> sizes = symmetric_sizes(count);
  for (std::int64_t k = 0; k < count; ++k) {
    GenRole role;
    role.name = names[static_cast<std::size_t>(k)];
    role.count = random_.percent(5) && k > 0
                     ? 0
                     : random_.between(
                           1, std::min<std::int64_t>(3, std::max<std::int64_t>(1, left - (count - k - 1))));
    if (protocol_.symmetric) role.count = sizes[static_cast<std::size_t>(k)];
    left -= role.count;
    role.count_text = role.count == n_ && random_.percent(70) ? "n" : std::to_string(role.count);
    role.type = {.kind = GenKind::process, .spelling = role.name + (protocol_.printed ? "ID" : "")};
    role.type.roles = {static_cast<std::size_t>(k)};
    role.fuel = random_.between(1, role.count > 2 ? 1 : 2);
    protocol_.roles.push_back(role);
  }
  if (count > 1 && random_.percent(35)) {
    GenType group{.kind = GenKind::process, .spelling = "anyone"};
    for (std::size_t k = 0; k < protocol_.roles.size(); ++k) {
      if (k < 2 || random_.percent(50)) group.roles.push_back(k);
    }
    protocol_.groups.push_back(group);
  }
  if (random_.percent(60)) {
    GenType colour{.kind = GenKind::enumeration, .spelling = "colour"};
    colour.literals = {"red", "green"};
    if (random_.percent(40)) colour.literals.emplace_back("blue");
    protocol_.enumerations.push_back(colour);
  }
}

// Who can be faulty. Decided early: properties must not read what a Byzantine process does not have.
void ProtocolGenerator::choose_statuses() {
  const std::int64_t lines = random_.percent(50) ? random_.between(1, 2) : 0;
  for (std::int64_t k = 0; k < lines; ++k) {
    const bool byzantine = random_.percent(45);
    const std::size_t role = random_.below(protocol_.roles.size());
    const bool both = random_.percent(30) && protocol_.roles.size() > 1;
    const std::size_t other = (role + 1) % protocol_.roles.size();
    std::int64_t processes = protocol_.roles[role].count + (both ? protocol_.roles[other].count : 0);
    const std::int64_t count = std::min(processes, random_.between(0, 5) == 0 ? 2 : std::int64_t{1});
    const std::string amount = random_.percent(75) ? "at most " : random_.percent(50) ? "up to " : "exactly ";
    const std::string name = protocol_.roles[role].type.spelling;
    const std::string kind = byzantine ? " byzantine" : " crash";
    if (both) {
      faults_ += "faults " + amount + std::to_string(count) + " of " + name + ", " +
                 protocol_.roles[other].type.spelling + kind + "\n";
    } else {
      faults_ += "faults " + name + ": " + amount + std::to_string(count) + kind + "\n";
    }
    if (!byzantine) continue;
    protocol_.roles[role].byzantine = true;
    if (both) protocol_.roles[other].byzantine = true;
  }
  init_assigns_status_ = random_.percent(15);
  for (GenRole& role : protocol_.roles) {
    role.byzantine |= init_assigns_status_;
    role.strategy = role.byzantine && !protocol_.printed && random_.percent(40);
  }
}

// The text after `:=`; empty for none. `any` and `distinct` only while the initial states are few.
std::string ProtocolGenerator::initial_value(const GenRole* role, const GenType& type) {
  const std::int64_t processes = role != nullptr ? role->count : 1;
  const std::int64_t values = value_count(protocol_, type);
  std::int64_t combinations = 1;
  for (std::int64_t k = 0; k < processes; ++k)
    combinations = std::min<std::int64_t>(1000, combinations * values);
  const std::size_t form = random_.below(20);
  const bool few = combinations * initial_states_ <= (protocol_.symmetric ? 64 : 24) && combinations > 0;
  if (form < 4 && few) {
    initial_states_ *= combinations;
    return "any";
  }
  const bool scalar = simple(type) && type.kind != GenKind::set;
  if (form < 7 && few && scalar && role != nullptr && values >= processes) {
    initial_states_ *= combinations;
    return "distinct";
  }
  if (form < 9) return form == 8 ? "undefined" : "";
  GenType leaf = type;
  while (leaf.kind == GenKind::array) leaf = GenType(leaf.parts[1]);
  if (!simple(leaf) || value_count(protocol_, leaf) == 0) return "";
  if (!expressions_.nameable({}, leaf)) return "";
  const bool named = leaf.kind == GenKind::set && expressions_.nameable({}, leaf.parts[0]);
  if (named && value_count(protocol_, leaf) > 1 && random_.percent(50)) {
    return "{" + expressions_.constant(leaf.parts[0]) + "}";
  }
  return expressions_.constant(leaf);
}

GenVariable ProtocolGenerator::variable(const std::string& name, const GenRole* role) {
  GenVariable result;
  result.name = name;
  result.type = random_type(random_, protocol_);
  result.initial = protocol_.printed ? "" : initial_value(role, result.type);
  result.maybe_undefined = result.initial.empty() || result.initial == "undefined";
  return result;
}

void ProtocolGenerator::choose_variables() {
  for (GenRole& role : protocol_.roles) {
    GenVariable fuel{.name = "fuel", .type = gen_range(0, role.fuel), .initial = "0"};
    role.variables.push_back(fuel);
    if (!protocol_.groups.empty()) {
      role.variables.push_back({.name = "common", .type = gen_range(0, 1), .initial = "0"});
    }
    const std::int64_t count = random_.between(1, 2);
    for (std::int64_t k = 0; k < count; ++k) {
      role.variables.push_back(variable(role.name.substr(0, 1) + std::to_string(k), &role));
    }
    if (!protocol_.printed && random_.percent(15)) {
      role.variables.push_back(variable("seen", &role));
      role.variables.back().monitor = true;
    }
  }
  const std::int64_t globals = random_.percent(35) ? random_.between(1, 2) : 0;
  for (std::int64_t k = 0; k < globals; ++k) {
    GenVariable global = variable("history" + std::to_string(k), nullptr);
    global.monitor = true;
    protocol_.monitors.push_back(global);
  }
}

void ProtocolGenerator::choose_messages() {
  static const std::vector<std::string> names = {"PING", "ACK", "VOTE"};
  const std::int64_t count = protocol_.printed ? 1 : random_.between(1, 3);
  for (std::int64_t k = 0; k < count; ++k) {
    GenMessage message;
    message.name = protocol_.printed ? "Msg" : names[static_cast<std::size_t>(k)];
    const std::int64_t fields = random_.between(protocol_.printed ? 1 : 0, 2);
    for (std::int64_t f = 0; f < fields; ++f) {
      GenVariable field;
      field.name = std::string(1, static_cast<char>('s' + k)) + std::to_string(f);
      field.type = random_scalar_type(random_, protocol_);
      if (random_.percent(20)) field.type = random_type(random_, protocol_);
      if (value_count(protocol_, field.type) > 8) field.type = gen_boolean();
      // Messages put together field by field may lack some.
      field.maybe_undefined = protocol_.printed || count == 1 || !simple(field.type) || random_.percent(25);
      message.fields.push_back(field);
    }
    protocol_.messages.push_back(message);
  }
}

std::string ProtocolGenerator::type_section() {
  std::string text;
  for (const GenType& type : protocol_.enumerations) {
    text += "  " + type.spelling + ": enum {";
    for (std::size_t i = 0; i < type.literals.size(); ++i) text += (i > 0 ? ", " : "") + type.literals[i];
    text += "};\n";
  }
  return text;
}

std::string ProtocolGenerator::short_declarations() {
  std::string text = type_section();
  if (!text.empty()) text = "type\n" + text;
  for (const GenRole& role : protocol_.roles) {
    const bool bare = role.count == 1 && random_.percent(50);
    text += "role " + role.name + (bare ? "" : "[" + role.count_text + "]") + "\n";
    for (const GenVariable& variable : role.variables) {
      text += std::string(variable.monitor ? "  monitor " : "  var ") + variable.name + ": " +
              variable.type.spelling + (variable.initial.empty() ? "" : " := " + variable.initial) + "\n";
    }
  }
  for (const GenType& group : protocol_.groups) {
    text += "group " + group.spelling + " = ";
    for (std::size_t i = 0; i < group.roles.size(); ++i) {
      text += (i > 0 ? " + " : "") + protocol_.roles[group.roles[i]].name;
    }
    text += "\n";
  }
  for (const GenMessage& message : protocol_.messages) {
    text += "message " + message.name;
    if (!message.fields.empty()) text += "(";
    for (std::size_t i = 0; i < message.fields.size(); ++i) {
      text += (i > 0 ? ", " : "") + message.fields[i].name + ": " + message.fields[i].type.spelling;
    }
    text += message.fields.empty() ? "\n" : ")\n";
  }
  return text;
}

std::string ProtocolGenerator::printed_declarations() {
  std::string text = "type\n" + type_section();
  for (const GenRole& role : protocol_.roles) {
    text += "  " + role.type.spelling + ": role[" + role.count_text + "];\n";
  }
  text += "  Msg: record\n";
  for (const GenVariable& field : protocol_.messages[0].fields) {
    text += "    " + field.name + ": " + field.type.spelling + ";\n";
  }
  text += "  end;\nvar\n";
  for (const GenRole& role : protocol_.roles) {
    text += "  " + role.name + ": array[" + role.type.spelling + "] of record\n";
    for (const GenVariable& variable : role.variables) {
      text += "    " + variable.name + ": " + variable.type.spelling + ";\n";
    }
    text += "  end;\n";
  }
  for (const GenType& group : protocol_.groups) {
    text += "group " + group.spelling + " = ";
    for (std::size_t i = 0; i < group.roles.size(); ++i) {
      text += (i > 0 ? " + " : "") + protocol_.roles[group.roles[i]].name;
    }
    text += "\n";
  }
  return text;
}

}  // namespace quorate
