// The table of options: what must be true of every row, and which rows a command has.
#include "cli/options/option_table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cli/options/words.hpp"

namespace quorate {

namespace {

std::vector<std::string> names(const std::vector<const OptionFacts*>& rows) {
  std::vector<std::string> result;
  for (const OptionFacts* row : rows) result.emplace_back(row->name);
  return result;
}

const OptionFacts& check_row(Opt option) {
  for (const OptionFacts* row : options_of(Command::check)) {
    if (row->option == option) return *row;
  }
  throw std::logic_error("check has no such option");
}

TEST(OptionTable, NoCommandHasAnOptionTwice) {
  for (const CommandFacts& command : command_table()) {
    std::set<std::string_view> seen;
    std::set<Opt> options;
    for (const OptionFacts* row : options_of(command.command)) {
      EXPECT_TRUE(seen.insert(row->name).second) << command.name << ' ' << row->name;
      EXPECT_TRUE(options.insert(row->option).second) << command.name << ' ' << row->name;
    }
    EXPECT_FALSE(seen.empty()) << command.name;
  }
}

TEST(OptionTable, EveryRowSaysWhatItIsAndIsForSomething) {
  for (const OptionFacts& row : option_table()) {
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_TRUE(row.models.meet(all_models)) << row.name;
    EXPECT_EQ(row.value.kind == ArgumentKind::word, row.value.words != nullptr) << row.name;
    EXPECT_EQ(row.value.kind == ArgumentKind::number, row.value.least < row.value.most) << row.name;
    EXPECT_EQ(row.idle.place > 0, row.idle.note != nullptr) << row.name;
  }
}

TEST(OptionTable, InitialValuesAreAmongTheValues) {
  for (const OptionFacts& row : option_table()) {
    if (row.value.kind != ArgumentKind::word || row.initial.empty()) continue;
    const auto words = row.value.words();
    EXPECT_NE(std::ranges::find(words, row.initial), words.end()) << row.name;
  }
}

TEST(OptionTable, OneNameIsOneOption) {
  for (const OptionFacts& one : option_table()) {
    for (const OptionFacts& other : option_table())
      EXPECT_EQ(one.name == other.name, one.option == other.option) << one.name << ' ' << other.name;
  }
}

TEST(OptionTable, WhatAnOptionNeedsComesBeforeIt) {
  for (const CommandFacts& command : command_table()) {
    std::set<std::string_view> before;
    for (const OptionFacts* row : options_of(command.command)) {
      EXPECT_TRUE(row->needs.empty() || before.contains(row->needs)) << row->name;
      before.insert(row->name);
    }
  }
}

TEST(OptionTable, CommandsHaveTheirOptionsInTheOrderOfTheHelp) {
  EXPECT_EQ(names(options_of(Command::symmetries)),
            (std::vector<std::string>{"MODEL", "--set", "--json", "--memory", "--time"}));
  EXPECT_EQ(names(options_of(Command::param)),
            (std::vector<std::string>{"MODEL", "-D", "--property", "--explain", "--memory", "--time",
                                      "--json", "--no-color"}));
  EXPECT_EQ(names(options_of(Command::resume)), (std::vector<std::string>{"FOLDER"}));
}

TEST(OptionTable, ResumeTakesAnewWhatDoesNotChangeStates) {
  EXPECT_EQ(names(options_taken_anew()),
            (std::vector<std::string>{"--time", "--memory", "--max-states", "--threads", "--every", "--json",
                                      "--chart", "--itf", "--no-color"}));
  for (const OptionFacts* row : options_taken_anew())
    EXPECT_TRUE(row->commands.has(Command::check)) << row->name;
}

TEST(OptionTable, NotesAreSaidInAnOrderOfTheirOwn) {
  EXPECT_EQ(names(options_with_notes()),
            (std::vector<std::string>{"--net", "--split", "--check-reductions", "--forget", "--sleep",
                                      "--search", "--threads", "--store", "--checkpoint"}));
}

TEST(OptionTable, OptionsForOtherModels) {
  EXPECT_EQ(why_not_for(check_row(Opt::traffic), Language::promela),
            "--traffic has no meaning for Promela (.pml)");
  EXPECT_EQ(why_not_for(check_row(Opt::traffic), Language::ftdp), "");
  EXPECT_EQ(why_not_for(check_row(Opt::define), Language::ftdp),
            "-D is for parametric Promela (.pml); parameters are set with --set");
  EXPECT_EQ(why_not_for(check_row(Opt::define), Language::promela), "");
}

// The options that checks of Promela have; all others are refused.
TEST(OptionTable, OptionsOfPromela) {
  std::vector<std::string> accepted;
  for (const OptionFacts* row : options_of(Command::check)) {
    if (why_not_for(*row, Language::promela).empty()) accepted.emplace_back(row->name);
  }
  EXPECT_EQ(accepted,
            (std::vector<std::string>{"MODEL", "--set", "-D", "--property", "--symmetry", "--max-states",
                                      "--memory", "--time", "--itf", "--json", "--no-color"}));
}

template <typename Enum>
void expect_there_and_back() {
  std::set<std::string> texts;
  for (const Enum value : AllValues<Enum>::list) {
    EXPECT_EQ(from_text<Enum>(to_text(value)), value) << to_text(value);
    EXPECT_TRUE(texts.insert(to_text(value)).second) << to_text(value);
  }
  EXPECT_EQ(words_of<Enum>().size(), texts.size());
  EXPECT_EQ(from_text<Enum>(""), std::nullopt);
  EXPECT_EQ(from_text<Enum>("nonsense"), std::nullopt);
}

TEST(Words, ThereAndBack) {
  expect_there_and_back<Switch>();
  expect_there_and_back<ExportTarget>();
  expect_there_and_back<LemmaChoice>();
  expect_there_and_back<Traffic>();
  expect_there_and_back<CrashModel>();
  expect_there_and_back<LossModel>();
  expect_there_and_back<SearchOrder>();
  expect_there_and_back<Symmetry>();
  expect_there_and_back<PartialOrder>();
  expect_there_and_back<Split>();
  expect_there_and_back<Engine>();
  expect_there_and_back<StoreKind>();
  EXPECT_EQ(words_of<Traffic>(), (std::vector<std::string>{"m", "grm", "rm"}));
}

}  // namespace

}  // namespace quorate
