// The program: prepares streams, memory reserve and budget, parses the command line, runs the command. Here
// is the only catch of all exceptions: a spent budget and memory that is gone are exit code 2, every other
// exception is an internal error (4).
//
// Streams come first, so that no file takes the number of a closed one. The budget is made before the command
// line is read, since Ctrl-C counts from the first moment on. If some loop does not ask the budget, its
// backstop ends the program by _exit.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "base/memory_reserve.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "cli/usage.hpp"
#include "native/native_compiler.hpp"
#include "report/json_text.hpp"
#include "report/progress_line.hpp"
#include "report/results/exit_code.hpp"
#include "verify/result/results.hpp"

namespace quorate {
namespace {

ExitCode run_command(Command command, const OptionValues& values, std::vector<std::string> arguments) {
  switch (command) {
    case Command::check:
      return run_check(values, {.arguments = std::move(arguments)});
    case Command::resume:
      return run_resume(values);
    case Command::param:
      return run_param(values);
    case Command::export_:
      return run_export(values);
    case Command::symmetries:
      return run_symmetries(values);
    case Command::analyze:
      return run_analyze(values);
    case Command::prove:
      return run_prove(values);
  }
  return ExitCode::bad_input;
}

// A limit ended the command before it had results. Scripts that asked for JSON read the reason there.
ExitCode ended_without_results(const OptionValues& values, Spent spent) {
  Budget::conclude();
  clear_progress_line();
  complain("quorate: inconclusive: {}\n", to_text(spent));
  OutputFile json(values.knows(Opt::json) ? values.text(Opt::json) : "");
  if (json.wanted() && json.usable())
    json.write(json_text({{"results", Json::array()}, {"reason", to_text(spent)}}));
  return ExitCode::inconclusive;
}

ExitCode run(int argc, char** argv) {
  CLI::App app("Quorate verifies fault-tolerant message-passing protocols.", "quorate");
  app.require_subcommand(1);
  app.set_version_flag("--version", "quorate " QUORATE_VERSION);
  app.footer(
      "Exit codes: 0 every property holds, 1 some property is violated, 2 inconclusive, 3 bad input or "
      "usage, or results that cannot be written, 4 internal error.");
  std::map<Command, OptionValues> values;
  std::map<Command, const CLI::App*> commands;
  for (const CommandFacts& facts : command_table())
    commands[facts.command] = values[facts.command].add_command(app, facts.command);
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
    if (asked) return ExitCode::holds;
    complain_text(usage_problem(app, error, {argv + 1, argv + argc}));
    return ExitCode::bad_input;
  }
  for (const auto& [command, parser] : commands) {
    if (!parser->parsed()) continue;
    ExitCode code = ExitCode::internal_error;
    const Spent spent = within_budget([&] {
      code = run_command(command, values[command], {argv + 1, argv + argc});
    });
    return spent == Spent::nothing ? code : ended_without_results(values[command], spent);
  }
  return ExitCode::bad_input;
}

// The backstop of the budget: the working thread has not ended although the budget is spent. Its results are
// lost, but the limit is kept.
[[noreturn]] void end_at_once(Spent spent) {
  const std::string text =
      fmt::format("\nquorate: inconclusive: {}; partial results are lost\n", to_text(spent));
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
    code = quorate::run(argc, argv);
  } catch (const std::bad_alloc&) {
    quorate::complain_of_memory();
    code = ExitCode::inconclusive;
  } catch (const std::system_error& error) {  // no thread, most likely: whoever wanted it had no verdict yet
    quorate::complain("quorate: inconclusive: the system refused what is needed: {}\n", error.what());
    code = ExitCode::inconclusive;
  } catch (const quorate::InternalError& error) {
    quorate::complain("quorate: internal error: {}. No verdict can be trusted; please report this model.\n",
                      error.what());
  } catch (const std::exception& error) {
    quorate::complain("quorate: internal error: {}\n", error.what());
  }
  return static_cast<int>(quorate::flushed(code));
}
