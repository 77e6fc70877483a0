// The options of one command on the command line: told to the parser as the table says them, and what they
// were given. Values are checked by the parser; what they mean together is for others to say.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/option_table.hpp"
#include "cli/options/words.hpp"

namespace quorate {

class OptionValues {
 public:
  OptionValues() = default;
  OptionValues(const OptionValues&) = delete;  // the parser knows where the values are
  OptionValues& operator=(const OptionValues&) = delete;

  // Adds the command with its options to the parser, which writes the values here.
  CLI::App* add_command(CLI::App& app, Command command);

  // The command has this option.
  [[nodiscard]] bool knows(Opt option) const { return slots_.contains(option); }
  // On the command line.
  [[nodiscard]] bool given(Opt option) const;
  // What was given, or else what the table says; empty if there is neither.
  [[nodiscard]] const std::string& text(Opt option) const { return slots_.at(option).text; }
  [[nodiscard]] const std::vector<std::string>& texts(Opt option) const { return slots_.at(option).texts; }
  [[nodiscard]] std::optional<std::int64_t> number(Opt option) const;
  [[nodiscard]] bool flag(Opt option) const { return slots_.at(option).flag; }
  template <typename Enum>
  [[nodiscard]] std::optional<Enum> word(Opt option) const {
    return from_text<Enum>(text(option));
  }
  [[nodiscard]] bool on(Opt option) const { return word<Switch>(option) == Switch::on; }

  // Given again, an option has its last value instead of being an error.
  void take_last(Opt option) { slots_.at(option).option->take_last(); }

 private:
  struct Slot {
    CLI::Option* option = nullptr;
    std::string text;
    std::vector<std::string> texts;
    std::int64_t number = 0;
    bool flag = false;
  };

  void add(CLI::App& command, const OptionFacts& facts);
  static CLI::Option* add_value(CLI::App& command, const OptionFacts& facts, Slot& slot);

  std::map<Opt, Slot> slots_;
};

}  // namespace quorate
