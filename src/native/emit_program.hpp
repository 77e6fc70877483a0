// Prints bytecode programs as C++: one function body each, registers as local variables, cells and message
// scalars as shifts and masks with constants. Follows interpreter.cpp instruction by instruction; where that
// reports a model error, the emitted function gives up.
#pragma once

#include <cstddef>
#include <string>

#include "native/program_family.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// What a function is for says what it is given and what it returns.
enum class ProgramUse {
  test,     // guards and predicates: state s; 0 no, 1 yes, 2 gives up
  partial,  // a guard of which only some messages are known: 0 if it is false whatever the others are, else 1
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

// Whether a program looks at some of the state (or of the first `known` messages) and may end because of it
// before it looks at a message that is not known: only then is its partial guard of use.
bool partial_is_useful(const Program& program, std::size_t known);

bool has_choice(const Program& program);

}  // namespace quorate
