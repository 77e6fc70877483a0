#include "random_symmetric.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "random_body.hpp"
#include "symmetric_terms.hpp"

namespace quorate {

namespace {

class SymmetricGenerator {
 public:
  explicit SymmetricGenerator(std::uint64_t seed) : random_(seed), terms_(random_, protocol_) {}

  std::string run() {
    protocol_.wild = random_.percent(35);
    protocol_.slip_percent = random_.percent(15) ? 8 : 0;
    protocol_.synchronous = random_.percent(15);
    add_role("alpha", random_.percent(15) ? 4 : random_.between(2, 3));
    add_role("beta", random_.between(1, 2));
    for (GenRole& role : protocol_.roles) declare(role);
    const std::string kinds = messages();
    std::string text = channels() + faults();
    for (const GenRole& role : protocol_.roles) text += role_text(role);
    text += kinds;
    if (random_.percent(20)) text += initial_rule();
    const std::int64_t rules = random_.between(2, 3);
    for (std::int64_t k = 0; k < rules; ++k) text += rule(k == 0);
    return text + monitor() + properties();
  }

 private:
  void add_role(const std::string& name, std::int64_t count);
  void declare(GenRole& role);
  std::string initial(const GenType& type, std::int64_t copies);
  std::string channels();
  std::string faults();
  [[nodiscard]] bool few_messages() const;
  [[nodiscard]] std::string role_text(const GenRole& role) const;
  std::string messages();
  std::string initial_rule();
  std::string rule(bool starts);
  std::string monitor();
  std::string observe(const GenType& type);
  std::string properties();

  Lines statement(const SymScope& scope, int depth);
  Lines loop(const SymScope& scope);
  std::string turn(const SymScope& scope, const SymPlace& element);
  std::string assignment(const SymScope& scope);
  std::string send(const SymScope& scope, const std::string& to);
  [[nodiscard]] SymScope with_state(SymScope scope, const std::string& process, std::size_t role) const;
  SymScope everybody(const std::string& first, const std::string& second) const;

  Random random_;
  GenProtocol protocol_;
  SymmetricTerms terms_;
  std::int64_t initial_states_ = 1;
  std::size_t role_ = 0;               // of the rule at hand
  std::vector<std::string> writable_;  // texts of places
  std::set<std::string> sent_;         // to whom the rule at hand has sent
};

void SymmetricGenerator::add_role(const std::string& name, std::int64_t count) {
  GenRole role;
  role.name = name;
  role.count = count;
  role.type = {.kind = GenKind::process, .spelling = name};
  role.type.roles = {protocol_.roles.size()};
  protocol_.roles.push_back(role);
}

// Every value, while the initial states are few; else nothing, or what is easily read.
std::string SymmetricGenerator::initial(const GenType& type, std::int64_t copies) {
  std::int64_t combinations = 1;
  for (std::int64_t k = 0; k < copies; ++k) {
    combinations = std::min<std::int64_t>(1000, combinations * value_count(protocol_, type));
  }
  if (combinations * initial_states_ <= 100 && random_.percent(60)) {
    initial_states_ *= combinations;
    return " := any";
  }
  GenType leaf = type;
  while (leaf.kind == GenKind::array) leaf = GenType(leaf.parts[1]);
  if (leaf.kind == GenKind::boolean) return random_.percent(30) ? "" : " := false";
  return leaf.kind == GenKind::set && random_.percent(70) ? " := {}" : "";
}

void SymmetricGenerator::declare(GenRole& role) {
  const std::int64_t count = random_.between(1, 2);
  for (std::int64_t k = 0; k < count; ++k) {
    const GenType type = terms_.type();
    role.variables.push_back({role.name.substr(0, 1) + std::to_string(k), type, initial(type, role.count)});
  }
}

std::string SymmetricGenerator::channels() {
  std::string text = protocol_.synchronous ? "channels synchronous" : "channels asynchronous";
  text += random_.percent(25) ? ", lossy" : ", reliable";
  const std::size_t order = random_.below(10);
  text += order < 4 ? ", fifo" : order < 6 ? ", set" : "";
  return text + fmt::format(", bound {}\n", random_.between(1, 3));
}

// Byzantine processes forge every message: there must be few.
bool SymmetricGenerator::few_messages() const {
  for (const GenMessage& message : protocol_.messages) {
    std::int64_t count = 1;
    for (const GenVariable& field : message.fields) count *= value_count(protocol_, field.type);
    if (count > 20) return false;
  }
  return true;
}

std::string SymmetricGenerator::faults() {
  if (random_.percent(70)) return "";
  const std::string name = random_.pick(protocol_.roles).name;
  const bool forges = few_messages() && random_.percent(40);
  return "faults " + name + ": at most 1 " + (forges ? "byzantine" : "crash") + "\n";
}

std::string SymmetricGenerator::role_text(const GenRole& role) const {
  std::string text = fmt::format("role {}[{}]\n  var fuel: 0..2 := 0\n", role.name, role.count);
  for (const GenVariable& variable : role.variables) {
    text += "  var " + variable.name + ": " + variable.type.spelling + variable.initial + "\n";
  }
  return text;
}

std::string SymmetricGenerator::messages() {
  std::string text;
  const std::int64_t count = random_.between(1, 2);
  for (std::int64_t k = 0; k < count; ++k) {
    GenMessage message;
    message.name = k == 0 ? "PING" : "ACK";
    text += "message " + message.name + "(";
    const std::int64_t fields = random_.between(1, protocol_.roles[0].count > 3 ? 1 : 2);  // 62 bits
    for (std::int64_t f = 0; f < fields; ++f) {
      // Mostly something that a process has, so that there is something to send.
      const auto& known = random_.pick(protocol_.roles).variables;
      message.fields.push_back({.name = fmt::format("m{}", f),
                                .type = random_.percent(60) ? random_.pick(known).type : terms_.type()});
      text += (f > 0 ? ", " : "") + message.fields.back().name + ": " + message.fields.back().type.spelling;
    }
    text += ")\n";
    protocol_.messages.push_back(message);
  }
  return text;
}

SymScope SymmetricGenerator::with_state(SymScope scope, const std::string& process, std::size_t role) const {
  for (const GenVariable& variable : protocol_.roles[role].variables) {
    scope.push_back({process + "." + variable.name, variable.type});
  }
  return scope;
}

// One process of each role, with all that they know.
SymScope SymmetricGenerator::everybody(const std::string& first, const std::string& second) const {
  SymScope scope = {{first, protocol_.roles[0].type, true}, {second, protocol_.roles[1].type, true}};
  return with_state(with_state(scope, first, 0), second, 1);
}

std::string SymmetricGenerator::assignment(const SymScope& scope) {
  const std::string root = random_.pick(writable_);
  for (const SymPlace& place : scope) {
    if (place.text != root) continue;
    const bool whole = !simple(place.type) && random_.percent(40);
    const SymPlace source = whole ? terms_.like(scope, place.type, place.text) : SymPlace{};
    if (!source.text.empty()) return place.text + " := " + source.text;
    const SymPlace target = terms_.part(scope, place);
    if (random_.percent(5)) return target.text + " := undefined";
    return target.text + " := " + terms_.value(scope, target.type, 2);
  }
  return "skip";
}

std::string SymmetricGenerator::send(const SymScope& scope, const std::string& to) {
  const GenMessage& message = random_.pick(protocol_.messages);
  std::string arguments;
  for (const GenVariable& field : message.fields) {
    if (!arguments.empty()) arguments += ", ";
    const SymPlace same = terms_.like(scope, field.type, "");
    if (!simple(field.type)) {
      arguments += same.text.empty() ? "undefined" : same.text;
    } else {
      arguments += terms_.value(scope, field.type, 1);
    }
  }
  return "send " + message.name + "(" + arguments + ") to " + to;
}

// What one turn of a loop does: often what other turns do to the same place.
std::string SymmetricGenerator::turn(const SymScope& scope, const SymPlace& element) {
  std::vector<SymPlace> sets;
  std::vector<SymPlace> others;
  for (const SymPlace& place : scope) {
    if (std::find(writable_.begin(), writable_.end(), place.text) == writable_.end()) continue;
    SymScope indices = scope;  // the turn's own element, or any
    if (random_.percent(60)) {
      std::erase_if(indices, [&](const SymPlace& other) {
        return other.bound && other.text != element.text && other.type.spelling == element.type.spelling;
      });
    }
    const SymPlace leaf = terms_.part(indices, place);
    const bool of_elements =
        leaf.type.kind == GenKind::set && leaf.type.parts[0].spelling == element.type.spelling;
    (of_elements ? sets : others).push_back(leaf);
  }
  static const std::vector<std::string> signs = {" + ", " + ", " - ", " * "};
  if (!sets.empty() && random_.percent(60)) {
    const std::string& s = random_.pick(sets).text;
    const std::string& joined = random_.percent(60) ? element.text : terms_.process(scope, element.type);
    return s + " := " + s + random_.pick(signs) + "{" + joined + "}";
  }
  if (others.empty()) return "skip";
  const SymPlace& place = random_.pick(others);
  if (place.type.kind == GenKind::boolean && random_.percent(50)) {
    return place.text + " := " + (random_.percent(50) ? "true" : "not " + place.text);
  }
  return place.text + " := " + terms_.value(scope, place.type, 1);
}

Lines SymmetricGenerator::loop(const SymScope& scope) {
  const GenType& type = random_.pick(protocol_.roles).type;
  const std::string name = terms_.fresh("k");
  SymScope inner = scope;
  inner.push_back({name, type, true});
  Lines lines = {"for " + name + ": " + type.spelling + " do"};
  const std::int64_t statements = random_.between(1, 2);
  for (std::int64_t k = 0; k < statements; ++k) {
    std::string next = turn(inner, inner.back());
    if (random_.percent(35)) next = "if " + terms_.condition(inner, 1) + " then " + next + " endif";
    lines.push_back("  " + next + (k + 1 < statements ? ";" : ""));
  }
  const bool rule = !protocol_.messages.empty() && !scope.empty() && scope[0].text == "p";
  if (rule && random_.percent(40) && sent_.insert(type.spelling).second) {
    lines.back() += ";";
    const std::string message = send(inner, name);
    const bool own = type.roles[0] == role_;
    lines.push_back("  " + (own ? "if " + name + " != p then " + message + " endif" : message));
  }
  lines.emplace_back("endfor");
  return lines;
}

Lines SymmetricGenerator::statement(const SymScope& scope, int depth) {
  const std::size_t form = random_.below(10);
  if (form < 4) return {assignment(scope)};
  if (form < 6) return loop(scope);
  if (form == 6 && depth > 0) {
    Lines lines = {"if " + terms_.condition(scope, 2) + " then"};
    for (const std::string& line : indented(statement(scope, 0))) lines.push_back(line);
    lines.emplace_back("endif");
    return lines;
  }
  const GenType& to = random_.pick(protocol_.roles).type;
  if (!sent_.insert(to.spelling).second) return {assignment(scope)};
  if (random_.percent(50)) return {send(scope, "all " + to.spelling)};
  const std::string one = terms_.process(scope, to);
  const std::string message = send(scope, one);
  return {to.roles[0] == role_ ? "if " + one + " != p then " + message + " endif" : message};
}

std::string SymmetricGenerator::initial_rule() {
  role_ = random_.below(2);
  const GenRole& role = protocol_.roles[role_];
  SymScope scope = {{"p0", protocol_.roles[0].type, true}, {"p1", protocol_.roles[1].type, true}};
  const std::string self = role_ == 0 ? "p0" : "p1";
  scope = with_state(scope, role.name + "[" + self + "]", role_);
  writable_.clear();
  for (const SymPlace& place : scope) {
    if (!place.bound) writable_.push_back(place.text);
  }
  std::string text = "init\n  [](p0: alpha)[](p1: beta) start:\n    " + assignment(scope);
  if (random_.percent(30)) {
    text += ";\n    " + role.name + "[" + self +
            "].status := " + (random_.percent(60) || !few_messages() ? "crash" : "byz");
  }
  return text + "\n  ;\n";
}

std::string SymmetricGenerator::rule(bool starts) {
  role_ = random_.below(2);
  const GenRole& own = protocol_.roles[role_];
  SymScope scope = {{"p", own.type, true}, {"x", protocol_.roles[0].type, true}};
  scope.push_back({"y", protocol_.roles[1].type, true});
  scope = with_state(scope, "p", role_);
  writable_.clear();
  for (const SymPlace& place : scope) {
    if (!place.bound) writable_.push_back(place.text);
  }
  std::string text = fmt::format("rule {}(x: alpha, y: beta) of {} p", terms_.fresh("r"), own.name);
  const bool receives = !starts && random_.percent(70);
  if (receives && random_.percent(75)) {
    const GenMessage& message = random_.pick(protocol_.messages);
    const GenType& from = random_.pick(protocol_.roles).type;
    text += " on " + message.name + " from " + from.spelling + " q";
    scope.push_back({"q", from, true});
    for (const GenVariable& field : message.fields) scope.push_back({"msg." + field.name, field.type});
  } else if (receives) {
    text += fmt::format(" on {} from quorum q[{}] of {}", random_.pick(protocol_.messages).name,
                        random_.between(1, 2), random_.pick(protocol_.roles).name);
  }
  text += fmt::format(":\n  when p.fuel < {}", own.count < 3 && random_.percent(50) ? 2 : 1);
  // A message may be any one, but its recipient's choices are too many.
  if (random_.percent(50)) text += " and x = " + terms_.process({scope[0], scope[1]}, scope[1].type);
  if (random_.percent(40)) text += " and " + terms_.condition(scope, 2);
  text += " do\n    p.fuel := p.fuel + 1";
  sent_.clear();
  if (starts) {
    const std::string other = protocol_.roles[1 - role_].name;
    text += ";\n    " + send(scope, random_.percent(50) ? "all " + other : other == "alpha" ? "x" : "y");
    sent_.insert(protocol_.roles[1 - role_].type.spelling);
  }
  for (std::int64_t k = random_.between(1, 2); k > 0; --k) {
    text += ";\n";
    Lines lines = indented(indented(statement(scope, 1)));
    text += joined(lines);
    text.pop_back();
  }
  return text + "\n";
}

// What `observe` does to the monitor h: to each element of an array, to a set as a whole, or to nothing, so
// that h keeps one of its initial values.
std::string SymmetricGenerator::observe(const GenType& type) {
  if (type.kind != GenKind::set && type.kind != GenKind::array) return "skip";
  const GenType& over = type.parts[0];
  // The other role is named by its first process: an exchange of those is then none.
  const GenRole& other = protocol_.roles[1 - over.roles[0]];
  SymScope scope =
      with_state({{"k", over, true}, {other.name + "[1]", other.type, true}}, "k", over.roles[0]);
  const std::string test = "k.fuel > 0 and " + terms_.condition(scope, 1);
  if (type.kind == GenKind::set) {
    const std::string before = random_.percent(50) ? "(if isdefined(h) then h else {}) + " : "";
    return fmt::format("h := {}{{k: {} | {}}}", before, over.spelling, test);
  }
  const SymPlace element = terms_.part(scope, {"h[k]", type.parts[1]});
  const std::string change = element.text + " := " + terms_.value(scope, element.type, 1);
  return fmt::format("for k: {} do if {} then {} endif endfor", over.spelling, test, change);
}

std::string SymmetricGenerator::monitor() {
  if (random_.percent(50)) return "";
  const GenType type = terms_.type();
  protocol_.monitors.push_back({.name = "h", .type = type});
  return "monitor\n  var h: " + type.spelling + initial(type, 1) + "\n  observe:\n    " + observe(type) +
         "\n";
}

std::string SymmetricGenerator::properties() {
  std::string text;
  for (std::int64_t k = random_.between(1, 2); k > 0; --k) {
    SymScope scope = with_state(everybody("i", "j"), "l", 0);
    scope.push_back({"l", protocol_.roles[0].type, true});
    for (const GenVariable& variable : protocol_.monitors) scope.push_back({variable.name, variable.type});
    const std::string name = terms_.fresh("inv");
    if (random_.percent(15)) {  // a sum that may overflow on the way
      const SymScope own =
          with_state({{"i", protocol_.roles[0].type, true}, {"j", protocol_.roles[1].type, true}}, "i", 0);
      text += fmt::format(
          "invariant {}: all(j: beta | sum(i: alpha | (if {} then 9007199254740991 * (1024 + count(e: alpha "
          "| "
          "false)) else (if {} then 9007199254740991 else -9007199254740991))) > 0)\n",
          name, terms_.condition(own, 0), terms_.condition(own, 0));
      continue;
    }
    static const std::vector<std::string> words = {"all", "exists"};
    text += fmt::format("invariant {}: {}(i: alpha | {}(l: alpha | {}(j: beta | {})))\n", name,
                        random_.pick(words), random_.pick(words), random_.pick(words),
                        terms_.condition(scope, 2));
  }
  return text + (random_.percent(30) ? "property dead: no deadlock\n" : "");
}

}  // namespace

std::string random_symmetric_protocol(std::uint64_t seed) {
  return SymmetricGenerator(seed).run();
}

}  // namespace quorate
