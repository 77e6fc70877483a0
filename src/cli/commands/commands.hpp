// What each command does, once the command line has been understood. One file a command.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option_values.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

// Where a check comes from.
struct CheckOrigin {
  std::vector<std::string> arguments = {};  // the words after the program's name, which a checkpoint repeats
  std::string resumed = {};  // the folder whose checkpoints it goes on from, which the caller has locked
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
