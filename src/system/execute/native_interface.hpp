// The interface between native code and ModelSystem: functions that make the steps of a state and evaluate
// predicates. This text is also part of every emitted program (src/native), so that both sides share one
// definition; it includes no other header. A function that meets anything unusual (a model error, a channel
// without room) returns `interpret`, and the interpreter makes the steps of that state from the beginning.
#pragma once

namespace quorate::native {

using Word = __UINT64_TYPE__;   // a word of a packed state
using Value = __INT64_TYPE__;   // the value of a scalar or a set
using Count = __UINT32_TYPE__;  // numbers of steps and transitions, positions

// Must be raised with every change of the definitions below or of their meaning.
inline constexpr Count interface_version = 4;

// Transitions from this number on are never asleep.
inline constexpr __INT32_TYPE__ most_asleep = 256;

enum Outcome : int { done = 0, interpret = 1, more_room = 2 };

// The output of `successors`: consecutive states, and the number of each step's transition.
struct Steps {
  Word* states;
  __INT32_TYPE__* transitions;
  Count count;
  Count capacity;
  Count bound_reached;  // not 0: a declared channel bound was found full
  const Word* asleep;   // bits of the transitions whose steps are only counted
  Count asleep_count;
};

// Results of predicates: 0 no, 1 yes, 2 interpret.
using Predicate = int (*)(const Word* state);

using Canonicalize = int (*)(Word* state);

struct Functions {
  Count version;
  Count words;
  Count predicate_count;
  const char* key;  // identifies the text that it was compiled from
  int (*successors)(const Word* state, Steps* steps);
  const Predicate* predicates;  // null entries: interpreted
  // Replaces a state by the representative of its orbit, or returns `interpret` and does not change it. Null:
  // always interpreted.
  Canonicalize canonicalize;
  // Receives the address of a byte that loops read: when it is not 0, they return `interpret`.
  const volatile unsigned char** spent;
};

}  // namespace quorate::native
