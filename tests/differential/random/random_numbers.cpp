// Numbers, processes and sets of the random expressions.
#include <fmt/format.h>

#include <algorithm>

#include "random_expression.hpp"

namespace quorate {

namespace {

GenNumber product(const GenNumber& left, const GenNumber& right) {
  const std::vector<std::int64_t> corners = {left.low * right.low, left.low * right.high,
                                             left.high * right.low, left.high * right.high};
  return {"(" + left.text + " * " + right.text + ")", *std::min_element(corners.begin(), corners.end()),
          *std::max_element(corners.begin(), corners.end()), left.literal && right.literal};
}

// Dividing by something positive, in all spellings. Inside a rounding `/` is exact, so what stands there
// is kept free of divisions: `flat`.
GenNumber quotient(Random& random, const GenNumber& left, const GenNumber& flat) {
  const std::int64_t divisor = random.between(2, 3);
  const std::string by = std::to_string(divisor);
  const std::string exact = flat.text + " / " + by;
  GenNumber result{"", std::min<std::int64_t>({left.low, flat.low, 0}),
                   std::max<std::int64_t>({left.high, flat.high, 0}), left.literal || flat.literal};
  switch (random.below(6)) {
    case 0:
      result.text = "ceil(" + exact + ")";
      break;
    case 1:
      result.text = "⌈" + exact + "⌉";
      break;
    case 2:
      result.text = "floor(" + exact + ")";
      break;
    case 3:
    case 4:
      result.text = "(" + left.text + (random.percent(50) ? " mod " : " % ") + by + ")";
      result.low = result.low < 0 ? 1 - divisor : 0;
      result.high = divisor - 1;
      break;
    default:
      result.text = "(" + left.text + " / " + by + ")";
  }
  return result;
}

}  // namespace

GenNumber ExpressionGenerator::arithmetic(const GenScope& scope, int depth) {
  const GenNumber left = number(scope, depth - 1);
  switch (random_.below(7)) {
    case 0: {
      const GenNumber right = number(scope, depth - 1);
      return {"(" + left.text + " - " + right.text + ")", left.low - right.high, left.high - right.low,
              left.literal && right.literal};
    }
    case 1:
      return product(left, number(scope, depth - 1));
    case 2:
      return quotient(random_, left, number(scope, 0));
    case 3:
      return {"(-" + left.text + ")", -left.high, -left.low, left.literal};
    case 4: {
      const std::int64_t most = std::max(std::abs(left.low), std::abs(left.high));
      return {"abs(" + left.text + ")", 0, most, left.literal};
    }
    case 5:
      if (scope.wild && random_.percent(30)) {
        const GenNumber divisor = number(scope, depth - 1);  // a literal zero would be rejected
        const std::string sign = random_.percent(50) ? " / " : " mod ";
        if (!divisor.literal) return {"(" + left.text + sign + divisor.text + ")", -9, 9};
      }
      [[fallthrough]];
    default: {
      const GenNumber right = number(scope, depth - 1);
      return {"(" + left.text + " + " + right.text + ")", left.low + right.low, left.high + right.high,
              left.literal && right.literal};
    }
  }
}

// count, sum and size
GenNumber ExpressionGenerator::counted(const GenScope& scope, int depth) {
  const auto sets = parts_of_kind(scope, GenKind::set);
  if (!sets.empty() && random_.percent(40)) {
    const GenPlace& place = random_.pick(sets);
    return {"size(" + defined(scope, place, depth - 1) + ")", 0, value_count(protocol_, place.type.parts[0])};
  }
  const Domain over = domain(scope, depth - 1);
  const std::string name = fresh("x");
  const GenScope inner = with(without_choices(scope), name, over.element, over.text);
  const std::string filter = random_.percent(25) ? " where " + condition(inner, 0) : "";
  const std::string head = "(" + name + ": " + over.text + filter + " | ";
  if (random_.percent(60)) return {"count" + head + condition(inner, depth - 1) + ")", 0, over.most};
  const GenNumber body = number(inner, depth - 1);
  return {"sum" + head + body.text + ")", std::min<std::int64_t>(0, body.low * over.most),
          std::max<std::int64_t>(0, body.high * over.most)};
}

// max and min, of a domain or of a list
GenNumber ExpressionGenerator::extremum(const GenScope& scope, int depth) {
  const std::string word = random_.percent(50) ? "max" : "min";
  if (random_.percent(40)) {
    const GenNumber left = number(scope, depth - 1);
    const GenNumber right = number(scope, depth - 1);
    return {word + "(" + left.text + ", " + right.text + ")", std::min(left.low, right.low),
            std::max(left.high, right.high), left.literal && right.literal};
  }
  const Domain over = domain(scope, depth - 1);
  const std::string name = fresh("x");
  const GenScope inner = with(without_choices(scope), name, over.element, over.text);
  const bool filtered = random_.percent(25);
  const std::string filter = filtered ? " where " + condition(inner, 0) : "";
  const GenNumber body = number(inner, depth - 1);
  const bool sure = over.never_empty && !filtered;
  const bool careless = scope.wild && random_.percent(20);
  const std::string fallback = sure || careless ? "" : " else 0";
  return {word + "(" + name + ": " + over.text + filter + " | " + body.text + fallback + ")",
          std::min<std::int64_t>(body.low, 0), std::max<std::int64_t>(body.high, 0)};
}

GenNumber ExpressionGenerator::number(const GenScope& scope, int depth) {
  if (depth > 0) {
    switch (random_.below(8)) {
      case 0:
      case 1:
      case 2:
        return arithmetic(scope, depth);
      case 3:
        return counted(scope, depth);
      case 4:
        return extremum(scope, depth);
      default:
        break;
    }
  }
  const auto places = parts_of_kind(scope, GenKind::range);
  if (!places.empty() && random_.percent(75)) {
    const GenPlace& place = random_.pick(places);
    return {defined(scope, place, depth), place.type.low, place.type.high};
  }
  const auto processes = parts_of_kind(scope, GenKind::process);
  if (!processes.empty() && random_.percent(15)) {  // its number in its role
    const GenPlace& place = random_.pick(processes);
    if (inhabited(place.type) && (process_count(protocol_, place.type) == 1 || slips())) {
      return {fmt::format("({} + 0)", defined(scope, place, depth)), 1, process_count(protocol_, place.type)};
    }
  }
  const std::int64_t constant = random_.between(0, 2);
  return {std::to_string(constant), constant, constant, true};
}

// A number kept inside its range, in one of several ways.
std::string ExpressionGenerator::fitted(const GenScope& scope, const GenType& type, int depth) {
  if (depth <= 0 || random_.percent(30)) return constant(type);
  const GenNumber found = number(scope, depth - 1);
  if (found.low >= type.low && found.high <= type.high) return found.text;
  if (scope.wild && !found.literal && random_.percent(25)) return found.text;
  const std::int64_t size = type.high - type.low + 1;
  if (found.low >= 0 && random_.percent(40)) {
    const std::string rest = "(" + found.text + " mod " + std::to_string(size) + ")";
    return type.low == 0 ? rest : "(" + rest + " + " + literal(type.low) + ")";
  }
  return "max(" + literal(type.low) + ", min(" + literal(type.high) + ", " + found.text + "))";
}

// `any` and argmax, where a choice is allowed; otherwise only if there is one candidate at most.
std::string ExpressionGenerator::chosen(const GenScope& scope, const GenType& type, int depth) {
  const std::string name = fresh("y");
  const GenScope inner = with(without_choices(scope), name, type);
  const std::string head = "(" + name + ": " + type.spelling;
  const std::string test = condition(inner, depth - 1);
  switch (random_.below(4)) {
    case 0:
      return "any" + head + ")";
    case 1:
      return "(if exists" + head + " | " + test + ") then any" + head + " | " + test + ") else " +
             unremarkable(scope, type) + ")";
    case 2:
      return "(if exists" + head + " | " + test + ") then any {" + name + ": " + type.spelling + " | " +
             test + "} else " + unremarkable(scope, type) + ")";
    default: {
      const std::string word = random_.percent(50) ? "argmax" : "argmin";
      const bool filtered = random_.percent(40);
      return word + head + (filtered ? " where " + test : "") + " | " + number(inner, depth - 1).text +
             (filtered ? " else " + unremarkable(scope, type) : "") + ")";
    }
  }
}

std::string ExpressionGenerator::process(const GenScope& scope, const GenType& type, int depth) {
  const bool only_one = process_count(protocol_, type) == 1;
  const bool careless = scope.wild && random_.percent(10);
  if (depth > 0 && type.roles.size() == 1 && random_.percent(15) && slips()) {  // counted off
    const GenRole& role = protocol_.roles[type.roles[0]];
    return fmt::format("{}({})", role.name, fitted(scope, gen_range(1, role.count), depth - 1));
  }
  if (depth > 0 && scope.choosing && random_.percent(50) && (scope.choices || only_one || careless))
    return chosen(scope, type, depth);
  return unremarkable(scope, type);
}

std::string ExpressionGenerator::set(const GenScope& scope, const GenType& type, int depth) {
  const GenType& element = type.parts[0];
  if (depth > 0) {
    switch (random_.below(5)) {
      case 0: {
        static const std::vector<std::string> signs = {"+", "∪", "union", "*", "∩", "intersect", "-", "\\"};
        const std::string left = value(scope, type, depth - 1);
        return "(" + left + " " + random_.pick(signs) + " " + value(scope, type, depth - 1) + ")";
      }
      case 1: {
        const std::string name = fresh("z");
        const GenScope inner = with(without_choices(scope), name, element);
        return "{" + name + ": " + element.spelling + " | " + condition(inner, depth - 1) + "}";
      }
      default:
        break;
    }
  }
  if (!inhabited(element) || !nameable(scope, element) || random_.percent(20))
    return random_.percent(70) ? "{}" : "∅";
  std::string text = value(scope, element, depth - 1);
  if (random_.percent(30)) text += ", " + value(scope, element, depth - 1);
  return "{" + text + "}";
}

}  // namespace quorate
