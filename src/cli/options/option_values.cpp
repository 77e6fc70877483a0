// The parser (CLI11) is told of every row of a command: name, help, kind of value, default. For `resume`, an
// option that is taken anew is a plain text: it is validated when the arguments of the check are parsed again
// (resume_command.cpp).
#include "cli/options/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/diagnostics.hpp"
#include "base/units.hpp"

namespace quorate {

namespace {

// Empty if the text is one of the words.
std::string word_problem(const std::string& text, const std::vector<std::string>& words) {
  if (std::ranges::find(words, text) != words.end()) return "";
  std::string lower = text;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower == "off" && std::ranges::find(words, lower) == words.end()) lower = "none";
  const bool known = std::ranges::find(words, lower) != words.end();
  const std::string near = known ? lower : nearest_word(lower, words);
  return fmt::format("{} is not one of {}{}", text, fmt::join(words, ", "),
                     near.empty() ? "" : fmt::format("; did you mean {}?", near));
}

// A validator for what the type of the value does not say.
std::optional<CLI::Validator> validator(const ArgumentFacts& value) {
  switch (value.kind) {
    case ArgumentKind::name:
      return CLI::Validator(
          [](const std::string& text) { return text.empty() ? std::string("the name is empty") : ""; },
          "NAME");
    case ArgumentKind::word:
      return CLI::Validator(
          [words = value.words()](const std::string& text) { return word_problem(text, words); },
          fmt::format("{{{}}}", fmt::join(value.words(), ",")));
    case ArgumentKind::number:
      return CLI::Range(value.least, value.most);
    case ArgumentKind::duration:
      return CLI::Validator(
          [](const std::string& text) {
            return parse_seconds(text) ? "" : text + ": expected a time such as 90s or 10m";
          },
          "TIME");
    case ArgumentKind::amount:
      return CLI::Validator(
          [](const std::string& text) {
            return parse_bytes(text) ? "" : text + ": expected an amount such as 512M or 16G";
          },
          "AMOUNT");
    case ArgumentKind::flag:
    case ArgumentKind::text:
    case ArgumentKind::texts:
      break;
  }
  return std::nullopt;
}

// The row of an option of `check` for the help of `resume`.
OptionFacts taken_anew(const OptionFacts& facts) {
  OptionFacts anew = facts;
  anew.needs = {};
  anew.initial = {};
  if (facts.value.kind == ArgumentKind::flag) return anew;
  anew.value = {.kind = ArgumentKind::text, .shown_as = "VALUE"};
  anew.help = "As for `quorate check`; replaces the value given there";
  return anew;
}

}  // namespace

CLI::App* OptionValues::add_command(CLI::App& app, Command command) {
  const CommandFacts& facts = facts_of(command);
  CLI::App* const added = app.add_subcommand(std::string(facts.name), std::string(facts.help));
  if (!facts.footer.empty()) added->footer(std::string(facts.footer));
  for (const OptionFacts* row : options_of(command)) add(*added, *row);
  if (command == Command::resume) {
    for (const OptionFacts* row : options_taken_anew()) add(*added, taken_anew(*row));
  }
  return added;
}

CLI::Option* OptionValues::add_value(CLI::App& command, const OptionFacts& facts, Slot& slot) {
  const std::string name(facts.name);
  const std::string help(facts.help);
  switch (facts.value.kind) {
    case ArgumentKind::flag:
      return command.add_flag(name, slot.flag, help);
    case ArgumentKind::texts:
      return command.add_option(name, slot.texts, help)->allow_extra_args(false);
    case ArgumentKind::number:
      if (!facts.initial.empty()) slot.number = std::stoll(std::string(facts.initial));
      return command.add_option(name, slot.number, help);
    default:
      slot.text = facts.initial;
      return command.add_option(name, slot.text, help);
  }
}

void OptionValues::add(CLI::App& command, const OptionFacts& facts) {
  Slot& slot = slots_[facts.option];
  slot.option = add_value(command, facts, slot);
  if (!facts.value.shown_as.empty()) slot.option->type_name(std::string(facts.value.shown_as));
  if (const auto check = validator(facts.value)) slot.option->check(*check);
  if (!facts.initial.empty()) slot.option->capture_default_str();
  if (!facts.needs.empty()) slot.option->needs(command.get_option(std::string(facts.needs)));
  slot.option->required(facts.required);
}

bool OptionValues::given(Opt option) const {
  const auto slot = slots_.find(option);
  return slot != slots_.end() && slot->second.option->count() > 0;
}

std::optional<std::int64_t> OptionValues::number(Opt option) const {
  const Slot& slot = slots_.at(option);
  if (slot.option->count() == 0 && slot.option->get_default_str().empty()) return std::nullopt;
  return slot.number;
}

}  // namespace quorate
