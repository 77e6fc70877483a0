// Which names a text uses and which it declares, before anything is resolved: decides whether a value
// given on the command line belongs to a parameter that the text leaves free. Private to the checker.
#pragma once

#include <set>
#include <string>

#include "language/ftdp/parse/syntax.hpp"

namespace quorate {

struct NameUsage {
  std::set<std::string> used;      // as a value in an expression
  std::set<std::string> declared;  // by any declaration or binder
};

NameUsage collect_names(const SyntaxModel& model);

}  // namespace quorate
