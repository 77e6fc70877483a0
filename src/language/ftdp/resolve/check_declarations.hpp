// What a model declares: roles, groups, types, messages, variables, functions, channels, faults. Each step
// uses what those before it have put into the FtdpChecker; the order is that of checker.cpp. Private to the
// checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// check_roles.cpp
void declare_roles(FtdpChecker& checker);  // both notations; numbers the processes
void declare_groups(FtdpChecker& checker);

// check_declarations.cpp
void declare_types(FtdpChecker& checker);
void declare_messages(FtdpChecker& checker);
void declare_functions(FtdpChecker& checker);  // their headings; bodies: check_function_bodies

// check_environment.cpp
void check_channels(FtdpChecker& checker);
void check_faults(FtdpChecker& checker);

// check_variables.cpp
void declare_variables(FtdpChecker& checker);
void check_initial_values(FtdpChecker& checker);

}  // namespace quorate
