#include "cli/commands/resume_command.hpp"

#include <algorithm>
#include <array>

#include "cli/checkpoint_folder.hpp"
#include "cli/commands/check_command.hpp"
#include "cli/streams.hpp"

namespace quorate {

namespace {

// What does not change the states of a search, so that a checkpoint is as good with it as without.
constexpr std::array changeable_options{"--time",  "--memory", "--max-states", "--threads",
                                        "--every", "--json",   "--chart",      "--itf"};

}  // namespace

CLI::App* ResumeCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("resume", "Go on with a check from its last checkpoint");
  command_ = command;
  command->add_option("FOLDER", folder_, "The folder that was given to `quorate check --checkpoint`")
      ->required();
  for (const char* const option : changeable_options) {
    command
        ->add_option_function<std::string>(
            option,
            [this, option](const std::string& value) {
              changes_.insert(changes_.end(), {option, value});
            },
            "As for `quorate check`, instead of what was given there")
        ->type_name("VALUE");
  }
  command->add_flag_callback(
      "--no-color", [this] { changes_.emplace_back("--no-color"); }, "No colours, even on a terminal");
  command->footer(
      "The other options are those of the check, and so are these if they are not given anew; results are "
      "written where it was told to write them. Limits are for this run: --time begins anew.");
  return command;
}

ExitCode ResumeCommand::run() {
  FolderLock lock;
  auto arguments = resumed_arguments(lock, folder_);
  if (!arguments) return ExitCode::bad_input;
  CLI::App app;
  CheckCommand check;
  CLI::App* const command = check.add_to(app);
  for (const char* const option : changeable_options) command->get_option(option)->take_last();
  command->get_option("--no-color")->take_last();
  arguments->insert(arguments->end(), changes_.begin(), changes_.end());
  std::ranges::reverse(*arguments);  // as CLI11 wants them
  try {
    app.parse(*arguments);
  } catch (const CLI::ParseError& error) {
    complain("quorate: {}\n", error.what());
    return ExitCode::bad_input;
  }
  check.resume(folder_);
  return check.run();
}

}  // namespace quorate
