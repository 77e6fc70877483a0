#include "cli/pages/option_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/option_table.hpp"

namespace quorate {

bool is_option(const OptionFacts& row) {
  return row.name.starts_with('-');
}

std::string value_shown(const OptionFacts& row) {
  if (!row.value.shown_as.empty()) return std::string(row.value.shown_as);
  switch (row.value.kind) {
    case ArgumentKind::flag:
      return "";
    case ArgumentKind::word:
      return fmt::format("{}", fmt::join(value_words(row), "|"));
    case ArgumentKind::number:
      return "NUMBER";
    case ArgumentKind::duration:
      return "TIME";
    case ArgumentKind::amount:
      return "SIZE";
    case ArgumentKind::text:
    case ArgumentKind::texts:
    case ArgumentKind::name:
      return "TEXT";
  }
  return "";
}

std::vector<std::string> value_words(const OptionFacts& row) {
  return row.value.kind == ArgumentKind::word ? row.value.words() : std::vector<std::string>{};
}

std::vector<const OptionFacts*> all_options_of(Command command) {
  std::vector<const OptionFacts*> rows = options_of(command);
  if (command == Command::resume) {
    for (const OptionFacts* row : options_taken_anew()) rows.push_back(row);
  }
  return rows;
}

}  // namespace quorate
