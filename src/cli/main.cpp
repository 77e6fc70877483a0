#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

#include "base/budget.hpp"
#include "cli/analyze_command.hpp"
#include "cli/check_command.hpp"
#include "cli/exit_code.hpp"
#include "cli/export_command.hpp"
#include "cli/interruption.hpp"
#include "cli/param_command.hpp"
#include "cli/progress_line.hpp"
#include "cli/prove_command.hpp"
#include "cli/resume_command.hpp"
#include "cli/symmetries_command.hpp"
#include "cli/usage.hpp"

namespace quorate {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Quorate verifies fault-tolerant message-passing protocols.", "quorate");
  app.require_subcommand(1);
  app.set_version_flag("--version", "quorate 0.1");
  app.footer(
      "Exit codes: 0 every property holds, 1 some property is violated, 2 inconclusive, 3 bad input or "
      "usage, 4 internal error.");
  CheckCommand check;
  ResumeCommand resume;
  ParamCommand param;
  ExportCommand export_model;
  SymmetriesCommand symmetries;
  AnalyzeCommand analyze;
  ProveCommand prove_by_induction;
  CLI::App* const check_app = check.add_to(app);
  CLI::App* const resume_app = resume.add_to(app);
  CLI::App* const param_app = param.add_to(app);
  CLI::App* const export_app = export_model.add_to(app);
  CLI::App* const symmetries_app = symmetries.add_to(app);
  CLI::App* const analyze_app = analyze.add_to(app);
  CLI::App* const prove_app = prove_by_induction.add_to(app);
  if (const std::string problem = unknown_command(app, argc, argv); !problem.empty()) {
    fmt::print(stderr, "quorate: {}\n", problem);
    return static_cast<int>(ExitCode::bad_input);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) == 0) return static_cast<int>(ExitCode::holds);
    const std::string suggestion = option_suggestion(app, argc, argv);
    if (!suggestion.empty()) fmt::print(stderr, "{}\n", suggestion);
    return static_cast<int>(ExitCode::bad_input);
  }
  check.set_arguments({argv + 1, argv + argc});
  if (check_app->parsed()) return static_cast<int>(check.run());
  if (resume_app->parsed()) return static_cast<int>(resume.run());
  if (param_app->parsed()) return static_cast<int>(param.run());
  if (export_app->parsed()) return static_cast<int>(export_model.run());
  if (symmetries_app->parsed()) return static_cast<int>(symmetries.run());
  if (analyze_app->parsed()) return static_cast<int>(analyze.run());
  if (prove_app->parsed()) return static_cast<int>(prove_by_induction.run());
  return static_cast<int>(ExitCode::bad_input);
}

// The working thread does not come to an end: its results are lost, but the limit is kept.
[[noreturn]] void end_at_once(Spent spent) {
  const std::string text =
      fmt::format("\nquorate: inconclusive: {}; what was known is lost\n", to_text(spent));
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(static_cast<int>(ExitCode::inconclusive));
}

}  // namespace
}  // namespace quorate

int main(int argc, char** argv) {
  using quorate::ExitCode;
  quorate::Budget budget;
  budget.set_backstop(quorate::end_at_once);
  quorate::watch_for_interruption();
  try {
    int code = 0;
    const quorate::Spent spent = quorate::within_budget([&] { code = quorate::run(argc, argv); });
    if (spent == quorate::Spent::nothing) return code;
    quorate::Budget::conclude();
    quorate::clear_progress_line();
    fmt::print(stderr, "quorate: inconclusive: {}\n", to_text(spent));
    return static_cast<int>(ExitCode::inconclusive);
  } catch (const std::exception& error) {
    fmt::print(stderr, "quorate: internal error: {}\n", error.what());
    return static_cast<int>(quorate::ExitCode::internal_error);
  }
}
