// Applies permutations of processes to packed states: everything that belongs to a process moves to the place
// of its image, and every mention of it, in variables, sets, array indices and messages, is renamed.
#pragma once

#include <optional>

#include "reduction/symmetry/state_sites.hpp"

namespace quorate {

class StatePermutation {
 public:
  // None if the model's arrays are nested too deeply to be permuted.
  static std::optional<StatePermutation> make(const Model& model, const Layout& layout,
                                              const ProcessGroup& group);

  // `image` and `state` must not overlap; both have the layout's size.
  void apply(const std::uint64_t* state, const UnitMap& map, std::uint64_t* image) const;
  // A site that is not all zero, by numbers in sites().
  struct PresentSite {
    std::uint32_t family = 0;
    std::uint32_t site = 0;
  };
  // The same for a plain model, from the list of all sites that are not zero. Faster, since most channels of
  // a state are empty.
  void apply_present(const std::uint64_t* state, const std::vector<PresentSite>& present, const UnitMap& map,
                     std::uint64_t* image) const;
  // Whether exchanging two units of one class leaves the state unchanged. image: scratch space for a state.
  [[nodiscard]] bool exchange_fixes(const std::uint64_t* state, std::uint8_t a, std::uint8_t b,
                                    std::uint64_t* image) const;

  [[nodiscard]] const UnitTable& units() const { return table_; }
  [[nodiscard]] const StateSites& sites() const { return sites_; }
  [[nodiscard]] const MessageSymmetry& messages() const { return messages_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] bool fifo() const { return fifo_; }
  // Whether no value mentions processes and no site has more than two units.
  [[nodiscard]] bool plain() const { return plain_; }

 private:
  StatePermutation(const Model& model, const Layout& layout, const ProcessGroup& group);

  void apply_mentions(const std::uint64_t* state, const SiteFamily& family, const Site& from, const Site& to,
                      const ProcessMap& map, std::uint64_t* image) const;
  void apply_channel(const std::uint64_t* state, const ChannelLayout& from, const ChannelLayout& to,
                     const ProcessMap& map, std::uint64_t* image) const;
  [[nodiscard]] bool same_fields(const SiteFamily& family, std::uint32_t a, std::uint32_t b,
                                 const std::uint64_t* state) const;
  [[nodiscard]] bool exchange_fixes_pairs(const SiteFamily& family, std::uint8_t a, std::uint8_t b,
                                          const std::uint64_t* state) const;

  const Layout& layout_;
  bool fifo_;
  UnitTable table_;
  MessageSymmetry messages_;
  StateSites sites_;
  std::vector<std::uint64_t> fixed_;  // by word: the bits outside all sites
  bool plain_ = false;
};

}  // namespace quorate
