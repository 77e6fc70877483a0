// The options of one command: the parser is told of them as the table says, and writes the values here. It
// validates each value; what values mean together is decided elsewhere.
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
  OptionValues(const OptionValues&) = delete;  // the parser has pointers to the values
  OptionValues& operator=(const OptionValues&) = delete;

  // Adds the command with its options to the parser, which writes the values here.
  CLI::App* add_command(CLI::App& app, Command command);

  // The command has this option.
  [[nodiscard]] bool knows(Opt option) const { return slots_.contains(option); }
  // Whether the option is on the command line.
  [[nodiscard]] bool given(Opt option) const;
  // The value that was given, or else the default of the table; empty if there is neither.
  [[nodiscard]] const std::string& text(Opt option) const { return slots_.at(option).text; }
  [[nodiscard]] const std::vector<std::string>& texts(Opt option) const { return slots_.at(option).texts; }
  [[nodiscard]] std::optional<std::int64_t> number(Opt option) const;
  [[nodiscard]] bool flag(Opt option) const { return slots_.at(option).flag; }
  template <typename Enum>
  [[nodiscard]] std::optional<Enum> word(Opt option) const {
    return from_text<Enum>(text(option));
  }
  [[nodiscard]] bool on(Opt option) const { return word<Switch>(option) == Switch::on; }

  // From now on an option that is repeated has its last value; otherwise that is an error.
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
