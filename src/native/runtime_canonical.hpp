// The representative of a state's orbit, for states in which one round of colours either distinguishes all
// units or leaves only units of equal colour that are alike. This is the common case of
// src/reduction/symmetry/canonical_form.cpp, with the same colours and so the same representative; all other
// states are left to that. G is emitted for one group of permutations (emit_canonical.cpp): its units and
// classes, the colours of a state's units, the facts between two of them, and the fields of each site.
#pragma once

#include "native/runtime.hpp"
#include "reduction/symmetry/colour_mixing.hpp"

namespace quorate::native {

struct SiteField {
  Count word;
  Count shift;
  Word mask;
};

[[gnu::always_inline]] inline Word load(const SiteField& field, const Word* state) {
  return (state[field.word] >> field.shift) & field.mask;
}

// Sites of one or two units that have the same fields.
struct SiteFamily {
  Count arity;
  Count classes[2];
  Count fields;  // of each site
  Count lookup;  // position of its first site in G::lookup
};

// Mixes a fact into what both of its units see. there: all ones if the state has the fact, otherwise 0.
[[gnu::always_inline]] inline void see(Word* seen, const Word* colour, Count a, Count b, Word fact,
                                       Word there) {
  seen[a] += mix(fact, colour[b]) & there;
  seen[b] += mix(fact + individual_salt, colour[a]) & there;
}

// Sorts the units class by class, by colour within a class. Returns the number of cells of equal colour.
template <typename G>
[[gnu::always_inline]] inline Count sort_units(const Word* colour, Count* order) {
  Count cells = 0;
  for (Count c = 0; c < G::classes; ++c) {
    const Count begin = G::class_begin[c];
    const Count end = G::class_begin[c + 1];
    for (Count i = begin; i < end; ++i) {
      Count at = i;
      for (; at > begin && colour[order[at - 1]] > colour[i]; --at) order[at] = order[at - 1];
      order[at] = i;
    }
    ++cells;
    for (Count i = begin + 1; i < end; ++i) cells += colour[order[i]] != colour[order[i - 1]] ? 1 : 0;
  }
  return cells;
}

template <typename G>
[[gnu::always_inline]] inline Count site(const SiteFamily& family, Count a, Count b) {
  const Count first = a - G::class_begin[family.classes[0]];
  if (family.arity == 1) return G::lookup[family.lookup + first];
  const Count begin = G::class_begin[family.classes[1]];
  const Count size = G::class_begin[family.classes[1] + 1] - begin;
  return G::lookup[family.lookup + first * size + (b - begin)];
}

template <typename G>
[[gnu::always_inline]] inline bool same_fields(const SiteFamily& family, Count left, Count right,
                                               const Word* state) {
  for (Count f = 0; f < family.fields; ++f) {
    if (load(G::fields[G::first_field[left] + f], state) != load(G::fields[G::first_field[right] + f], state))
      return false;
  }
  return true;
}

template <typename G>
inline bool alike_in_pairs(const SiteFamily& family, Count a, Count b, const Word* state) {
  const Count own = G::class_of[a];
  if (family.classes[0] == own && family.classes[1] == own &&
      !same_fields<G>(family, site<G>(family, a, b), site<G>(family, b, a), state))
    return false;
  for (Count side = 0; side < 2; ++side) {
    if (family.classes[side] != own) continue;
    const Count other = family.classes[1 - side];
    for (Count unit = G::class_begin[other]; unit < G::class_begin[other + 1]; ++unit) {
      if (unit == a || unit == b) continue;
      const Count left = side == 0 ? site<G>(family, a, unit) : site<G>(family, unit, a);
      const Count right = side == 0 ? site<G>(family, b, unit) : site<G>(family, unit, b);
      if (!same_fields<G>(family, left, right, state)) return false;
    }
  }
  return true;
}

// Whether exchanging two units of one class leaves the state unchanged.
template <typename G>
inline bool alike(Count a, Count b, const Word* state) {
  for (const SiteFamily& family : G::families) {
    if (family.arity == 2) {
      if (!alike_in_pairs<G>(family, a, b, state)) return false;
    } else if (family.classes[0] == G::class_of[a] &&
               !same_fields<G>(family, site<G>(family, a, 0), site<G>(family, b, 0), state)) {
      return false;
    }
  }
  return true;
}

// Whether all units of equal colour are alike.
template <typename G>
inline bool equal_is_alike(const Word* colour, const Count* order, const Word* state) {
  for (Count i = 1; i < G::units; ++i) {
    const Count a = order[i - 1];
    const Count b = order[i];
    if (G::class_of[a] == G::class_of[b] && colour[a] == colour[b] && !alike<G>(a, b, state)) return false;
  }
  return true;
}

template <typename G>
inline int canonicalize(Word* state) {
  Word colour[G::units];
  Word fact[G::facts + 1];
  Word there[G::facts + 1];
  Count order[G::units];
  G::collect(state, colour, fact, there);
  Count cells = sort_units<G>(colour, order);
  if (cells != G::units) {
    Word seen[G::units] = {};
    G::spread(colour, fact, there, seen);
    for (Count u = 0; u < G::units; ++u) colour[u] = mix(colour[u], seen[u]);
    cells = sort_units<G>(colour, order);
  }
  if (cells != G::units && !equal_is_alike<G>(colour, order, state)) return interpret;
  Count place[G::units];
  bool moved = false;
  for (Count i = 0; i < G::units; ++i) {
    place[order[i]] = i;
    moved |= order[i] != i;
  }
  if (!moved) return done;
  Word image[G::words];
  G::apply(state, place, image);
  copy<G::words>(state, image);
  return done;
}

}  // namespace quorate::native
