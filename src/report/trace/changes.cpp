// Records are compared field by field and arrays element by element. Elements with the same old and the same
// new value are one change, with their indices merged ("votes[1..3]"). A set with many elements that only
// grows or only shrinks is shown by the elements that were added or removed.
#include "report/trace/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace quorate {
namespace {

// From this many elements on, a set is shown by what was added or removed.
constexpr std::size_t long_set = 3;

class Comparison {
 public:
  explicit Comparison(std::string process) : process_(std::move(process)) {}

  void compare(const std::string& place, const Value& before, const Value& after) {
    if (before == after) return;
    const bool alike = before.kind == after.kind;
    if (alike && after.kind == ValueKind::record && before.fields.size() == after.fields.size()) {
      compare_fields(place + ".", before.fields, after.fields);
    } else if (alike && after.kind == ValueKind::array && before.elements.size() == after.elements.size()) {
      compare_elements(place, before, after);
    } else {
      changes_.push_back({process_, place, before, after});
    }
  }

  void compare_fields(const std::string& prefix, const std::vector<NamedValue>& before,
                      const std::vector<NamedValue>& after) {
    for (std::size_t k = 0; k < std::min(before.size(), after.size()); ++k) {
      compare(prefix + after[k].name, before[k].value, after[k].value);
    }
  }

  void compare_marks(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    const std::set<std::string> was(before.begin(), before.end());
    const std::set<std::string> is(after.begin(), after.end());
    std::set<std::string> all = was;
    all.insert(is.begin(), is.end());
    for (const std::string& mark : all) {
      if (counted(mark) == 0) compare(mark, truth(was.contains(mark)), truth(is.contains(mark)));
    }
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> counts;
    for (const std::string& mark : was) counts[word(mark)].first += counted(mark);
    for (const std::string& mark : is) counts[word(mark)].second += counted(mark);
    for (const auto& [name, count] : counts) compare(name, number(count.first), number(count.second));
  }

  std::vector<Change> take() { return std::move(changes_); }

 private:
  // A mark is a word, or a word and how often it applies.
  static std::string word(const std::string& mark) { return mark.substr(0, mark.find(' ')); }
  static std::int64_t counted(const std::string& mark) {
    const std::size_t blank = mark.find(' ');
    return blank == std::string::npos ? 0 : std::strtoll(mark.c_str() + blank, nullptr, 10);
  }
  static Value number(std::int64_t count) {
    Value value;
    value.kind = ValueKind::integer;
    value.number = count;
    return value;
  }
  static Value truth(bool holds) {
    Value value;
    value.kind = ValueKind::boolean;
    value.number = holds ? 1 : 0;
    return value;
  }

  void compare_elements(const std::string& place, const Value& before, const Value& after) {
    std::vector<bool> done(after.elements.size(), false);
    for (std::size_t k = 0; k < after.elements.size(); ++k) {
      if (done[k] || before.elements[k] == after.elements[k]) continue;
      std::vector<std::string> indices;
      for (std::size_t other = k; other < after.elements.size(); ++other) {
        if (before.elements[other] != before.elements[k] || after.elements[other] != after.elements[k])
          continue;
        done[other] = true;
        indices.push_back(other < after.fields.size() ? after.fields[other].name : std::to_string(other + 1));
      }
      compare(fmt::format("{}[{}]", place, merged_names(indices)), before.elements[k], after.elements[k]);
    }
  }

  std::string process_;
  std::vector<Change> changes_;
};

Value status_value(const std::string& status) {
  Value value;
  if (status.empty()) return value;
  value.kind = ValueKind::name;
  value.text = status;
  return value;
}

Value set_difference(const Value& from, const Value& without) {
  Value result;
  result.kind = ValueKind::set;
  for (const Value& element : from.elements) {
    const auto& others = without.elements;
    if (std::find(others.begin(), others.end(), element) == others.end()) result.elements.push_back(element);
  }
  return result;
}

std::string without_braces(const std::string& set) {
  return set.substr(1, set.size() - 2);
}

}  // namespace

std::vector<Change> changes_between(const StateDescription& before, const StateDescription& after) {
  std::vector<Change> all;
  auto append = [&](std::vector<Change> some) {
    std::move(some.begin(), some.end(), std::back_inserter(all));
  };
  for (std::size_t k = 0; k < std::min(before.processes.size(), after.processes.size()); ++k) {
    const ProcessDescription& was = before.processes[k];
    const ProcessDescription& is = after.processes[k];
    Comparison comparison(is.name);
    comparison.compare("status", status_value(was.status), status_value(is.status));
    comparison.compare_marks(was.marks, is.marks);
    comparison.compare_fields("", was.variables, is.variables);
    append(comparison.take());
  }
  Comparison comparison("");
  comparison.compare_fields("", before.monitors, after.monitors);
  append(comparison.take());
  return all;
}

ChangeText change_text(const Change& change) {
  const bool sets = change.before.kind == ValueKind::set && change.after.kind == ValueKind::set;
  if (sets && std::max(change.before.elements.size(), change.after.elements.size()) >= long_set) {
    const Value added = set_difference(change.after, change.before);
    const Value removed = set_difference(change.before, change.after);
    const std::string plus = without_braces(to_text(added));
    const std::string minus = without_braces(to_text(removed));
    if (removed.elements.empty()) return {{}, "+ " + plus};
    if (added.elements.empty() && !change.after.elements.empty()) return {{}, "- " + minus};
  }
  return {to_text(change.before), to_text(change.after)};
}

std::string to_text(const Change& change) {
  const ChangeText text = change_text(change);
  if (text.before.empty()) return fmt::format("{}: {}", change.place, text.after);
  return fmt::format("{}: {} -> {}", change.place, text.before, text.after);
}

}  // namespace quorate
