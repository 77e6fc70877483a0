// Exact representatives by colouring. [Bokor et al. 2009] leaves this to the checker; the method is that of
// graph canonisation (individualisation and refinement), reduced to what states of protocols need.
//
// A state is seen as a set of facts: "unit u has these bits of its own", "u and v share these bits", "a
// variable of u names v". Every unit gets a colour, first from its own bits, then from the facts in which it
// occurs and the colours of the other units there. Colours are hashes of what no permutation changes, so that
// a unit and its image have the same colour. Sorting the units of each class by colour is therefore the same
// choice for all states of an orbit, as soon as the colours differ.
//
// Units that keep the same colour are usually alike: exchanging them leaves the state unchanged, and then
// their order does not matter. This is tested and not assumed, since a colour is only a hash. If units of one
// colour are not alike, each of them in turn gets a colour of its own, colours are spread again, and the
// least of the resulting images is taken. So only permutations inside such cells are tried, and one unit is
// tried for all that are alike.
//
// Exactness does not depend on the hash, which only decides how often the last step is needed. Rejected:
// sorting processes by their local states only, which leaves several representatives of an orbit.
#include "reduction/symmetry/canonical_form.hpp"

#include <algorithm>

#include "reduction/symmetry/colour_mixing.hpp"

namespace quorate {

using native::individual_salt;
using native::mix;
using native::position_salt;

Canonicalizer::Canonicalizer(StatePermutation permutation) : permutation_(std::move(permutation)) {
  const UnitTable& table = permutation_.units();
  for (std::size_t c = 0; c < table.classes(); ++c) {
    for (std::size_t k = 2; k <= table.class_size(c); ++k) group_order_ *= static_cast<double>(k);
  }
}

void Canonicalizer::collect_facts(Colouring& colouring, Room& room) const {
  const StateSites& sites = permutation_.sites();
  const UnitTable& table = permutation_.units();
  const std::uint64_t* state = room.state.data();
  room.facts.clear();
  room.present.clear();
  for (std::size_t u = 0; u < table.size(); ++u) colouring.colour[u] = table.class_of[u];
  for (std::uint32_t number = 0; number < sites.families.size(); ++number) {
    const SiteFamily& family = sites.families[number];
    const std::uint64_t salt = position_salt(number);
    for (std::uint32_t s = family.first_site; s < family.first_site + family.site_count; ++s) {
      const Site& site = sites.sites[s];
      const BitField* field = sites.fields.data() + site.first_field;
      std::uint64_t any = 0;
      for (std::uint32_t f = 0; f < family.field_count; ++f) any |= field[f].load(state);
      if (any != 0) {
        room.present.push_back({number, s});
        std::uint64_t content = 0;
        for (std::uint32_t f = 0; f < family.field_count; ++f)
          content = mix(content, field[f].load(state) + f);
        if (family.arity == 1) {
          colouring.colour[site.units[0]] = mix(colouring.colour[site.units[0]] + salt, content);
        } else {
          add_fact(content + salt, site, family.arity, nullptr, 0, room);
        }
      }
      if (family.mention_count != 0) collect_mentions(family, site, room);
    }
  }
}

void Canonicalizer::collect_mentions(const SiteFamily& family, const Site& site, Room& room) const {
  for (std::uint32_t m = 0; m < family.mention_count; ++m) {
    const MentionField& field = permutation_.sites().mentions[site.first_mention + m];
    if (field.mention == Mention::none) {
      collect_messages(field, site, room);
      continue;
    }
    const std::uint64_t raw = field.field.load(room.state.data());
    if (raw == 0) continue;
    const std::uint64_t value = raw + static_cast<std::uint64_t>(field.bias);
    if (field.mention == Mention::process) {
      const auto process = static_cast<std::uint8_t>(value);
      add_fact(mix(field.salt, 0), site, family.arity, &process, 1, room);
      continue;
    }
    add_fact(mix(field.salt, 1), site, family.arity, nullptr, 0, room);
    for (std::uint64_t left = value; left != 0; left &= left - 1) {
      const auto process = static_cast<std::uint8_t>(field.set_low + __builtin_ctzll(left));
      add_fact(mix(field.salt, 2), site, family.arity, &process, 1, room);
    }
  }
}

void Canonicalizer::collect_messages(const MentionField& field, const Site& site, Room& room) const {
  const Layout& layout = permutation_.layout();
  const ChannelLayout& channel = layout.channels[field.channel];
  const std::array<std::uint8_t, 2> ends{static_cast<std::uint8_t>(channel.from.value),
                                         static_cast<std::uint8_t>(channel.to.value)};
  for (std::uint32_t i = 0; i < channel.slot_count; ++i) {
    const std::uint64_t slot = load_slot(layout.slots[channel.first_slot + i], room.state.data());
    if (slot == 0) return;
    const std::uint64_t position = permutation_.fifo() ? i + 1 : 0;
    const std::uint64_t delivered = layout.delivered_flag ? slot & 1 : 0;
    const std::uint64_t message = layout.delivered_flag ? slot >> 1 : slot;
    const std::uint64_t place = mix(field.salt + delivered, position);
    const std::uint64_t rest = permutation_.messages().take_apart(
        message, [&](std::uint64_t salt, const std::uint8_t* processes, std::size_t count) {
          std::array<std::uint8_t, 8> mentioned{ends[0], ends[1]};
          std::copy_n(processes, count, mentioned.begin() + 2);
          add_fact(mix(place, salt), site, 0, mentioned.data(), count + 2, room);
        });
    add_fact(mix(place, rest), site, 0, ends.data(), 2, room);
  }
}

// Processes that are never moved are part of the content. A unit that occurs twice is listed once, and its
// second position is part of the content.
void Canonicalizer::add_fact(std::uint64_t content, const Site& site, std::size_t arity,
                             const std::uint8_t* processes, std::size_t count, Room& room) const {
  const UnitTable& table = permutation_.units();
  Room::Fact& fact = room.facts.emplace_back();
  fact.arity = static_cast<std::uint32_t>(arity);
  std::copy_n(site.units.begin(), arity, fact.units.begin());
  for (std::size_t i = 0; i < count; ++i) {
    const auto unit = table.unit_of[processes[i]];
    if (unit < 0) {
      content = mix(content, processes[i]);
      continue;
    }
    const auto* end = fact.units.begin() + fact.arity;
    const auto* at = std::find(fact.units.cbegin(), end, static_cast<std::uint8_t>(unit));
    const auto position = static_cast<std::size_t>(at - fact.units.cbegin());
    content = mix(content, position * 64 + table.position_of[processes[i]] + 1000);
    if (at == end && fact.arity < fact.units.size()) {
      fact.units[fact.arity++] = static_cast<std::uint8_t>(unit);
    }
  }
  fact.content = content;
}

void Canonicalizer::sort(Colouring& colouring) const {
  const UnitTable& table = permutation_.units();
  colouring.cells = 0;
  for (std::size_t c = 0; c < table.classes(); ++c) {
    const std::size_t begin = table.class_begin[c];
    const std::size_t end = table.class_begin[c + 1];
    // Insertion sort: few units, and stable, so that units already in order stay where they are.
    for (std::size_t i = begin; i < end; ++i) {
      const auto unit = static_cast<std::uint8_t>(i);
      const std::uint64_t colour = colouring.colour[unit];
      std::size_t at = i;
      for (; at > begin && colouring.colour[colouring.order[at - 1]] > colour; --at) {
        colouring.order[at] = colouring.order[at - 1];
      }
      colouring.order[at] = unit;
    }
    ++colouring.cells;
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (colouring.colour[colouring.order[i]] != colouring.colour[colouring.order[i - 1]]) ++colouring.cells;
    }
  }
}

// Mixes into every unit's colour the facts in which it occurs and the colours of the other units there.
void Canonicalizer::spread(Colouring& colouring, const Room& room) const {
  std::array<std::uint64_t, most_units> seen{};
  const auto& colour = colouring.colour;
  for (const Room::Fact& fact : room.facts) {
    if (fact.arity == 2) {
      seen[fact.units[0]] += mix(fact.content, colour[fact.units[1]]);
      seen[fact.units[1]] += mix(fact.content + individual_salt, colour[fact.units[0]]);
      continue;
    }
    for (std::size_t i = 0; i < fact.arity; ++i) {
      std::uint64_t view = fact.content + position_salt(i);
      for (std::size_t j = 0; j < fact.arity; ++j) {
        if (j != i) view = mix(view, colour[fact.units[j]] + position_salt(j));
      }
      seen[fact.units[i]] += view;
    }
  }
  for (std::size_t u = 0; u < permutation_.units().size(); ++u) {
    colouring.colour[u] = mix(colouring.colour[u], seen[u]);
  }
  sort(colouring);
}

void Canonicalizer::refine(Colouring& colouring, const Room& room) const {
  std::size_t cells = 0;
  while (!discrete(colouring) && colouring.cells > cells) {
    cells = colouring.cells;
    spread(colouring, room);
  }
}

bool Canonicalizer::alike(std::uint8_t a, std::uint8_t b, Room& room) const {
  return permutation_.exchange_fixes(room.state.data(), a, b, room.exchanged.data());
}

Canonicalizer::Cell Canonicalizer::undecided_cell(const Colouring& colouring, Room& room) const {
  const UnitTable& table = permutation_.units();
  if (discrete(colouring)) return {};
  for (std::size_t begin = 0, end = 0; begin < table.size(); begin = end) {
    const std::uint8_t first = colouring.order[begin];
    bool uniform = true;
    for (end = begin + 1; end < table.size(); ++end) {
      const std::uint8_t next = colouring.order[end];
      if (table.class_of[next] != table.class_of[first]) break;
      if (colouring.colour[next] != colouring.colour[first]) break;
      uniform = uniform && alike(colouring.order[end - 1], next, room);
    }
    if (!uniform) return {begin, end};
  }
  return {};
}

bool Canonicalizer::in_order(const Colouring& colouring) const {
  for (std::size_t i = 0; i < permutation_.units().size(); ++i) {
    if (colouring.order[i] != i) return false;
  }
  return true;
}

void Canonicalizer::apply(const Colouring& colouring, Room& room) const {
  UnitMap map{};
  for (std::size_t i = 0; i < permutation_.units().size(); ++i) {
    map[colouring.order[i]] = static_cast<std::uint8_t>(i);
  }
  if (permutation_.plain()) {
    permutation_.apply_present(room.state.data(), room.present, map, room.image.data());
  } else {
    permutation_.apply(room.state.data(), map, room.image.data());
  }
}

double Canonicalizer::orders(const Colouring& colouring) const {
  const UnitTable& table = permutation_.units();
  double orders = 1;
  double alike_so_far = 1;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const std::uint8_t unit = colouring.order[i];
    const std::uint8_t before = colouring.order[i - 1];
    const bool same =
        table.class_of[unit] == table.class_of[before] && colouring.colour[unit] == colouring.colour[before];
    alike_so_far = same ? alike_so_far + 1 : 1;
    orders *= alike_so_far;
  }
  return orders;
}

void Canonicalizer::search(const Colouring& colouring, double weight, Room& room) const {
  const Cell cell = undecided_cell(colouring, room);
  if (cell.begin == cell.end) {
    apply(colouring, room);
    weight *= orders(colouring);
    if (room.fixing == 0 || room.image < room.best) {
      room.best.swap(room.image);
      room.fixing = weight;
    } else if (room.image == room.best) {
      room.fixing += weight;
    }
    return;
  }
  std::array<bool, most_units> done{};
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    if (done[i]) continue;
    const std::uint8_t unit = colouring.order[i];
    double same = 1;
    for (std::size_t j = i + 1; j < cell.end; ++j) {
      if (done[j] || !alike(unit, colouring.order[j], room)) continue;
      done[j] = true;
      ++same;
    }
    Colouring next = colouring;
    next.colour[unit] = mix(next.colour[unit], individual_salt);
    sort(next);
    refine(next, room);
    search(next, weight * same, room);
  }
}

Canonicalizer::Colouring Canonicalizer::colour(Room& room, Cell& undecided) const {
  Colouring colouring;
  collect_facts(colouring, room);
  sort(colouring);
  if (!discrete(colouring)) spread(colouring, room);
  undecided = undecided_cell(colouring, room);
  if (undecided.begin != undecided.end) {
    refine(colouring, room);
    undecided = undecided_cell(colouring, room);
  }
  return colouring;
}

void Canonicalizer::canonicalize(std::uint64_t* state, Room& room) const {
  if (const native::Canonicalize code = native_.load(std::memory_order_acquire);
      code != nullptr && code(state) == native::done)
    return;
  std::copy_n(state, room.state.size(), room.state.begin());
  Cell undecided;
  const Colouring colouring = colour(room, undecided);
  if (undecided.begin == undecided.end) {
    if (in_order(colouring)) return;
    apply(colouring, room);
    std::ranges::copy(room.image, state);
    return;
  }
  room.fixing = 0;
  search(colouring, 1, room);
  std::ranges::copy(room.best, state);
}

double Canonicalizer::orbit_size(const std::uint64_t* state, Room& room) const {
  std::copy_n(state, room.state.size(), room.state.begin());
  Cell undecided;
  const Colouring colouring = colour(room, undecided);
  if (undecided.begin == undecided.end) return group_order_ / orders(colouring);
  room.fixing = 0;
  search(colouring, 1, room);
  return group_order_ / room.fixing;
}

}  // namespace quorate
