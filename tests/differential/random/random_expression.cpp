#include "random_expression.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

namespace {

const std::vector<std::string> and_signs = {"and", "and", "and", "&", "&&", "/\\", "∧"};
const std::vector<std::string> or_signs = {"or", "or", "or", "||", "\\/", "∨"};
const std::vector<std::string> implies_signs = {"=>", "=>", "->", "implies", "⇒"};
const std::vector<std::string> iff_signs = {"<=>", "<->", "iff", "⇔"};
const std::vector<std::string> not_signs = {"not ", "not ", "!", "~", "¬"};
const std::vector<std::string> equal_signs = {"=", "=", "==", "!=", "/=", "≠"};
const std::vector<std::string> order_signs = {"<", ">", "<=", ">=", "≤", "≥", "=", "!="};

// Values of the first type are values of the second without any conversion.
bool same_or_member(const GenType& from, const GenType& to) {
  if (from.kind != to.kind) return false;
  if (from.kind != GenKind::process) return from.spelling == to.spelling;
  return std::all_of(from.roles.begin(), from.roles.end(), [&](std::size_t role) {
    return std::find(to.roles.begin(), to.roles.end(), role) != to.roles.end();
  });
}

}  // namespace

std::string literal(std::int64_t number) {
  return number < 0 ? fmt::format("({})", number) : std::to_string(number);
}

GenScope ExpressionGenerator::with(GenScope scope, const std::string& name, const GenType& type,
                                   const std::string& runs_over) const {
  scope.places.push_back({name, type, false, true});
  if (!scope.quorum.empty() && runs_over == scope.quorum) {
    const std::string message = "msg[" + name + "].";
    for (const GenVariable& field : scope.quorum_fields) {
      scope.places.push_back({message + field.name, field.type, field.maybe_undefined});
    }
    if (scope.quorum_absent) scope.places.push_back({message + "absent", gen_boolean(), false, true});
  }
  if (!scope.global || type.kind != GenKind::process) return scope;
  GenType status{.kind = GenKind::enumeration, .spelling = "status"};
  status.literals = {"corr", "crash", "byz", "crashed"};
  const bool group = type.roles.size() > 1;
  bool blank = false;  // some of the processes may have no state
  for (const std::size_t role : type.roles) {
    blank |= protocol_.roles[role].byzantine && !protocol_.roles[role].strategy;
  }
  scope.places.push_back({name + ".status", status, false, group});
  for (const GenVariable& variable : protocol_.roles[type.roles[0]].variables) {
    // A variable of a group's process is no place, so that it cannot be asked whether it is undefined.
    if (group && (variable.name != "common" || blank)) continue;
    scope.places.push_back(
        {name + "." + variable.name, variable.type, variable.maybe_undefined || blank, group});
  }
  return scope;
}

GenScope ExpressionGenerator::without_choices(GenScope scope) {
  scope.choices = false;
  return scope;
}

bool ExpressionGenerator::inhabited(const GenType& type) const {
  return !simple(type) || value_count(protocol_, type) > 0;
}

std::string ExpressionGenerator::constant(const GenType& type) {
  switch (type.kind) {
    case GenKind::boolean:
      return random_.percent(50) ? "true" : "false";
    case GenKind::range:
      return literal(random_.between(type.low, type.high));
    case GenKind::enumeration:
      return random_.pick(type.literals);
    case GenKind::process: {
      std::vector<std::string> names;
      for (const std::size_t role : type.roles) {
        for (std::int64_t k = 1; k <= protocol_.roles[role].count; ++k) {
          const bool brackets = random_.percent(50);
          names.push_back(protocol_.roles[role].name + (brackets ? "[" : "(") + std::to_string(k) +
                          (brackets ? "]" : ")"));
        }
      }
      return random_.pick(names);
    }
    default:
      return "{}";
  }
}

std::vector<std::string> ExpressionGenerator::names_of(const GenScope& scope, const GenType& type) {
  std::vector<std::string> names;
  for (const GenPlace& place : scope.places) {
    if (place.bound && same_or_member(place.type, type)) names.push_back(place.text);
  }
  return names;
}

bool ExpressionGenerator::nameable(const GenScope& scope, const GenType& type) {
  if (type.kind != GenKind::process || !protocol_.symmetric) return true;
  return process_count(protocol_, type) == 1 || !names_of(scope, type).empty() ||
         (scope.choices && scope.choosing) || slips();
}

std::string ExpressionGenerator::unremarkable(const GenScope& scope, const GenType& type) {
  if (type.kind != GenKind::process || slips()) return constant(type);
  const auto names = names_of(scope, type);
  if (!names.empty()) return random_.pick(names);
  if (scope.choices && scope.choosing) return "any(" + fresh("y") + ": " + type.spelling + ")";
  return constant(type);
}

GenPlace ExpressionGenerator::part(const GenScope& scope, const GenPlace& place) {
  if (simple(place.type)) return place;
  GenPlace inner = place;
  if (place.type.kind == GenKind::record) {
    const std::size_t field = random_.below(place.type.parts.size());
    inner.text += "." + place.type.field_names[field];
    inner.type = place.type.parts[field];
    return part(scope, inner);
  }
  const GenType& index = place.type.parts[0];
  if (!inhabited(index)) return {};
  std::vector<std::string> indices;
  for (const GenPlace& other : scope.places) {
    const bool process = other.type.kind == GenKind::process && !other.maybe_undefined;
    if ((other.bound || process) && same_or_member(other.type, index)) indices.push_back(other.text);
  }
  bool constant_index = indices.empty() || random_.percent(30);
  if (index.kind == GenKind::process && constant_index && !slips()) {
    if (indices.empty()) return {};
    constant_index = false;
  }
  inner.text += "[" + (constant_index ? constant(index) : random_.pick(indices)) + "]";
  inner.type = place.type.parts[1];
  return part(scope, inner);
}

std::vector<GenPlace> ExpressionGenerator::parts_of_kind(const GenScope& scope, GenKind kind) {
  std::vector<GenPlace> result;
  for (const GenPlace& place : scope.places) {
    GenPlace found = part(scope, place);
    if (found.text.empty() || found.type.kind != kind) continue;
    // One that may be undefined is read behind a test, which needs another value.
    if (found.maybe_undefined && !nameable(scope, found.type)) continue;
    result.push_back(std::move(found));
  }
  return result;
}

// Reads a place that may be undefined behind a test, except now and then in a wild protocol.
std::string ExpressionGenerator::defined(const GenScope& scope, const GenPlace& place, int depth) {
  if (!place.maybe_undefined || (scope.wild && random_.percent(20))) return place.text;
  const GenScope plain = without_choices(scope);
  const std::string otherwise =
      depth > 0 && random_.percent(30) ? value(plain, place.type, 0) : unremarkable(plain, place.type);
  // A bare set literal or a process in front would decide the type, which is then open or too narrow.
  const bool any_order = place.type.kind != GenKind::set && place.type.roles.size() < 2;
  if (any_order && random_.percent(50)) {
    return "(if isundefined(" + place.text + ") then " + otherwise + " else " + place.text + ")";
  }
  return "(if isdefined(" + place.text + ") then " + place.text + " else " + otherwise + ")";
}

std::string ExpressionGenerator::comparison(const GenScope& scope, int depth) {
  const std::string left = number(scope, depth - 1).text;
  return "(" + left + " " + random_.pick(order_signs) + " " + number(scope, depth - 1).text + ")";
}

// Processes compared by their numbers.
std::string ExpressionGenerator::process_order(const GenScope& scope, int depth) {
  auto places = parts_of_kind(scope, GenKind::process);
  std::erase_if(places, [](const GenPlace& place) { return place.type.roles.size() > 1; });  // have no order
  if (places.empty()) return comparison(scope, depth);
  const GenPlace& place = random_.pick(places);
  return "(" + defined(scope, place, depth) + " " + random_.pick(order_signs) + " " +
         unremarkable(scope, place.type) + ")";
}

// A sum that overflows or not, perhaps depending on the order of its terms.
std::string ExpressionGenerator::huge_sum(const GenScope& scope) {
  const std::string name = fresh("x");
  const GenType& type = random_.pick(protocol_.roles).type;
  const GenScope inner = with(without_choices(scope), name, type);
  return fmt::format(
      "(sum({}: {} | (if {} then 9007199254740991 * (1024 + count({}: {} | false)) else (if {} then "
      "9007199254740991 else "
      "-9007199254740991))) > 0)",
      name, type.spelling, condition(inner, 0), fresh("y"), type.spelling, condition(inner, 0));
}

std::string ExpressionGenerator::equality(const GenScope& scope, int depth) {
  std::vector<GenPlace> candidates;
  for (const GenPlace& place : scope.places) {
    const GenPlace found = part(scope, place);
    if (found.text.empty() || !inhabited(found.type)) continue;
    if (nameable(without_choices(scope), found.type)) candidates.push_back(found);
  }
  if (candidates.empty()) return "true";
  const GenPlace& place = random_.pick(candidates);
  const bool set = place.type.kind == GenKind::set;
  const std::string left = defined(scope, place, depth - 1);
  return "(" + left + " " + random_.pick(equal_signs) + " " +
         (set ? typed_set(scope, place.type, depth - 1) : value(scope, place.type, depth - 1)) + ")";
}

// A set whose element type can be seen from the text.
std::string ExpressionGenerator::typed_set(const GenScope& scope, const GenType& type, int depth) {
  std::vector<GenPlace> places;
  for (GenPlace& place : parts_of_kind(scope, GenKind::set)) {
    if (place.type.spelling == type.spelling) places.push_back(std::move(place));
  }
  if (!places.empty() && random_.percent(50)) return defined(scope, random_.pick(places), depth);
  const std::string name = fresh("z");
  const GenScope inner = with(without_choices(scope), name, type.parts[0]);
  const std::string test = depth > 0 ? condition(inner, depth - 1) : random_.percent(50) ? "true" : "false";
  return "{" + name + ": " + type.parts[0].spelling + " | " + test + "}";
}

std::string ExpressionGenerator::set_test(const GenScope& scope, int depth) {
  const auto sets = parts_of_kind(scope, GenKind::set);
  if (sets.empty()) return equality(scope, depth);
  const GenPlace& place = random_.pick(sets);
  const std::string text = defined(scope, place, depth);
  const GenType& element = place.type.parts[0];
  if (!inhabited(element) || !nameable(scope, element) || random_.percent(30)) {
    return fmt::format("({} {} {})", typed_set(scope, place.type, depth - 1),
                       random_.percent(50) ? "subset" : "⊆", text);
  }
  static const std::vector<std::string> signs = {"in", "in", "∈", "not in", "∉"};
  return fmt::format("({} {} {})", value(scope, element, depth - 1), random_.pick(signs), text);
}

ExpressionGenerator::Domain ExpressionGenerator::domain(const GenScope& scope, int depth) {
  const auto sets = parts_of_kind(scope, GenKind::set);
  if (!sets.empty() && random_.percent(30)) {
    const GenPlace& place = random_.pick(sets);
    const GenType& element = place.type.parts[0];
    return {defined(scope, place, depth), element, value_count(protocol_, element), false};
  }
  GenType type = random_scalar_type(random_, protocol_);
  if (random_.percent(60)) type = random_.pick(protocol_.roles).type;
  if (!protocol_.groups.empty() && random_.percent(20)) type = protocol_.groups[0];
  const std::int64_t count = value_count(protocol_, type);
  return {type.spelling, type, count, count > 0};
}

std::string ExpressionGenerator::quantified(const GenScope& scope, int depth) {
  const Domain over = domain(scope, depth - 1);
  const std::string name = fresh("x");
  const GenScope inner = with(without_choices(scope), name, over.element, over.text);
  const std::string body = condition(inner, depth - 1);
  const bool all = random_.percent(50);
  if (random_.percent(20)) {
    static const std::vector<std::string> all_signs = {"∀", "forall"};
    static const std::vector<std::string> some_signs = {"∃", "exists"};
    return "(" + random_.pick(all ? all_signs : some_signs) + " (" + name + ": " + over.text + ") " + body +
           ")";
  }
  const std::string filter = random_.percent(25) ? " where " + condition(inner, 0) : "";
  static const std::vector<std::string> all_words = {"all", "forall"};
  static const std::vector<std::string> some_words = {"some", "exists"};
  return random_.pick(all ? all_words : some_words) + "(" + name + ": " + over.text + filter + " | " + body +
         ")";
}

std::string ExpressionGenerator::definedness(const GenScope& scope) {
  std::vector<std::string> texts;
  for (const GenPlace& place : scope.places) {
    if (place.bound) continue;
    const GenPlace found = random_.percent(60) ? part(scope, place) : place;
    if (!found.text.empty() && (found.maybe_undefined || random_.percent(20))) texts.push_back(found.text);
  }
  if (texts.empty()) return "true";
  return (random_.percent(50) ? "isundefined(" : "isdefined(") + random_.pick(texts) + ")";
}

bool ExpressionGenerator::calls(const GenScope& scope, const GenFunction& function, int depth, int chance) {
  return depth > 0 && (scope.global || !function.global) && (scope.choosing || !function.chooses) &&
         random_.percent(chance);
}

std::string ExpressionGenerator::call(const GenScope& scope, const GenFunction& function, int depth) {
  GenScope careful = scope;
  careful.wild = false;
  std::string arguments;
  for (const GenVariable& parameter : function.parameters) {
    if (!arguments.empty()) arguments += ", ";
    arguments += value(careful, parameter.type, depth - 1);
  }
  return function.name + "(" + arguments + ")";
}

std::string ExpressionGenerator::connective(const GenScope& scope, int depth) {
  const std::string left = condition(scope, depth - 1);
  switch (random_.below(7)) {
    case 0:
    case 1:
      return "(" + left + " " + random_.pick(and_signs) + " " + condition(scope, depth - 1) + ")";
    case 2:
    case 3:
      return "(" + left + " " + random_.pick(or_signs) + " " + condition(scope, depth - 1) + ")";
    case 4:
      return "(" + left + " " + random_.pick(implies_signs) + " " + condition(scope, depth - 1) + ")";
    case 5:
      return "(" + left + " " + random_.pick(iff_signs) + " " + condition(scope, depth - 1) + ")";
    default:
      return random_.pick(not_signs) + left;
  }
}

std::string ExpressionGenerator::condition(const GenScope& scope, int depth) {
  for (const GenFunction& function : protocol_.functions) {
    if (function.result.kind == GenKind::boolean && calls(scope, function, depth, 10)) {
      return call(scope, function, depth);
    }
  }
  if (protocol_.symmetric && random_.percent(12) && slips()) return process_order(scope, depth);
  if (scope.wild && depth > 0 && random_.percent(1)) return huge_sum(scope);
  switch (random_.below(depth > 0 ? 14 : 6)) {
    case 0:
    case 1:
      return comparison(scope, depth);
    case 2:
    case 3:
      return equality(scope, depth);
    case 4:
      return definedness(scope);
    case 5: {
      const auto places = parts_of_kind(scope, GenKind::boolean);
      return places.empty() ? equality(scope, depth) : defined(scope, random_.pick(places), depth);
    }
    case 6:
    case 7:
      return set_test(scope, depth);
    case 8:
    case 9:
      return quantified(scope, depth);
    case 10: {
      const std::string name = fresh("l");
      const GenType type = random_.percent(50) ? gen_range(0, 2) : random_.pick(protocol_.roles).type;
      if (!inhabited(type) || !nameable(scope, type)) return connective(scope, depth);
      return "(let " + name + " = " + value(scope, type, depth - 1) + " in " +
             condition(with(scope, name, type), depth - 1) + ")";
    }
    default:
      return connective(scope, depth);
  }
}

std::string ExpressionGenerator::value(const GenScope& scope, const GenType& type, int depth) {
  for (const GenFunction& function : protocol_.functions) {
    if (function.result.spelling == type.spelling && calls(scope, function, depth, 15)) {
      return call(scope, function, depth);
    }
  }
  if (depth > 0 && random_.percent(12)) {
    const std::string test = condition(scope, depth - 1);
    const std::string first = value(scope, type, depth - 1);
    return "(if " + test + " then " + first + " else " + value(scope, type, depth - 1) + ")";
  }
  std::vector<GenPlace> places;
  for (GenPlace& place : parts_of_kind(scope, type.kind)) {
    if (same_or_member(place.type, type)) places.push_back(std::move(place));
  }
  if (!places.empty() && random_.percent(45)) return defined(scope, random_.pick(places), depth);
  switch (type.kind) {
    case GenKind::boolean:
      return depth > 0 ? condition(scope, depth - 1) : constant(type);
    case GenKind::range:
      return fitted(scope, type, depth);
    case GenKind::process:
      return process(scope, type, depth);
    case GenKind::set:
      return set(scope, type, depth);
    default:
      return constant(type);
  }
}

}  // namespace quorate
