// What native code offers to ModelSystem: functions that make the steps of a state and evaluate predicates.
// This text is part of every emitted program as well (src/native), so that both sides share one definition;
// it needs no other header. A function that meets anything unusual (a model error, a channel without room)
// says `interpret`, and the interpreter does that state from the beginning.
#pragma once

namespace quorate::native {

using Word = __UINT64_TYPE__;   // of a packed state
using Value = __INT64_TYPE__;   // of a scalar or a set
using Count = __UINT32_TYPE__;  // of steps, transitions, positions

// To be raised with every change of what is below or of what it means.
inline constexpr Count interface_version = 4;

// Transitions from this number on are never asleep.
inline constexpr __INT32_TYPE__ most_asleep = 256;

enum Outcome : int { done = 0, interpret = 1, more_room = 2 };

// Where steps go: consecutive states, and the number of each step's transition.
struct Steps {
  Word* states;
  __INT32_TYPE__* transitions;
  Count count;
  Count capacity;
  Count bound_reached;  // not 0: a declared channel bound was found full
  const Word* asleep;   // transitions, as bits, whose steps are counted only
  Count asleep_count;
};

// Outcomes of predicates: 0 no, 1 yes, 2 interpret.
using Predicate = int (*)(const Word* state);

using Canonicalize = int (*)(Word* state);

struct Functions {
  Count version;
  Count words;
  Count predicate_count;
  const char* key;  // of the text that it was compiled from
  int (*successors)(const Word* state, Steps* steps);
  const Predicate* predicates;  // null entries: interpreted
  // Replaces a state by the representative of its orbit, or says `interpret` and leaves it. Null:
  // interpreted.
  Canonicalize canonicalize;
  // Where the address of a byte goes that loops look at: once it is not 0, they say `interpret`.
  const volatile unsigned char** spent;
};

}  // namespace quorate::native
