// The commands: each is called with the values of its options and returns the exit code. One file a command.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option_values.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

// Where a check comes from: the command line, or a folder of checkpoints.
struct CheckOrigin {
  std::vector<std::string> arguments = {};  // the words after the program's name; checkpoints keep them
  std::string resumed = {};                 // the folder that is resumed; the caller has locked it
};

// Exhaustive check at fixed parameters.
ExitCode run_check(const OptionValues& values, const CheckOrigin& origin);
// Goes on with a check that wrote checkpoints.
ExitCode run_resume(const OptionValues& values);
// A threshold algorithm for all parameters.
ExitCode run_param(const OptionValues& values);
// The model in the language of another checker.
ExitCode run_export(const OptionValues& values);
// Which processes are interchangeable, and what tells the others apart.
ExitCode run_symmetries(const OptionValues& values);
// The transitions of a model and what partial-order reduction knows of them, so that a person can see why a
// reduction is weak.
ExitCode run_analyze(const OptionValues& values);
// Invariants by induction.
ExitCode run_prove(const OptionValues& values);

}  // namespace quorate
