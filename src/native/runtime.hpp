// The parts of the semantics (docs/semantics.md) that do not depend on the model, as templates over what
// does. The text of this file is built into Quorate (runtime_text.cpp) and is compiled with each model. It
// uses no standard header, since reading those would be a large part of the compiler's time; the texts of the
// headers below come before it.
//
// A channel is a type C with slots, read(state, values), write(state, values), and, from `Network`, fifo, set
// and flag (whether the lowest bit of a slot says "delivered"). Slots are ordered as layout.hpp says. Every
// function here does what the function of the same name in src/system does.
#pragma once

#include "model/arithmetic.hpp"
#include "system/execute/native_interface.hpp"

namespace quorate::native {

inline constexpr Value undefined = arithmetic::not_an_integer;

// Functions::spent is the address of this pointer.
static constexpr unsigned char nothing_spent = 0;
static const volatile unsigned char* spent = &nothing_spent;
inline constexpr Value sent_whole = 1 << 16;  // in Mail::kind: made by `send`, complete
inline constexpr Value nothing_sent = -1;
inline constexpr Value never_sent_to = -2;  // sending there is left to the interpreter

enum Status : Value { correct = 0, crash = 1, byzantine = 2, crashed = 3 };
enum : int { stop = 3 };  // an outcome of visits: no further messages are wanted
enum Arrival : int { arrived = 0, vanished = 1, blocked = 2, unknown = 3 };

[[gnu::always_inline]] inline Value value(Word raw, Value bias) {
  return raw == 0 ? undefined : static_cast<Value>(raw) + bias;
}

[[gnu::always_inline]] inline Word raw(Value value, Value bias) {
  return value == undefined ? 0 : static_cast<Word>(value - bias);
}

[[gnu::always_inline]] inline bool in_range(Value low, Value high, Word members, Value value) {
  if (value == undefined) return true;
  if (value < low || value > high) return false;
  return members == 0 || ((members >> value) & 1) != 0;
}

// For cells and message scalars whose position is computed.
struct CellData {
  Count word;
  Count shift;
  Word mask;
  Value bias;
  Value low;
  Value high;
  Word members;
};

[[gnu::always_inline]] inline Value load(const CellData& cell, const Word* state) {
  return value((state[cell.word] >> cell.shift) & cell.mask, cell.bias);
}

[[gnu::always_inline]] inline bool store(const CellData& cell, Word* state, Value content) {
  if (!in_range(cell.low, cell.high, cell.members, content)) return false;
  state[cell.word] =
      (state[cell.word] & ~(cell.mask << cell.shift)) | (raw(content, cell.bias) << cell.shift);
  return true;
}

template <Count words>
[[gnu::always_inline]] inline void copy(Word* target, const Word* source) {
#pragma GCC unroll 16
  for (Count i = 0; i < words; ++i) target[i] = source[i];
}

template <typename C>
[[gnu::always_inline]] inline void remove(Word* state, Count position) {
  Word values[C::slots + 1];
  C::read(state, values);
  values[C::slots] = 0;
#pragma GCC unroll 8
  for (Count i = 0; i < C::slots; ++i) values[i] = i < position ? values[i] : values[i + 1];
  C::write(state, values);
}

// Inserts into descending order, where there is a free slot: all smaller values move down by one.
template <typename C>
[[gnu::always_inline]] inline void sort_in(Word* values, Word fresh) {
#pragma GCC unroll 8
  for (Count i = 0; i < C::slots; ++i) {
    const Word here = values[i];
    values[i] = here > fresh ? here : fresh;
    fresh = here > fresh ? fresh : here;
  }
}

// False if the channel is full.
template <typename C>
[[gnu::always_inline]] inline bool insert(Word* state, Word code) {
  if constexpr (C::slots == 0) return false;
  Word values[C::slots + 1];
  C::read(state, values);
  if constexpr (C::set) {
#pragma GCC unroll 8
    for (Count i = 0; i < C::slots; ++i) {
      if (values[i] != 0 && values[i] >> C::flag == code) return true;
    }
  }
  if (values[C::slots - 1] != 0) return false;
  if constexpr (C::fifo) {
    Count end = 0;
    while (values[end] != 0) ++end;
    values[end] = code << C::flag;
  } else {
    sort_in<C>(values, code << C::flag);
  }
  C::write(state, values);
  return true;
}

template <typename C>
[[gnu::always_inline]] inline void deliver(Word* state, Count position) {
  Word values[C::slots + 1];
  C::read(state, values);
  const Word delivered = values[position] | 1;
  if constexpr (C::fifo) {
    values[position] = delivered;
  } else {
    values[C::slots] = 0;
#pragma GCC unroll 8
    for (Count i = 0; i < C::slots; ++i) values[i] = i < position ? values[i] : values[i + 1];
    sort_in<C>(values, delivered);
  }
  C::write(state, values);
}

template <typename C>
[[gnu::always_inline]] inline Count delivered_in(const Word* state) {
  Word values[C::slots + 1];
  C::read(state, values);
  Count count = 0;
  for (Count i = 0; i < C::slots; ++i) count += values[i] != 0 && (!C::flag || (values[i] & 1) != 0) ? 1 : 0;
  return count;
}

template <typename C>
[[gnu::always_inline]] inline bool empty(const Word* state) {
  Word values[C::slots + 1];
  values[0] = 0;
  C::read(state, values);
  return values[0] == 0;
}

// Calls visit(slot value, position) for every message that differs from those before it, until it returns
// anything but `done`.
template <typename C, typename Visit>
[[gnu::always_inline]] inline int each_message(const Word* state, const Visit& visit) {
  Word values[C::slots + 1];
  C::read(state, values);
#pragma GCC unroll 4
  for (Count i = 0; i < C::slots; ++i) {
    if (values[i] == 0) return done;
    if (!C::fifo && i > 0 && values[i] == values[i - 1]) continue;
    if (const int outcome = visit(values[i], i); outcome != done) return outcome;
  }
  return done;
}

// Calls visit(code, position) for every message of the kind that can be consumed.
template <typename C, Word tag_mask, Word tag, typename Visit>
[[gnu::always_inline]] inline int each_offer(const Word* state, const Visit& visit) {
  Word values[C::slots + 1];
  C::read(state, values);
#pragma GCC unroll 4
  for (Count i = 0; i < (C::fifo && C::slots > 1 ? 1 : C::slots); ++i) {
    if (values[i] == 0) return done;
    if (!C::fifo && i > 0 && values[i] == values[i - 1]) continue;
    if (C::flag && (values[i] & 1) == 0) continue;
    const Word code = values[i] >> C::flag;
    if ((code & tag_mask) != tag) continue;
    if (const int outcome = visit(code, i); outcome != done) return outcome;
  }
  return done;
}

// The place for the next step's state, or null if there is no room.
template <Count words>
[[gnu::always_inline]] inline Word* place(const Steps& steps) {
  return steps.count == steps.capacity ? nullptr : steps.states + Word{steps.count} * words;
}

[[gnu::always_inline]] inline bool asleep(const Steps& steps, __INT32_TYPE__ transition) {
  return transition < most_asleep && ((steps.asleep[transition / 64] >> (transition % 64)) & 1) != 0;
}

[[gnu::always_inline]] inline void keep(Steps& steps, __INT32_TYPE__ transition) {
  steps.transitions[steps.count] = transition;
  const Count wanted = asleep(steps, transition) ? 0 : 1;
  steps.count += wanted;
  steps.asleep_count += 1 - wanted;
}

// One message that a sender offers for a step.
struct Offer {
  Word code;
  __INT32_TYPE__ position;  // in the channel; -1: nothing is consumed
  bool absent;
  bool sender_crashes;
};

template <Count capacity>
struct Offers {
  Offer at[capacity];
  Count count = 0;
  // There is always room, since capacities are computed from the model.
  [[gnu::always_inline]] void add(const Offer& offer) { at[count++] = offer; }
};

template <typename C, Word tag_mask, Word tag, Count capacity>
[[gnu::always_inline]] inline void collect(const Word* state, bool sender_crashes, Offers<capacity>& offers) {
  each_offer<C, tag_mask, tag>(state, [&](Word code, Count position) {
    offers.add({code, static_cast<__INT32_TYPE__>(position), sender_crashes, sender_crashes});
    return done;
  });
}

template <Count capacity, typename List>
[[gnu::always_inline]] inline void forge(const List& codes, bool absent, Offers<capacity>& offers) {
  for (const Word code : codes) offers.add({code, -1, absent, false});
}

// One transition of a family: transitions of a family differ in their senders and in constants.
template <Count sender_count, Count constants>
struct Rows {
  __INT32_TYPE__ transition;
  Word senders;  // as a bit set
  Count sender[sender_count];
  Value k[constants];
};

// The messages of a step under construction, by recipient.
template <Count processes>
struct Mail {
  Word code[processes];
  Value kind[processes];
};

template <Count processes>
[[gnu::always_inline]] inline bool post(Mail<processes>& mail, Value to, Word code) {
  if (to < 0 || to >= static_cast<Value>(processes) || mail.kind[to] != nothing_sent) return false;
  mail.code[to] = code;
  mail.kind[to] = sent_whole;
  return true;
}

template <Count processes>
[[gnu::always_inline]] inline bool post_field(Mail<processes>& mail, Value to, Value kind, Word tag,
                                              const CellData& cell, Value content) {
  if (to < 0 || to >= static_cast<Value>(processes)) return false;
  if (mail.kind[to] != nothing_sent && mail.kind[to] != kind) return false;
  if (!in_range(cell.low, cell.high, cell.members, content)) return false;
  const Word code = mail.kind[to] == nothing_sent ? tag : mail.code[to];
  mail.kind[to] = kind;
  mail.code[to] = (code & ~(cell.mask << cell.shift)) | (raw(content, cell.bias) << cell.shift);
  return true;
}

// The choices of one execution of a body; explored in the order of ChoiceSequence.
struct Choices {
  static constexpr Count limit = 32;
  Count taken[limit];
  Count sizes[limit];
  Count length = 0;
  Count position = 0;

  bool choose(Value& result, Value set, Value low) {
    Word candidates = static_cast<Word>(set);
    const auto size = static_cast<Count>(__builtin_popcountll(candidates));
    if (size == 0) return false;
    if (size > 1) {
      if (position == length) {
        if (length == limit) return false;
        taken[length] = 0;
        sizes[length++] = size;
      }
      for (Count skip = taken[position++]; skip > 0; --skip) candidates &= candidates - 1;
    }
    result = low + __builtin_ctzll(candidates);
    return true;
  }
  bool advance() {
    position = 0;
    for (; length > 0; --length) {
      if (++taken[length - 1] < sizes[length - 1]) return true;
    }
    return false;
  }
};

// A choice where choices are not allowed: there must be a single candidate.
inline bool choose_only(Value& result, Value set, Value low) {
  if (__builtin_popcountll(static_cast<Word>(set)) != 1) return false;
  result = low + __builtin_ctzll(static_cast<Word>(set));
  return true;
}

[[gnu::always_inline]] inline bool set_shift(Value& result, Value set, Value distance) {
  const Value moved = distance >= 0 ? set << distance : set >> -distance;
  const Value back = distance >= 0 ? moved >> distance : moved << -distance;
  result = moved;
  return back == set && moved >= 0;
}

}  // namespace quorate::native
