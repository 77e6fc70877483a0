// A permutation is applied site by site (state_sites.hpp): the fields of a site are copied to the site of the
// image units, and mentions of processes are renamed. Messages of a channel whose content was renamed are
// sorted again unless the channel is FIFO. In a plain model (nothing mentions processes, no site has more
// than two units) only fields are copied, and whether an exchange of two units changes the state is decided
// by comparing fields, without building the image.
#include "reduction/symmetry/state_permutation.hpp"

#include <algorithm>

namespace quorate {

StatePermutation::StatePermutation(const Model& model, const Layout& layout, const ProcessGroup& group)
    : layout_(layout),
      fifo_(model.channels.fifo),
      table_(group, layout.processes),
      messages_(model, layout, table_.moved) {}

std::optional<StatePermutation> StatePermutation::make(const Model& model, const Layout& layout,
                                                       const ProcessGroup& group) {
  StatePermutation permutation(model, layout, group);
  auto sites = find_state_sites(model, layout, permutation.table_, permutation.messages_);
  if (!sites) return std::nullopt;
  permutation.sites_ = std::move(*sites);
  permutation.fixed_.assign(layout.words, ~std::uint64_t{0});
  for (const BitField& field : permutation.sites_.fields)
    permutation.fixed_[field.word] &= ~(field.mask << field.shift);
  permutation.plain_ = std::ranges::all_of(permutation.sites_.families, [](const SiteFamily& family) {
    return family.mention_count == 0 && family.arity <= 2;
  });
  return permutation;
}

void StatePermutation::apply(const std::uint64_t* state, const UnitMap& map, std::uint64_t* image) const {
  std::copy_n(state, layout_.words, image);
  ProcessMap processes{};
  if (!plain_) processes = table_.process_map(map);
  for (const SiteFamily& family : sites_.families) {
    for (std::uint32_t s = 0; s < family.site_count; ++s) {
      const Site& from = sites_.sites[family.first_site + s];
      bool moved = false;
      SiteUnits units{};
      for (std::size_t i = 0; i < family.arity; ++i) {
        units[i] = map[from.units[i]];
        moved |= units[i] != from.units[i];
      }
      if (!moved && family.mention_count == 0) continue;
      const Site& to = sites_.sites[sites_.site_of(family, units, table_)];
      for (std::uint32_t f = 0; f < family.field_count; ++f) {
        sites_.fields[to.first_field + f].store(image, sites_.fields[from.first_field + f].load(state));
      }
      if (family.mention_count != 0) apply_mentions(state, family, from, to, processes, image);
    }
  }
}

void StatePermutation::apply_present(const std::uint64_t* state, const std::vector<PresentSite>& present,
                                     const UnitMap& map, std::uint64_t* image) const {
  for (std::size_t word = 0; word < layout_.words; ++word) image[word] = state[word] & fixed_[word];
  for (const auto& [number, site] : present) {
    const SiteFamily& family = sites_.families[number];
    const Site& from = sites_.sites[site];
    SiteUnits units{};
    for (std::size_t i = 0; i < family.arity; ++i) units[i] = map[from.units[i]];
    const BitField* const source = sites_.fields.data() + from.first_field;
    const BitField* const target =
        sites_.fields.data() + sites_.sites[sites_.site_of(family, units, table_)].first_field;
    for (std::uint32_t f = 0; f < family.field_count; ++f)
      image[target[f].word] |= source[f].load(state) << target[f].shift;
  }
}

void StatePermutation::apply_mentions(const std::uint64_t* state, const SiteFamily& family, const Site& from,
                                      const Site& to, const ProcessMap& map, std::uint64_t* image) const {
  for (std::uint32_t m = 0; m < family.mention_count; ++m) {
    const MentionField& source = sites_.mentions[from.first_mention + m];
    const MentionField& target = sites_.mentions[to.first_mention + m];
    if (source.mention == Mention::none) {
      apply_channel(state, layout_.channels[source.channel], layout_.channels[target.channel], map, image);
      continue;
    }
    std::uint64_t raw = source.field.load(state);
    if (raw != 0) {
      const std::uint64_t value = raw + static_cast<std::uint64_t>(source.bias);
      const std::uint64_t renamed =
          source.mention == Mention::process ? map[value] : permuted_set(value, source.set_low, map);
      raw = renamed - static_cast<std::uint64_t>(source.bias);
    }
    target.field.store(image, raw);
  }
}

void StatePermutation::apply_channel(const std::uint64_t* state, const ChannelLayout& from,
                                     const ChannelLayout& to, const ProcessMap& map,
                                     std::uint64_t* image) const {
  std::array<std::uint64_t, 256> values;
  std::size_t count = 0;
  for (; count < from.slot_count; ++count) {
    const std::uint64_t value = load_slot(layout_.slots[from.first_slot + count], state);
    if (value == 0) break;
    values[count] = layout_.delivered_flag ? messages_.permuted(value >> 1, map) << 1 | (value & 1)
                                           : messages_.permuted(value, map);
  }
  // Unordered channels are kept sorted, and renaming may have changed the order.
  if (!fifo_)
    std::sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
  for (std::uint32_t i = 0; i < to.slot_count; ++i) {
    store_slot(layout_.slots[to.first_slot + i], image, i < count ? values[i] : 0);
  }
}

bool StatePermutation::same_fields(const SiteFamily& family, std::uint32_t a, std::uint32_t b,
                                   const std::uint64_t* state) const {
  const BitField* left = sites_.fields.data() + sites_.sites[a].first_field;
  const BitField* right = sites_.fields.data() + sites_.sites[b].first_field;
  for (std::uint32_t f = 0; f < family.field_count; ++f) {
    if (left[f].load(state) != right[f].load(state)) return false;
  }
  return true;
}

// Compares the sites of two units of which at least one is a or b.
bool StatePermutation::exchange_fixes_pairs(const SiteFamily& family, std::uint8_t a, std::uint8_t b,
                                            const std::uint64_t* state) const {
  const auto own = table_.class_of[a];
  const auto same = [&](SiteUnits left, SiteUnits right) {
    return same_fields(family, sites_.site_of(family, left, table_), sites_.site_of(family, right, table_),
                       state);
  };
  if (family.classes[0] == own && family.classes[1] == own && !same({a, b}, {b, a})) return false;
  for (std::size_t side = 0; side < 2; ++side) {
    if (family.classes[side] != own) continue;
    const std::size_t other = family.classes[1 - side];
    for (std::uint8_t unit = table_.class_begin[other]; unit < table_.class_begin[other + 1]; ++unit) {
      if (unit == a || unit == b) continue;
      const bool equal = side == 0 ? same({a, unit}, {b, unit}) : same({unit, a}, {unit, b});
      if (!equal) return false;
    }
  }
  return true;
}

bool StatePermutation::exchange_fixes(const std::uint64_t* state, std::uint8_t a, std::uint8_t b,
                                      std::uint64_t* image) const {
  if (!plain_) {
    UnitMap map{};
    for (std::size_t u = 0; u < table_.size(); ++u) map[u] = static_cast<std::uint8_t>(u);
    std::swap(map[a], map[b]);
    apply(state, map, image);
    return std::equal(state, state + layout_.words, image);
  }
  for (const SiteFamily& family : sites_.families) {
    if (family.arity == 1 && family.classes[0] == table_.class_of[a] &&
        !same_fields(family, sites_.site_of(family, {a}, table_), sites_.site_of(family, {b}, table_),
                     state)) {
      return false;
    }
    if (family.arity == 2 && !exchange_fixes_pairs(family, a, b, state)) return false;
  }
  return true;
}

}  // namespace quorate
