#include "random_protocol.hpp"

#include <algorithm>

#include "random_rules.hpp"

namespace quorate {

namespace {

// Chooses the declarations first, then writes everything down.
class ProtocolGenerator {
 public:
  ProtocolGenerator(std::uint64_t seed, const GeneratorOptions& options)
      : random_(seed),
        options_(options),
        expressions_(random_, protocol_),
        bodies_(random_, protocol_, expressions_),
        rules_(random_, protocol_, expressions_, bodies_) {}

  std::string run() {
    protocol_.wild = random_.percent(options_.wild_percent);
    protocol_.symmetric = random_.percent(options_.symmetric_percent);
    if (protocol_.symmetric && random_.percent(35)) protocol_.slip_percent = random_.percent(50) ? 4 : 15;
    protocol_.printed = random_.percent(options_.printed_percent);
    protocol_.synchronous = random_.percent(20);
    const std::string channels = choose_channels();
    choose_roles();
    choose_statuses();
    choose_variables();
    choose_messages();
    std::string text = "protocol random (n := " + std::to_string(n_) + ")\n" + channels + faults_;
    text += protocol_.printed ? printed_declarations() : short_declarations();
    text += functions();
    text += init();
    text += rules();
    text += monitor();
    text += properties();
    return text;
  }

 private:
  std::string choose_channels();
  void choose_roles();
  std::vector<std::int64_t> symmetric_sizes(std::int64_t roles);
  void choose_statuses();
  void choose_variables();
  void choose_messages();
  std::string initial_value(const GenRole* role, const GenType& type);
  GenVariable variable(const std::string& name, const GenRole* role);

  std::string type_section();
  std::string short_declarations();
  std::string printed_declarations();
  std::string functions();
  std::string init();
  std::string init_rule();
  std::string rules();
  std::string monitor();
  std::string properties();
  std::string predicate();
  [[nodiscard]] GenScope global_scope(bool with_monitors) const;

  Random random_;
  GeneratorOptions options_;
  GenProtocol protocol_;
  ExpressionGenerator expressions_;
  BodyGenerator bodies_;
  RuleGenerator rules_;
  std::int64_t n_ = 2;
  std::int64_t initial_states_ = 1;  // so far, roughly
  std::string faults_;
  bool init_assigns_status_ = false;
};

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
  if (random_.percent(65)) words.push_back("bound " + std::to_string(random_.between(1, 3)));
  protocol_.loopback = !protocol_.synchronous && random_.percent(20);
  if (protocol_.loopback) words.emplace_back("loopback");
  std::string text = "channels ";
  for (std::size_t i = 0; i < words.size(); ++i) text += (i > 0 ? ", " : "") + words[i];
  return text + "\n";
}

// Something to permute: several processes of a role, and the other roles the smaller for it.
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

// Functions of simple values. Bodies see the parameters (some also the variables of processes among them)
// and the functions written before.
std::string ProtocolGenerator::functions() {
  std::string text;
  const std::int64_t count = random_.percent(35) ? random_.between(1, 2) : 0;
  for (std::int64_t k = 0; k < count; ++k) {
    GenFunction function;
    function.name = "fun" + std::to_string(k);
    function.global = random_.percent(30);
    GenScope scope;
    scope.global = function.global;
    scope.choosing = !function.global;
    std::string parameters;
    const std::int64_t arity = random_.between(1, 2);
    for (std::int64_t a = 0; a < arity; ++a) {
      GenVariable parameter{.name = expressions_.fresh("a"), .type = random_scalar_type(random_, protocol_)};
      parameters += (a > 0 ? ", " : "") + parameter.name + ": " + parameter.type.spelling;
      scope = expressions_.with(scope, parameter.name, parameter.type);
      function.parameters.push_back(parameter);
    }
    function.result = random_scalar_type(random_, protocol_);
    if (!expressions_.nameable(scope, function.result)) function.result = gen_boolean();
    if (random_.percent(20)) function.result = gen_set(function.result);
    const std::string body = expressions_.value(scope, function.result, 2);
    const auto uses = [&](const char* word) { return body.find(word) != std::string::npos; };
    function.chooses =
        uses("any(") || uses("any {") || uses("argm") ||
        std::any_of(protocol_.functions.begin(), protocol_.functions.end(),
                    [&](const GenFunction& other) { return other.chooses && uses(other.name.c_str()); });
    text += "function " + function.name + "(" + parameters + "): " + function.result.spelling + " = " + body +
            "\n";
    protocol_.functions.push_back(function);
  }
  return text;
}

GenScope ProtocolGenerator::global_scope(bool with_monitors) const {
  GenScope scope;
  scope.global = true;
  scope.wild = protocol_.wild;
  if (!with_monitors) return scope;
  for (const GenVariable& variable : protocol_.monitors) {
    scope.places.push_back({variable.name, variable.type, variable.maybe_undefined});
  }
  return scope;
}

std::string ProtocolGenerator::init_rule() {
  GenBody body;
  body.scope = global_scope(false);
  std::string head = "  ";
  const GenRole& role = random_.pick(protocol_.roles);
  const std::string process = expressions_.fresh("i");
  head += "[](" + process + ": " + role.type.spelling + ")";
  body.scope = expressions_.with(body.scope, process, role.type);
  Lines lines;
  for (const GenRole& other : protocol_.roles) {  // what the printed notation cannot initialise elsewhere
    if (!protocol_.printed) break;
    const std::string name = expressions_.fresh("k");
    lines.push_back("for " + name + ": " + other.type.spelling + " do");
    for (const GenVariable& variable : other.variables) {
      if (!variable.initial.empty())
        lines.push_back("  " + other.name + "[" + name + "]." + variable.name + " := " + variable.initial +
                        ";");
    }
    lines.emplace_back("endfor;");
  }
  if (init_assigns_status_ && random_.percent(70)) {
    static const std::vector<std::string> statuses = {"crash", "crash", "byz", "crashed", "corr"};
    lines.push_back(role.name + "[" + process + "].status := " + random_.pick(statuses) + ";");
  }
  for (const GenVariable& variable : role.variables) {
    if (variable.name == "fuel" || variable.monitor) continue;
    body.writable.push_back(
        {role.name + "[" + process + "]." + variable.name, variable.type, variable.maybe_undefined});
  }
  const bool guarded = random_.percent(30);
  const std::string label = " " + expressions_.fresh("start") + ":\n";
  const std::string guard = guarded ? expressions_.condition(body.scope, 1) : "";
  const Lines rest = bodies_.block(body, random_.between(1, 2), 1);
  lines.insert(lines.end(), rest.begin(), rest.end());
  if (!guarded) return head + label + joined(indented(indented(lines))) + "  ;\n";
  return head + label + "    if " + guard + " then\n" + joined(indented(indented(indented(lines)))) +
         "    endif;\n";
}

std::string ProtocolGenerator::init() {
  if (!protocol_.printed && !init_assigns_status_ && random_.percent(80)) return "";
  std::string text = "init\n" + init_rule();
  if (random_.percent(30)) text += init_rule();
  return text;
}

std::string ProtocolGenerator::rules() {
  std::string text = protocol_.printed ? "rules\n" : "";
  text += rules_.starting_rule(random_.below(protocol_.roles.size()));
  const std::int64_t count = random_.between(1, 4);
  for (std::int64_t k = 0; k < count; ++k) text += rules_.any_rule();
  for (std::size_t role = 0; role < protocol_.roles.size(); ++role) {
    if (protocol_.roles[role].strategy) text += rules_.byzantine_rule(role);
  }
  if (random_.percent(8)) text += protocol_.printed ? "  [] ELSE\n" : "rules\n  ELSE\n";
  return text;
}

std::string ProtocolGenerator::monitor() {
  std::string text;
  if (!protocol_.monitors.empty()) text += "monitor\n";
  for (const GenVariable& variable : protocol_.monitors) {
    text += "  var " + variable.name + ": " + variable.type.spelling +
            (variable.initial.empty() ? "" : " := " + variable.initial) + "\n";
  }
  GenBody body;
  body.scope = global_scope(true);
  body.writable = body.scope.places;
  Lines lines;
  if (!body.writable.empty()) lines = bodies_.block(body, random_.between(1, 2), 2);
  for (const GenRole& role : protocol_.roles) {
    if (!role.variables.back().monitor) continue;
    const std::string name = expressions_.fresh("k");
    GenBody inner = body;
    inner.scope = expressions_.with(inner.scope, name, role.type);
    inner.writable = {inner.scope.places.back()};
    if (!lines.empty()) lines.back() += ";";
    lines.push_back("for " + name + ": " + role.type.spelling + " do");
    const Lines assignments = indented(bodies_.block(inner, 1, 1));
    lines.insert(lines.end(), assignments.begin(), assignments.end());
    lines.emplace_back("endfor");
  }
  if (lines.empty()) return text;
  if (text.empty()) text = "monitor\n";
  return text + "  observe:\n" + joined(indented(indented(lines)));
}

std::string ProtocolGenerator::predicate() {
  GenScope scope = global_scope(true);
  scope.choosing = false;
  const GenRole& role = random_.pick(protocol_.roles);
  const std::string name = expressions_.fresh("x");
  const GenScope inner = expressions_.with(scope, name, role.type);
  static const std::vector<std::string> words = {"all", "all", "exists"};
  switch (random_.below(4)) {
    case 0:
      return expressions_.condition(scope, 3);
    case 1:
      return "count(" + name + ": " + role.type.spelling + " | " + expressions_.condition(inner, 2) +
             ") <= " + std::to_string(random_.between(0, 2));
    default:
      return random_.pick(words) + "(" + name + ": " + role.type.spelling + " | " +
             expressions_.condition(inner, 2) + ")";
  }
}

std::string ProtocolGenerator::properties() {
  std::string text;
  const std::int64_t count = random_.between(1, 2);
  for (std::int64_t k = 0; k < count; ++k) {
    text += "invariant " + expressions_.fresh("inv") + ": " + predicate() + "\n";
  }
  if (random_.percent(40)) {
    text += "property " + expressions_.fresh("dead") + ": no deadlock" +
            (random_.percent(60) ? " unless " + predicate() : "") + "\n";
  }
  return text;
}

}  // namespace

std::string random_protocol(std::uint64_t seed, const GeneratorOptions& options) {
  return ProtocolGenerator(seed, options).run();
}

}  // namespace quorate
