// Signals that ask the program to end: the budget is spent, and what is known is reported.
#pragma once

namespace quorate {

// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP spend the budget. The second one ends the program at once.
void watch_for_interruption();

}  // namespace quorate
