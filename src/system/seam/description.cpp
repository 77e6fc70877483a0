// The texts of values and messages. What people read is kept short: undefined parts are left out, and equal
// elements of an array as well as numbered names are merged to ranges.
#include "system/seam/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace quorate {
namespace {

// A name that ends in a number: "acceptor[2]" has the base "acceptor[", "3" has the base "".
struct NumberedName {
  std::string_view base;
  std::int64_t number = 0;
};

std::optional<std::int64_t> parse_number(std::string_view digits) {
  std::int64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (digits.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::optional<NumberedName> parse_name(std::string_view name) {
  if (auto number = parse_number(name)) return NumberedName{{}, *number};
  const auto bracket = name.find('[');
  if (bracket == std::string_view::npos || name.back() != ']') return std::nullopt;
  const auto number = parse_number(name.substr(bracket + 1, name.size() - bracket - 2));
  if (!number) return std::nullopt;
  return NumberedName{name.substr(0, bracket + 1), *number};
}

// "1..3,5,6": runs of three and more are written as a range.
std::string merged_numbers(std::vector<std::int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - begin >= 3) {
      parts.push_back(fmt::format("{}..{}", numbers[begin], numbers[end - 1]));
      begin = end;
    } else {
      parts.push_back(fmt::format("{}", numbers[begin++]));
    }
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

bool nothing_defined(const Value& value) {
  switch (value.kind) {
    case ValueKind::undefined:
      return true;
    case ValueKind::record:
      return std::all_of(value.fields.begin(), value.fields.end(),
                         [](const NamedValue& field) { return nothing_defined(field.value); });
    case ValueKind::array:
      return std::all_of(value.elements.begin(), value.elements.end(), nothing_defined);
    default:
      return false;
  }
}

std::string set_text(const Value& value) {
  const bool names = std::all_of(value.elements.begin(), value.elements.end(),
                                 [](const Value& element) { return element.kind == ValueKind::name; });
  std::vector<std::string> parts;
  for (const Value& element : value.elements) parts.push_back(names ? element.text : to_text(element));
  return fmt::format("{{{}}}", names ? merged_names(parts) : fmt::format("{}", fmt::join(parts, ", ")));
}

std::string fields_text(const std::vector<NamedValue>& fields) {
  std::vector<std::string> parts;
  for (const NamedValue& field : fields) {
    if (!nothing_defined(field.value))
      parts.push_back(fmt::format("{}: {}", field.name, to_text(field.value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Indices with equal values are merged, since most arrays have few different values.
std::string array_text(const Value& value) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (std::size_t k = 0; k < value.elements.size(); ++k) {
    if (nothing_defined(value.elements[k])) continue;
    const std::string text = to_text(value.elements[k]);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == text; });
    if (group == groups.end()) group = groups.insert(groups.end(), {text, {}});
    group->second.push_back(k < value.fields.size() ? value.fields[k].name : std::to_string(k + 1));
  }
  std::vector<std::string> parts;
  for (const auto& [text, indices] : groups)
    parts.push_back(fmt::format("{}: {}", merged_names(indices), text));
  return fmt::format("[{}]", fmt::join(parts, "; "));
}

}  // namespace

std::string merged_names(const std::vector<std::string>& names) {
  struct Group {
    std::string_view base;
    std::vector<std::int64_t> numbers;
    std::string_view whole;  // a name without a number
  };
  std::vector<Group> groups;
  for (const std::string& name : names) {
    const auto parsed = parse_name(name);
    if (!parsed) {
      groups.push_back({{}, {}, name});
      continue;
    }
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return g.whole.empty() && g.base == parsed->base; });
    if (group == groups.end()) group = groups.insert(groups.end(), {parsed->base, {}, {}});
    group->numbers.push_back(parsed->number);
  }
  std::vector<std::string> parts;
  for (const Group& group : groups) {
    parts.push_back(group.numbers.empty() ? std::string(group.whole)
                                          : fmt::format("{}{}{}", group.base, merged_numbers(group.numbers),
                                                        group.base.empty() ? "" : "]"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string to_text(const Value& value) {
  if (nothing_defined(value)) return "undefined";
  switch (value.kind) {
    case ValueKind::undefined:
      return "undefined";
    case ValueKind::boolean:
      return value.number != 0 ? "true" : "false";
    case ValueKind::integer:
      return std::to_string(value.number);
    case ValueKind::name:
      return value.text;
    case ValueKind::set:
      return set_text(value);
    case ValueKind::record:
      return fmt::format("{{{}}}", fields_text(value.fields));
    case ValueKind::array:
      return array_text(value);
  }
  return {};
}

std::string to_text(const MessageDescription& message) {
  if (message.absent) return fmt::format("no {}", message.kind);
  const std::string fields = fields_text(message.fields);
  return fields.empty() ? message.kind : fmt::format("{}({})", message.kind, fields);
}

}  // namespace quorate
