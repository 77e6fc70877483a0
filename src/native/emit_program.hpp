// Prints bytecode programs as C++ function bodies: registers become local variables, cells and message
// scalars become shifts and masks with constants. Follows interpreter.cpp instruction by instruction; where
// that reports a model error, the emitted function gives up.
#pragma once

#include <cstddef>
#include <string>

#include "native/program_family.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// The use of a function determines its parameters and results.
enum class ProgramUse {
  test,     // guards and predicates: state s; 0 no, 1 yes, 2 gives up
  partial,  // a guard with only some messages known: 0 if it is false for all values of the others, else 1
  effect,   // state t, mail, choices; 0 done, 2 gives up
  observe,  // state t; 0 done, 2 gives up
};

struct ProgramContext {
  const Layout& layout;
  const ProgramTables& tables;
};

// Consumed messages are m0, m1, ..., and whether they are absent is a0, a1, ...; a partial guard knows those
// of the first `known` senders. Constants that vary are k[0], k[1], ...
std::string program_body(const Program& program, const ProgramContext& context, ProgramUse use,
                         std::size_t senders, std::size_t known, const VaryingConstants& varying = {});

// Whether a program may end, because of the state or the first `known` messages, before it reads a message
// that is not known: only then is its partial guard useful.
bool partial_is_useful(const Program& program, std::size_t known);

bool has_choice(const Program& program);

}  // namespace quorate
