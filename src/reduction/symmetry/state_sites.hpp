// The places in a packed state that a permutation of processes moves or renames. A "site" collects all bits
// that belong to the same tuple of units. The variables of a process and its channels from and to processes
// that never move are a site of one unit; a channel between two moved processes, or an element of an array of
// one that is indexed by the other, is a site of two. Sites of one family (the same tuple of classes) have
// the same fields in the same order, so that a permutation copies fields from site to site.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.hpp"
#include "reduction/symmetry/unit_table.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

struct BitField {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint64_t mask = 0;  // unshifted

  [[nodiscard]] std::uint64_t load(const std::uint64_t* state) const { return (state[word] >> shift) & mask; }
  void store(std::uint64_t* state, std::uint64_t value) const {
    state[word] = (state[word] & ~(mask << shift)) | (value << shift);
  }
};

// A scalar that names moved processes, or a channel whose messages do.
struct MentionField {
  Mention mention = Mention::none;  // none: a channel
  BitField field;
  std::int64_t bias = 0;
  std::int64_t set_low = 0;
  std::uint32_t channel = 0;  // in Layout::channels
  std::uint64_t salt = 0;     // equal for corresponding fields of a family
};

inline constexpr std::size_t most_site_units = 6;
using SiteUnits = std::array<std::uint8_t, most_site_units>;

struct Site {
  SiteUnits units{};
  std::uint32_t first_field = 0;    // in StateSites::fields
  std::uint32_t first_mention = 0;  // in StateSites::mentions
};

struct SiteFamily {
  std::uint32_t arity = 0;  // the number of units of a site, all different
  std::uint32_t first_site = 0;
  std::uint32_t site_count = 0;
  std::uint32_t field_count = 0;
  std::uint32_t mention_count = 0;
  std::array<std::uint8_t, most_site_units> classes{};
  std::vector<std::uint32_t> lookup;  // the site, by the positions of its units in their classes
};

struct StateSites {
  std::vector<SiteFamily> families;
  std::vector<Site> sites;
  std::vector<BitField> fields;
  std::vector<MentionField> mentions;

  [[nodiscard]] std::uint32_t site_of(const SiteFamily& family, const SiteUnits& units,
                                      const UnitTable& table) const {
    std::size_t position = 0;
    for (std::size_t i = 0; i < family.arity; ++i) {
      const std::size_t c = family.classes[i];
      position = position * table.class_size(c) + (units[i] - table.class_begin[c]);
    }
    return family.lookup[position];
  }
};

// None if some array is indexed by more processes than a site can have.
std::optional<StateSites> find_state_sites(const Model& model, const Layout& layout, const UnitTable& table,
                                           const MessageSymmetry& messages);

}  // namespace quorate
