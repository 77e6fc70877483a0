#include "symmetric_terms.hpp"

#include <fmt/format.h>

namespace quorate {

GenType SymmetricTerms::type() {
  switch (random_.below(9)) {
    case 0:
      return gen_boolean();
    case 1:
    case 2:
      return role_type();
    case 3:
    case 4:
      return gen_set(role_type());
    case 5:
      return gen_array(role_type(), gen_boolean());
    case 6:
      return gen_array(role_type(), random_.percent(70) ? role_type() : gen_set(role_type()));
    case 7:
      return gen_array(role_type(), gen_array(role_type(), gen_boolean()));
    default: {
      GenType record{.kind = GenKind::record};
      record.parts = {role_type(), gen_set(role_type())};
      record.field_names = {"f", "g"};
      record.spelling =
          fmt::format("record f: {}; g: {}; end", record.parts[0].spelling, record.parts[1].spelling);
      return record;
    }
  }
}

// A process of the role that has a name in the scope; seldom one that is told apart.
std::string SymmetricTerms::process(const SymScope& scope, const GenType& type) {
  if (slips())
    return fmt::format("{}[{}]", type.spelling, random_.between(1, process_count(protocol_, type)));
  std::vector<std::string> names;
  for (const SymPlace& place : scope) {
    if (place.bound && place.type.spelling == type.spelling) names.push_back(place.text);
  }
  return random_.pick(names);
}

SymPlace SymmetricTerms::part(const SymScope& scope, SymPlace place) {
  while (place.type.kind == GenKind::array || place.type.kind == GenKind::record) {
    GenType inner;
    if (place.type.kind == GenKind::array) {
      place.text += "[" + process(scope, place.type.parts[0]) + "]";
      inner = place.type.parts[1];
    } else {
      const std::size_t field = random_.below(place.type.parts.size());
      place.text += "." + place.type.field_names[field];
      inner = place.type.parts[field];
    }
    place.type = inner;
  }
  return place;
}

SymPlace SymmetricTerms::like(const SymScope& scope, const GenType& type, const std::string& other_than) {
  std::vector<SymPlace> found;
  for (const SymPlace& place : scope) {
    const SymPlace candidate = simple(type) ? part(scope, place) : place;
    if (candidate.type.spelling == type.spelling && candidate.text != other_than) found.push_back(candidate);
  }
  return found.empty() ? SymPlace{} : random_.pick(found);
}

// Mostly behind a test of definedness, since an error ends the search.
std::string SymmetricTerms::read(const SymScope& scope, const SymPlace& place) {
  if (place.bound || (protocol_.wild && random_.percent(40))) return place.text;
  std::string otherwise = "false";
  if (place.type.kind == GenKind::process) otherwise = process(scope, place.type);
  if (place.type.kind == GenKind::set) otherwise = "{}";
  return fmt::format("(if isdefined({0}) then {0} else {1})", place.text, otherwise);
}

std::string SymmetricTerms::set(const SymScope& scope, const GenType& type, int depth) {
  const GenType& element = type.parts[0];
  const SymPlace known = like(scope, type, "");
  if (!known.text.empty() && random_.percent(50)) {
    static const std::vector<std::string> signs = {" + ", " + ", " - ", " * "};
    const std::string text = read(scope, known);
    if (random_.percent(30)) return text;
    return "(" + text + random_.pick(signs) + "{" + process(scope, element) + "})";
  }
  if (depth > 0 && random_.percent(30)) {
    const std::string name = fresh("z");
    SymScope inner = scope;
    inner.push_back({name, element, true});
    return fmt::format("{{{}: {} | {}}}", name, element.spelling, condition(inner, depth - 1));
  }
  return random_.percent(15) ? "{}" : "{" + value(scope, element, depth - 1) + "}";
}

std::string SymmetricTerms::value(const SymScope& scope, const GenType& type, int depth) {
  if (type.kind == GenKind::set) return set(scope, type, depth);
  if (type.kind == GenKind::boolean) return depth > 0 ? condition(scope, depth - 1) : "true";
  const SymPlace known = like(scope, type, "");
  return random_.percent(40) ? read(scope, known) : process(scope, type);
}

// What tells processes apart by number.
std::string SymmetricTerms::slip(const SymScope& scope) {
  const std::string left = process(scope, protocol_.roles[0].type);
  const std::string right = process(scope, protocol_.roles[0].type);
  return "(" + left + (random_.percent(50) ? " < " + right : " + 0 = 1") + ")";
}

std::string SymmetricTerms::test(const SymScope& scope, const SymPlace& place, int depth) {
  if (!place.bound && random_.percent(15)) return "isdefined(" + place.text + ")";
  const std::string text = read(scope, place);
  switch (place.type.kind) {
    case GenKind::boolean:
      return text;
    case GenKind::process:
      return "(" + text + (random_.percent(60) ? " = " : " != ") + value(scope, place.type, depth - 1) + ")";
    default:
      if (random_.percent(25)) return "(size(" + text + ") = 1)";
      return "(" + process(scope, place.type.parts[0]) + " in " + text + ")";
  }
}

std::string SymmetricTerms::quantified(const SymScope& scope, int depth) {
  static const std::vector<std::string> words = {"all", "exists"};
  const GenType& type = role_type();
  const std::string name = fresh("k");
  SymScope inner = scope;
  inner.push_back({name, type, true});
  const SymPlace set = like(scope, gen_set(type), "");
  const bool members = !set.text.empty() && random_.percent(25);
  return fmt::format("{}({}: {} | {})", random_.pick(words), name, members ? read(scope, set) : type.spelling,
                     condition(inner, depth - 1));
}

// Arrays compared as a whole, element by element.
std::string SymmetricTerms::whole_arrays(const SymScope& scope) {
  for (const SymPlace& place : scope) {
    if (place.type.kind != GenKind::array) continue;
    const SymPlace other = like(scope, place.type, place.text);
    if (!other.text.empty()) return "(" + place.text + " = " + other.text + ")";
  }
  return "true";
}

std::string SymmetricTerms::condition(const SymScope& scope, int depth) {
  if (slips()) return slip(scope);
  if (protocol_.wild && random_.percent(20)) return whole_arrays(scope);
  switch (random_.below(depth > 0 ? 7 : 4)) {
    case 4:
      return quantified(scope, depth);
    case 5:
      return "(" + condition(scope, depth - 1) + (random_.percent(50) ? " and " : " or ") +
             condition(scope, depth - 1) + ")";
    case 6:
      return "not " + condition(scope, depth - 1);
    default:
      return test(scope, part(scope, random_.pick(scope)), depth);
  }
}

}  // namespace quorate
