#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include "base/budget.hpp"
#include "base/memory_reserve.hpp"
#include "cli/commands/analyze_command.hpp"
#include "cli/commands/check_command.hpp"
#include "cli/commands/export_command.hpp"
#include "cli/commands/param_command.hpp"
#include "cli/commands/prove_command.hpp"
#include "cli/commands/resume_command.hpp"
#include "cli/commands/symmetries_command.hpp"
#include "cli/streams.hpp"
#include "cli/usage.hpp"
#include "native/native_compiler.hpp"
#include "report/progress_line.hpp"
#include "report/results/exit_code.hpp"
#include "verify/results.hpp"

namespace quorate {
namespace {

ExitCode run(int argc, char** argv) {
  CLI::App app("Quorate verifies fault-tolerant message-passing protocols.", "quorate");
  app.require_subcommand(1);
  app.set_version_flag("--version", "quorate 0.1");
  app.footer(
      "Exit codes: 0 every property holds, 1 some property is violated, 2 inconclusive, 3 bad input or "
      "usage, or results that cannot be written, 4 internal error.");
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
    complain("quorate: {}\n", problem);
    return ExitCode::bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help;
    std::ostringstream problem;
    const bool asked = app.exit(error, help, problem) == 0;
    say_text(help.str());
    complain_text(problem.str());
    if (asked) return ExitCode::holds;
    const std::string suggestion = option_suggestion(app, argc, argv);
    if (!suggestion.empty()) complain("{}\n", suggestion);
    return ExitCode::bad_input;
  }
  check.set_arguments({argv + 1, argv + argc});
  if (check_app->parsed()) return check.run();
  if (resume_app->parsed()) return resume.run();
  if (param_app->parsed()) return param.run();
  if (export_app->parsed()) return export_model.run();
  if (symmetries_app->parsed()) return symmetries.run();
  if (analyze_app->parsed()) return analyze.run();
  if (prove_app->parsed()) return prove_by_induction.run();
  return ExitCode::bad_input;
}

// The working thread does not come to an end: its results are lost, but the limit is kept.
[[noreturn]] void end_at_once(Spent spent) {
  const std::string text =
      fmt::format("\nquorate: inconclusive: {}; what was known is lost\n", to_text(spent));
  kill_running_compiler();
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(static_cast<int>(ExitCode::inconclusive));
}

}  // namespace
}  // namespace quorate

int main(int argc, char** argv) {
  using quorate::ExitCode;
  quorate::prepare_streams();
  quorate::hold_memory_reserve();
  std::set_terminate(quorate::end_with_words);
  ExitCode code = ExitCode::internal_error;
  try {
    quorate::Budget budget(quorate::Signals::watched);
    budget.set_backstop(quorate::end_at_once);
    const quorate::Spent spent = quorate::within_budget([&] { code = quorate::run(argc, argv); });
    if (spent != quorate::Spent::nothing) {
      code = ExitCode::inconclusive;
      quorate::Budget::conclude();
      quorate::clear_progress_line();
      quorate::complain("quorate: inconclusive: {}\n", to_text(spent));
    }
  } catch (const std::bad_alloc&) {
    quorate::complain_of_memory();
    code = ExitCode::inconclusive;
  } catch (const quorate::InternalError& error) {
    quorate::complain("quorate: internal error: {}. No verdict can be trusted; please report this model.\n",
                      error.what());
  } catch (const std::exception& error) {
    quorate::complain("quorate: internal error: {}\n", error.what());
  }
  return static_cast<int>(quorate::flushed(code));
}
