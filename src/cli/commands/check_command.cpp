// The options of `check` become CheckOptions, the model is read, the report is written. Which option is sound
// for which property is decided elsewhere (search/); here it is only said which options changed nothing.
#include "cli/commands/check_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "analysis/symmetry/symmetry_breaks.hpp"
#include "base/units.hpp"
#include "cli/checkpoint_folder.hpp"
#include "cli/common_options.hpp"
#include "cli/installation.hpp"
#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "cli/threshold_check.hpp"
#include "cli/threshold_file.hpp"
#include "report/chart/chart_svg.hpp"
#include "report/json_text.hpp"
#include "report/progress_line.hpp"
#include "report/results/check_report.hpp"
#include "report/results/sample_report.hpp"
#include "report/results/verdict_report.hpp"
#include "report/trace/trace_itf.hpp"
#include "verify/check_all.hpp"

namespace quorate {

namespace {

ExitCode exit_code(const CheckReport& report) {
  if (!report.internal_error.empty()) return ExitCode::internal_error;
  if (!report.problems.empty()) return ExitCode::bad_input;
  return exit_code_of(report.results, &PropertyResult::verdict);
}

void show_problems(const Model& model, const CheckReport& report, const SourceText& source) {
  Diagnostics diagnostics;
  report_symmetry_errors(model, report.refused, diagnostics);
  for (const auto& problem : report.problems) diagnostics.error(problem.span, problem.message);
  std::cerr << render(diagnostics, source);
}

// The chart and the ITF file show the first violated property; if there is none, the first run that a
// property asks for.
const PropertyResult* first_shown(const CheckReport& report) {
  const PropertyResult* shown = nullptr;
  for (const auto& result : report.results) {
    if (result.trace && result.verdict == Verdict::violated) return &result;
    if (result.trace && shown == nullptr) shown = &result;
  }
  return shown;
}

}  // namespace

CLI::App* CheckCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("check", "Check a model exhaustively at fixed parameters");
  command_ = command;
  command->add_option("MODEL", model_path_,
                      "The model's file; without it the bundled Paxos is checked, as a first look");
  command->add_option("--set", settings_, "Parameters: NAME=NUMBER[,NAME=NUMBER...]")
      ->allow_extra_args(false);
  command->add_option("-D", definitions_, "Parametric Promela: define a macro, NAME or NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--property", properties_, "Check this property only (may be repeated)")
      ->allow_extra_args(false);
  command->add_option(
      "--fairness", fairness_,
      "Check temporal properties under this assumption instead of their own: fair (processes and messages), "
      "processes (correct processes keep taking steps), messages (what can be received is), one that the "
      "model "
      "declares, or none");
  command->add_flag("--deadlock", deadlock_, "Also check that no state is without a step");
  command
      ->add_option("--traffic", traffic_,
                   "When sent messages can be consumed: m (at once), grm, rm (after delivery steps)")
      ->check(CLI::IsMember({"m", "grm", "rm"}))
      ->capture_default_str();
  command
      ->add_option("--crash", crash_,
                   "How crashes show: implicit, explicit, receipt; default: the cheapest that is sound")
      ->check(CLI::IsMember({"implicit", "explicit", "receipt"}));
  command
      ->add_option("--loss", loss_,
                   "How losses show: implicit (a lost message is never consumed), explicit; default: the "
                   "cheapest that is sound")
      ->check(CLI::IsMember({"implicit", "explicit"}));
  command->add_option("--search", search_, "bfs (shortest counterexamples) or dfs")
      ->check(CLI::IsMember({"bfs", "dfs"}))
      ->capture_default_str();
  command
      ->add_option(
          "--symmetry", symmetry_,
          "Symmetry reduction: none, node (nodes are permuted with all their roles), role (an error if "
          "a role's processes are not interchangeable); default: role, for the roles that are")
      ->check(CLI::IsMember({"none", "node", "role"}));
  command
      ->add_option("--por", por_,
                   "Partial-order reduction: none, lpor (stubborn sets), dpor (dynamic, stateless; only "
                   "where every run "
                   "is seen to end); default: lpor wherever it is sound, but none if "
                   "--symmetry is given, so that the states are those of the symmetry asked for")
      ->check(CLI::IsMember({"none", "lpor", "dpor"}));
  command->add_flag(
      "--stateless", stateless_,
      "Depth-first without storing states, which are counted as often as they are visited; only "
      "where every run is seen to end");
  command
      ->add_option("--net", net_,
                   "Partial-order reduction uses what a disabled transition still needs: on, off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      ->add_option("--split", split_,
                   "Transitions are told apart by their senders: none, quorum, reply, combined (all)")
      ->check(CLI::IsMember({"none", "quorum", "reply", "combined"}))
      ->capture_default_str();
  command
      ->add_option(
          "--forget", forget_,
          "Spent messages, which nobody will receive any more, are forgotten where that is sound: on, "
          "off; default: on if they are found in a moment, but off if --symmetry or --por is given, so that "
          "the states are those of the reduction asked for")
      ->check(CLI::IsMember({"on", "off"}));
  command
      ->add_option("--sleep", sleep_,
                   "Breadth-first searches without reductions look up one order only of steps that commute "
                   "(sleep sets); states, steps and traces are the same: on, off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command->add_flag("--check-reductions", check_reductions_,
                    "Verify state by state that partial-order reduction, and forgetting spent messages, are "
                    "right: a debug check for small systems, slow");
  command
      ->add_option(
          "--engine", engine_,
          "How states are executed: interpreted, native (waits for the C++ compiler), auto (interpreted, "
          "and native as soon as the compiler is ready, if the search takes that long)")
      ->check(CLI::IsMember({"auto", "interpreted", "native"}))
      ->capture_default_str();
  command
      ->add_option("--threads", threads_,
                   "Threads of a breadth-first search; default: all cores once there are 1,500 states. "
                   "Verdicts and counterexamples do not depend on it, nor do the counts of properties that "
                   "hold. Where one is violated, one thread stops at once and several finish the level, and "
                   "so count more states; without --threads only from 100,000 states on")
      ->check(CLI::Range(1, 256));
  command
      ->add_option(
          "--store", store_,
          "What is kept of the states: tree (exact, about 15 bytes each), compact (exact, about a "
          "third of that; the states are in a temporary file), hash and bitstate (may leave states out: they "
          "never say that a property holds, but how probable an omission is)")
      ->check(CLI::IsMember({"tree", "compact", "hash", "bitstate"}))
      ->capture_default_str();
  command->add_option("--max-states", max_states_, "Give up after so many states")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}));
  limits_.add_to(*command);
  command
      ->add_option("--checkpoint", checkpoint_folder_,
                   "Write the state of a breadth-first search to this folder from time to time; `quorate "
                   "resume FOLDER` goes on from there")
      ->check(not_empty());
  command->add_option("--every", every_, "The time between two checkpoints")
      ->check(a_time())
      ->capture_default_str()
      ->needs("--checkpoint");
  add_sample_options();
  command->add_option("--chart", chart_path_, "Draw the counterexample as a message-sequence chart (SVG)");
  command->add_option("--itf", itf_path_, "Write the counterexample in the Informal Trace Format (JSON)");
  add_output_options(*command, json_path_, no_color_);
  return command;
}

void CheckCommand::add_sample_options() {
  command_
      ->add_option("--sample", samples_,
                   "First show so many random runs, and which predicates of the properties they saw true and "
                   "false; the check itself is as always")
      ->check(CLI::Range(1, 10'000));
  command_->add_option("--seed", seed_, "Which random runs: the same number gives the same ones")
      ->check(CLI::Range(0, 1'000'000'000))
      ->capture_default_str()
      ->needs("--sample");
}

CheckOptions CheckCommand::options() const {
  CheckOptions options;
  options.traffic = traffic_ == "m" ? Traffic::m : traffic_ == "grm" ? Traffic::grm : Traffic::rm;
  if (crash_ == "implicit") options.crash = CrashModel::implicit_;
  if (crash_ == "explicit") options.crash = CrashModel::explicit_;
  if (crash_ == "receipt") options.crash = CrashModel::receipt;
  if (!loss_.empty()) options.loss = loss_ == "implicit" ? LossModel::implicit_ : LossModel::explicit_;
  if (symmetry_ == "none") options.symmetry = Symmetry::none;
  if (symmetry_ == "node") options.symmetry = Symmetry::node;
  if (symmetry_ == "role") options.symmetry = Symmetry::role;
  for (const PartialOrder por : {PartialOrder::none, PartialOrder::lpor, PartialOrder::dpor}) {
    if (to_text(por) == por_) options.por = por;
  }
  if (por_.empty() && !symmetry_.empty()) options.por = PartialOrder::none;
  if (!forget_.empty()) options.forget = forget_ == "on";
  options.stateless = stateless_;
  options.check_reductions = check_reductions_;
  options.lpor_options.necessary = net_ == "on";
  options.search.sleep_sets = sleep_ == "on";
  for (const Split split : {Split::none, Split::quorum, Split::reply, Split::combined}) {
    if (to_text(split) == split_) options.lpor_options.split = split;
  }
  for (const Engine engine : {Engine::automatic, Engine::interpreted, Engine::native}) {
    if (to_text(engine) == engine_) options.engine = engine;
  }
  options.search.order = search_ == "bfs" ? SearchOrder::breadth_first : SearchOrder::depth_first;
  options.search.parallel.threads =
      threads_ > 0 ? static_cast<unsigned>(threads_) : std::max(1U, std::thread::hardware_concurrency());
  if (threads_ > 0) options.search.parallel.from_states = 2'000;
  for (const StoreKind store : {StoreKind::tree, StoreKind::compact, StoreKind::hash, StoreKind::bitstate}) {
    if (to_text(store) == store_) options.search.store = store;
  }
  SearchLimits& limits = options.search.limits;
  if (max_states_ > 0) limits.max_states = static_cast<std::uint64_t>(max_states_);
  if (const auto bytes = limits_.bytes()) options.search.bitstate_bytes = *bytes / 4 * 3;
  options.search.progress = progress_line();
  options.properties = properties_;
  options.deadlock = deadlock_;
  if (!fairness_.empty()) options.fairness = fairness_;
  return options;
}

std::string CheckCommand::against_forgetting(const CheckReport& report) const {
  std::string why = "the properties are temporal";
  if (!options().stores_states()) why = "a search that stores no states has none to save";
  for (const PropertyResult& result : report.results)
    if (!result.against_forgetting.empty()) why = result.against_forgetting;
  return "--forget on changed nothing: " + why;
}

std::vector<std::string> CheckCommand::idle_options(const CheckReport& report) const {
  std::vector<std::string> idle;
  const auto given = [&](const char* option) { return command_->count(option) > 0; };
  const bool stubborn = std::ranges::any_of(
      report.results, [](const PropertyResult& result) { return result.por == PartialOrder::lpor; });
  const bool forgetful = std::ranges::any_of(report.results, &PropertyResult::forgetful);
  for (const char* option : {"--net", "--split"}) {
    if (given(option) && !stubborn) {
      idle.push_back(
          fmt::format("{} changed nothing: no search here uses stubborn sets (--por lpor)", option));
    }
  }
  if (given("--check-reductions") && !stubborn && !forgetful) {
    idle.emplace_back(
        "--check-reductions changed nothing: no search here uses stubborn sets (--por lpor) or forgets spent "
        "messages (--forget on)");
  }
  if (given("--forget") && forget_ == "on" && !forgetful) idle.push_back(against_forgetting(report));
  if (given("--sleep")) {
    const auto may_sleep = [&](const PropertyResult& result) {
      return result.por == PartialOrder::none && result.plan.group.trivial() && !result.forgetful &&
             options().effective_order() == SearchOrder::breadth_first;
    };
    const auto slept = [](const PropertyResult& result) { return result.statistics.asleep > 0; };
    if (std::ranges::none_of(report.results, may_sleep)) {
      idle.emplace_back("--sleep changed nothing: no search here is breadth-first and without reductions");
    } else if (sleep_ == "on" && std::ranges::none_of(report.results, slept)) {
      idle.emplace_back(
          "--sleep on changed nothing: no steps were met of which it is known that they commute");
    }
  }
  if (given("--search") && search_ == "bfs" && options().effective_order() == SearchOrder::depth_first) {
    idle.emplace_back("--search bfs changed nothing: a search that stores no states is depth-first");
  }
  if (given("--threads") && threads_ > 1 && options().effective_threads() == 1) {
    idle.emplace_back(
        "--threads changed nothing: only breadth-first searches with --store tree use several threads");
  }
  const bool temporal = std::ranges::any_of(
      report.results, [](const PropertyResult& result) { return result.kind == "temporal"; });
  if (options().search.store != StoreKind::tree && temporal)
    idle.push_back(
        fmt::format("--store {} is not for temporal properties: they were checked with tree", store_));
  if (given("--checkpoint") && temporal) {
    idle.emplace_back("--checkpoint keeps nothing of searches for temporal properties: they begin anew");
  }
  return idle;
}

void CheckCommand::resume(const std::string& folder) {
  resuming_ = true;
  checkpoint_folder_ = folder;
  model_path_ = model_copy(folder);
}

std::optional<Samples> CheckCommand::sampled(const LoadedModel& loaded, const CheckOptions& options,
                                             const TextStyle& style) const {
  if (samples_ == 0) return std::nullopt;
  Samples samples = take_samples(*loaded.model, options, {samples_, seed_});
  if (json_path_ != "-") {
    say("{}\n", samples_text(*loaded.model, *loaded.source, samples, style));
    std::fflush(stdout);
  }
  return samples;
}

ExitCode CheckCommand::run_threshold() {
  for (const char* const option :
       {"--deadlock", "--traffic", "--crash", "--loss", "--search", "--por", "--stateless", "--net",
        "--split", "--forget", "--sleep", "--check-reductions", "--chart", "--engine", "--fairness",
        "--threads", "--checkpoint", "--sample", "--store"}) {
    if (command_->count(option) == 0) continue;
    complain("quorate: {} has no meaning for Promela (.pml)\n", option);
    return ExitCode::bad_input;
  }
  const CheckOptions chosen = options();
  return check_threshold({model_path_, settings_, definitions_, properties_,
                          chosen.effective_symmetry() != Symmetry::none, chosen.search, json_path_, itf_path_,
                          no_color_});
}

ExitCode CheckCommand::run() {
  limits_.apply();
  if (is_threshold_file(model_path_)) return run_threshold();
  if (!definitions_.empty()) {
    complain("quorate: -D is for parametric Promela (.pml); parameters are set with --set\n");
    return ExitCode::bad_input;
  }
  const bool quiet = json_path_ == "-";
  if (model_path_.empty()) {
    if (!resuming_ && command_->count("MODEL") > 0) {
      complain("quorate: the name of the model's file is empty\n");
      return ExitCode::bad_input;
    }
    model_path_ = bundled_paxos();
    if (!quiet) say("No model was given: this checks the bundled Paxos.\n");
  }
  const LoadedModel loaded = load_model_file(model_path_, settings_);
  if (!loaded.model || !known_properties(*loaded.model, properties_) ||
      !known_fairness(*loaded.model, fairness_) || !is_finite(loaded, "check")) {
    return ExitCode::bad_input;
  }
  CheckOptions chosen = options();
  std::optional<Checkpoints> checkpoints;
  if (chosen.search.store != StoreKind::tree && chosen.effective_order() != SearchOrder::breadth_first) {
    complain("quorate: --store {} does not go with a depth-first search: it is for breadth-first ones\n",
             store_);
    return ExitCode::bad_input;
  }
  OutputFile json(json_path_);
  OutputFile chart(chart_path_);
  OutputFile itf(itf_path_);
  if (!json.usable() || !chart.usable() || !itf.usable()) return ExitCode::bad_input;
  if (!checkpoint_folder_.empty()) {
    if (chosen.effective_order() != SearchOrder::breadth_first) {
      complain("quorate: --checkpoint is for breadth-first searches that store their states\n");
      return ExitCode::bad_input;
    }
    if (!resuming_ && !begin_checkpoints(checkpoint_lock_, checkpoint_folder_, arguments_,
                                         std::string(loaded.source->text())))
      return ExitCode::bad_input;
    chosen.search.checkpoints = &checkpoints.emplace(checkpoint_folder_, *parse_seconds(every_));
  }
  const TextStyle style{!no_color_ && isatty(STDOUT_FILENO) != 0, 100};
  const std::optional<Samples> samples = sampled(loaded, chosen, style);
  CheckReport report = check_all(*loaded.model, chosen);
  Budget::conclude();
  clear_progress_line();
  for (std::string& note : idle_options(report)) report.notes.push_back(std::move(note));
  if (!report.problems.empty() || !report.refused.empty()) {
    show_problems(*loaded.model, report, *loaded.source);
    return ExitCode::bad_input;
  }
  if (!report.checkpoint_error.empty()) {
    complain("quorate: {}\n", report.checkpoint_error);
    return ExitCode::bad_input;
  }
  if (!report.engine_error.empty()) {
    complain("quorate: --engine native: {}. Use --engine auto or --engine interpreted.\n",
             report.engine_error);
    return ExitCode::bad_input;
  }
  if (!report.internal_error.empty()) {
    complain("quorate: internal error: {}. No verdict can be trusted; please report this model.\n",
             report.internal_error);
    return ExitCode::internal_error;
  }
  if (!quiet) say("{}", check_text(*loaded.model, *loaded.source, chosen, report, style));
  bool written = true;
  if (json.wanted()) {
    ReportData data = check_data(*loaded.model, chosen, report);
    if (samples) data.samples = samples_json(*loaded.source, *samples);
    written = json.write(json_text(result_json(data)));
  }
  if (const PropertyResult* shown = first_shown(report)) {
    ChartOptions drawn{loaded.model->name, "", ""};
    (shown->witness ? drawn.witness : drawn.violated) = shown->name;
    if (chart.wanted()) written = chart.write(chart_svg(*shown->trace, drawn)) && written;
    if (itf.wanted())
      written = itf.write(json_text(trace_itf(*shown->trace, loaded.source->file_name()))) && written;
  } else if (!quiet && (chart.wanted() || itf.wanted())) {
    say("There is no counterexample, so that no trace file was written.\n");
  }
  return written ? exit_code(report) : ExitCode::bad_input;
}

}  // namespace quorate
