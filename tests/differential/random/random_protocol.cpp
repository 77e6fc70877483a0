#include "random_protocol.hpp"

#include <algorithm>

#include "protocol_generator.hpp"

namespace quorate {

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

std::string random_protocol(std::uint64_t seed, const GeneratorOptions& options) {
  return ProtocolGenerator(seed, options).run();
}

}  // namespace quorate
