// The exit codes of the program. Scripts rely on them: they do not change.
#pragma once

namespace quorate {

enum class ExitCode : int { holds = 0, violated = 1, inconclusive = 2, bad_input = 3, internal_error = 4 };

}  // namespace quorate
