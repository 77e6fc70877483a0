// What a folder of checkpoints says about the run that writes to it: the program, its arguments and the
// model's text.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quorate {

// Makes the folder and writes that down. False if it cannot be, or if the folder holds another run; the
// reason has been shown.
bool begin_checkpoints(const std::string& folder, const std::vector<std::string>& arguments,
                       const std::string& model_text);

// The arguments of the run, the model's text restored to model_copy(folder). None if the folder cannot be
// used; the reason has been shown.
std::optional<std::vector<std::string>> resumed_arguments(const std::string& folder);

std::string model_copy(const std::string& folder);

}  // namespace quorate
