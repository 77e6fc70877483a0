#include "cli/resume_command.hpp"

#include <algorithm>

#include "cli/check_command.hpp"
#include "cli/checkpoint_folder.hpp"

namespace quorate {

CLI::App* ResumeCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("resume", "Go on with a check from its last checkpoint");
  command->add_option("FOLDER", folder_, "The folder that was given to `quorate check --checkpoint`")
      ->required();
  command->footer("The options are those of the check; results are written where it was told to write them.");
  return command;
}

ExitCode ResumeCommand::run() {
  auto arguments = resumed_arguments(folder_);
  if (!arguments) return ExitCode::bad_input;
  CLI::App app;
  CheckCommand check;
  check.add_to(app);
  std::ranges::reverse(*arguments);  // as CLI11 wants them
  app.parse(*arguments);
  check.resume(folder_);
  return check.run();
}

}  // namespace quorate
