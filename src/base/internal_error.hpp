// The program contradicts itself: a trace that cannot be replayed, a state that was not expanded. No verdict
// can be trusted then. It ends the program (exit code 4), and nobody else catches it.
#pragma once

#include <stdexcept>

namespace quorate {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace quorate
