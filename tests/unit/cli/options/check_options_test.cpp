// The options of `check`: from words to CheckOptions, and the notes on options that changed nothing.
#include "cli/options/check_options.hpp"

#include <gtest/gtest.h>

#include "cli/options/idle_notes.hpp"
#include "parsed_options.hpp"
#include "reduction/layers.hpp"

namespace quorate {

namespace {

CheckOptions options_from(const std::vector<std::string>& words) {
  const ParsedOptions parsed(Command::check, words);
  EXPECT_EQ(parsed.problem, "");
  return check_options(parsed.values);
}

std::string problem_of(Command command, const std::vector<std::string>& words) {
  return ParsedOptions(command, words).problem;
}

TEST(OptionValues, GivenAndInitial) {
  const ParsedOptions parsed(Command::check, {"x.ftdp", "--set", "n=3", "--set", "m=2", "--deadlock",
                                              "--sample", "7", "--sleep", "off"});
  ASSERT_EQ(parsed.problem, "");
  const OptionValues& values = parsed.values;
  EXPECT_EQ(values.text(Opt::model), "x.ftdp");
  EXPECT_EQ(values.texts(Opt::set), (std::vector<std::string>{"n=3", "m=2"}));
  EXPECT_TRUE(values.flag(Opt::deadlock));
  EXPECT_FALSE(values.flag(Opt::stateless));
  EXPECT_EQ(values.number(Opt::sample), 7);
  EXPECT_EQ(values.number(Opt::seed), 1);
  EXPECT_EQ(values.number(Opt::threads), std::nullopt);
  EXPECT_EQ(values.text(Opt::every), "10m");
  EXPECT_FALSE(values.on(Opt::sleep));
  EXPECT_TRUE(values.on(Opt::net));
  EXPECT_TRUE(values.given(Opt::sleep));
  EXPECT_FALSE(values.given(Opt::net));
  EXPECT_FALSE(values.given(Opt::slots)) << "another command's";
}

TEST(OptionValues, WrongValuesAreNamed) {
  EXPECT_EQ(problem_of(Command::check, {"--traffic", "tcp"}), "--traffic: tcp is not one of m, grm, rm");
  EXPECT_EQ(problem_of(Command::check, {"--threads", "0"}), "--threads: Value 0 not in range 1 to 256");
  EXPECT_EQ(problem_of(Command::check, {"--time", "soon"}),
            "--time: soon: expected a time such as 90s or 10m");
  EXPECT_EQ(problem_of(Command::check, {"--memory", "5Q"}),
            "--memory: 5Q: expected an amount such as 512M or 16G");
  EXPECT_EQ(problem_of(Command::check, {"--checkpoint", ""}), "--checkpoint: the name is empty");
  EXPECT_EQ(problem_of(Command::check, {"--seed", "3"}), "--seed requires --sample");
  EXPECT_EQ(problem_of(Command::export_, {"x.ftdp"}), "--to is required");
  EXPECT_EQ(problem_of(Command::prove, {}), "MODEL is required");
  EXPECT_NE(problem_of(Command::check, {"--search", "bfs", "--search", "dfs"}), "");
  EXPECT_NE(problem_of(Command::symmetries, {"x.ftdp", "--traffic", "m"}), "");
}

TEST(OptionValues, ResumeChecksNothingAndTakesNoOthers) {
  const ParsedOptions parsed(Command::resume, {"folder", "--threads", "many", "--no-color"});
  ASSERT_EQ(parsed.problem, "");
  EXPECT_EQ(parsed.values.text(Opt::threads), "many");
  EXPECT_TRUE(parsed.values.flag(Opt::no_color));
  EXPECT_NE(problem_of(Command::resume, {"folder", "--traffic", "m"}), "");
}

TEST(CheckOptions, NothingGiven) {
  const CheckOptions options = options_from({});
  EXPECT_EQ(options.traffic, Traffic::m);
  EXPECT_EQ(options.crash, std::nullopt);
  EXPECT_EQ(options.loss, std::nullopt);
  EXPECT_EQ(options.symmetry, std::nullopt);
  EXPECT_EQ(options.por, std::nullopt);
  EXPECT_EQ(options.forget, std::nullopt);
  EXPECT_EQ(options.fairness, std::nullopt);
  EXPECT_EQ(options.engine, Engine::automatic);
  EXPECT_EQ(options.search.order, SearchOrder::breadth_first);
  EXPECT_EQ(options.search.store, StoreKind::tree);
  EXPECT_EQ(options.search.limits.max_states, UINT64_MAX);
  EXPECT_TRUE(options.search.sleep_sets);
  EXPECT_TRUE(options.lpor_options.necessary);
  EXPECT_EQ(options.lpor_options.split, Split::combined);
  EXPECT_GE(options.search.parallel.threads, 1U);
  EXPECT_EQ(options.search.parallel.from_states, Parallel().from_states);
}

TEST(CheckOptions, EachOptionReachesTheEngine) {
  const CheckOptions options = options_from({"--traffic",    "rm",          "--crash",           "receipt",
                                             "--loss",       "explicit",    "--symmetry",        "node",
                                             "--por",        "dpor",        "--forget",          "off",
                                             "--net",        "off",         "--split",           "reply",
                                             "--sleep",      "off",         "--engine",          "native",
                                             "--search",     "dfs",         "--store",           "hash",
                                             "--threads",    "3",           "--memory",          "4G",
                                             "--max-states", "17",          "--property",        "a",
                                             "--property",   "b",           "--fairness",        "none",
                                             "--deadlock",   "--stateless", "--check-reductions"});
  EXPECT_EQ(options.traffic, Traffic::rm);
  EXPECT_EQ(options.crash, CrashModel::receipt);
  EXPECT_EQ(options.loss, LossModel::explicit_);
  EXPECT_EQ(options.symmetry, Symmetry::node);
  EXPECT_EQ(options.por, PartialOrder::dpor);
  EXPECT_EQ(options.forget, false);
  EXPECT_FALSE(options.lpor_options.necessary);
  EXPECT_EQ(options.lpor_options.split, Split::reply);
  EXPECT_FALSE(options.search.sleep_sets);
  EXPECT_EQ(options.engine, Engine::native);
  EXPECT_EQ(options.search.order, SearchOrder::depth_first);
  EXPECT_EQ(options.search.store, StoreKind::hash);
  EXPECT_EQ(options.search.parallel.threads, 3U);
  EXPECT_EQ(options.search.parallel.from_states, 2'000U);
  EXPECT_EQ(options.search.bitstate_bytes, std::uint64_t{3} << 30U);
  EXPECT_EQ(options.search.limits.max_states, 17U);
  EXPECT_EQ(options.properties, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.fairness, "none");
  EXPECT_TRUE(options.deadlock);
  EXPECT_TRUE(options.stateless);
  EXPECT_TRUE(options.check_reductions);
}

TEST(CheckOptions, ASymmetryAskedForIsAlone) {
  EXPECT_EQ(options_from({"--symmetry", "role"}).por, PartialOrder::none);
  EXPECT_EQ(options_from({"--symmetry", "role", "--por", "lpor"}).por, PartialOrder::lpor);
}

TEST(CheckOptions, WhatDoesNotGoTogether) {
  EXPECT_EQ(against_store(options_from({"--store", "compact"})), "");
  EXPECT_EQ(against_store(options_from({"--search", "dfs"})), "");
  EXPECT_EQ(against_store(options_from({"--store", "hash", "--stateless"})),
            "--store hash is only for breadth-first searches: use --store tree");
  EXPECT_EQ(against_checkpoints(options_from({})), "");
  EXPECT_EQ(against_checkpoints(options_from({"--search", "dfs"})),
            "--checkpoint is only for breadth-first searches that store their states: leave out --search "
            "dfs, --stateless and --por dpor");
}

std::vector<std::string> notes_of(const std::vector<std::string>& words, const PropertyResult& result) {
  const ParsedOptions parsed(Command::check, words);
  EXPECT_EQ(parsed.problem, "");
  CheckReport report;
  report.results.push_back(result);
  return idle_notes({parsed.values, check_options(parsed.values), report});
}

TEST(IdleNotes, OnlyOfWhatWasGiven) {
  PropertyResult result;
  EXPECT_TRUE(notes_of({}, result).empty());
  EXPECT_TRUE(notes_of({"--traffic", "m", "--symmetry", "none"}, result).empty());
}

TEST(IdleNotes, StubbornSets) {
  PropertyResult result;
  EXPECT_EQ(
      notes_of({"--split", "none", "--net", "off"}, result),
      (std::vector<std::string>{"--net changed nothing: no search here uses stubborn sets (--por lpor)",
                                "--split changed nothing: no search here uses stubborn sets (--por lpor)"}));
  EXPECT_EQ(notes_of({"--check-reductions"}, result).size(), 1U);
  result.layers = {{ForgettingLayer::title, "of this"}};
  EXPECT_EQ(notes_of({"--check-reductions"}, result).size(), 1U);
  result.layers = {{ForgettingLayer::title, ""}};
  EXPECT_TRUE(notes_of({"--check-reductions"}, result).empty());
  result.layers = {{SymmetryLayer::title, ""}};
  EXPECT_TRUE(notes_of({"--check-reductions"}, result).empty());
  result.layers.clear();
  result.por = PartialOrder::lpor;
  EXPECT_TRUE(notes_of({"--split", "none", "--net", "off", "--check-reductions"}, result).empty());
}

TEST(IdleNotes, Forgetting) {
  PropertyResult result;
  EXPECT_TRUE(notes_of({"--forget", "off"}, result).empty());
  EXPECT_EQ(notes_of({"--forget", "on"}, result),
            std::vector<std::string>{"--forget on changed nothing: the properties are temporal"});
  EXPECT_EQ(notes_of({"--forget", "on", "--stateless"}, result),
            std::vector<std::string>{
                "--forget on changed nothing: without stored states there is nothing to save"});
  result.layers = {{ForgettingLayer::title, "of this"}};
  EXPECT_EQ(notes_of({"--forget", "on"}, result),
            std::vector<std::string>{"--forget on changed nothing: of this"});
  result.layers = {{ForgettingLayer::title, ""}};
  EXPECT_TRUE(notes_of({"--forget", "on"}, result).empty());
}

TEST(IdleNotes, SleepSets) {
  PropertyResult result;
  EXPECT_EQ(notes_of({"--sleep", "on"}, result),
            std::vector<std::string>{
                "--sleep on changed nothing: no two transitions enabled together are known to commute"});
  EXPECT_TRUE(notes_of({"--sleep", "off"}, result).empty());
  EXPECT_EQ(notes_of({"--sleep", "off", "--search", "dfs"}, result),
            std::vector<std::string>{
                "--sleep changed nothing: no search here is breadth-first and without reductions"});
  result.statistics.asleep = 1;
  EXPECT_TRUE(notes_of({"--sleep", "on"}, result).empty());
}

TEST(IdleNotes, SearchesAndStores) {
  PropertyResult result;
  EXPECT_EQ(
      notes_of({"--search", "bfs", "--threads", "2", "--stateless"}, result),
      (std::vector<std::string>{"--search bfs changed nothing: a search that stores no states is depth-first",
                                "--threads changed nothing: several threads need a breadth-first search with "
                                "--store tree and without --check-reductions"}));
  EXPECT_TRUE(notes_of({"--search", "bfs", "--threads", "2"}, result).empty());
  EXPECT_EQ(
      notes_of({"--threads", "2", "--store", "compact"}, result),
      (std::vector<std::string>{"--threads changed nothing: --store compact works with one thread only"}));
  EXPECT_TRUE(notes_of({"--store", "hash", "--checkpoint", "f"}, result).empty());
  result.kind = ResultKind::temporal;
  EXPECT_EQ(
      notes_of({"--store", "hash", "--checkpoint", "f"}, result),
      (std::vector<std::string>{
          "--store hash is not for temporal properties: they were checked with --store tree",
          "--checkpoint saves no searches for temporal properties: `quorate resume` starts them again"}));
}

}  // namespace

}  // namespace quorate
