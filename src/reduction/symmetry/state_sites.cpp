// Every scalar and every slot of a state belongs to a tuple of units: those that own it and those that index
// it. It is collected under this tuple, with a name that no permutation changes. Sites of one family have the
// same names (asserted) and are put into the same order, so that moving a site is copying its fields one by
// one. Fields that are adjacent in all sites of a family are merged into one.
#include "reduction/symmetry/state_sites.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

#include "analysis/message_flow.hpp"

namespace quorate {

namespace {

constexpr std::uint32_t no_site = UINT32_MAX;

// The name of a field within its site, which no permutation changes.
using FieldName = std::vector<std::int32_t>;

using UnitTuple = std::vector<std::uint16_t>;

struct Entry {
  FieldName name;
  BitField field;
  bool mentions = false;
  MentionField mention;
};

class SiteFinder {
 public:
  SiteFinder(const Model& model, const Layout& layout, const UnitTable& table,
             const MessageSymmetry& messages)
      : model_(model), layout_(layout), table_(table), messages_(messages) {}

  std::optional<StateSites> run() {
    variables();
    channels();
    if (too_deep_) return std::nullopt;
    std::map<UnitTuple, std::vector<UnitTuple>> by_classes;
    for (const auto& [units, entries] : entries_) {
      UnitTuple classes;
      for (const auto unit : units) classes.push_back(table_.class_of[unit]);
      by_classes[classes].push_back(units);
    }
    for (const auto& [classes, tuples] : by_classes) add_family(classes, tuples);
    return std::move(result_);
  }

 private:
  enum Source : std::int32_t { of_variable, of_status, of_monitor, of_channel };

  void variables() {
    for (std::size_t p = 0; p < layout_.processes; ++p) {
      const ProcessId process(static_cast<std::int64_t>(p));
      const Role& role = model_.role(model_.role_of(process));
      for (std::size_t v = 0; v < role.variables.size(); ++v) {
        const FieldName name{of_variable, static_cast<std::int32_t>(v)};
        value(role.variables[v].type, layout_.variable_cells[p][v], name, &process);
      }
      if (layout_.status_cells[p] >= 0) {
        value(model_.status_type, static_cast<std::uint32_t>(layout_.status_cells[p]), {of_status}, &process);
      }
    }
    for (std::size_t v = 0; v < model_.monitor.variables.size(); ++v) {
      const FieldName name{of_monitor, static_cast<std::int32_t>(v)};
      value(model_.monitor.variables[v].type, layout_.monitor_cells[v], name, nullptr);
    }
  }

  void value(TypeId type, std::uint32_t first_cell, const FieldName& name, const ProcessId* owner) {
    for (const ScalarPlace& place : scalar_places(model_, type)) {
      const Cell& cell = layout_.cells[first_cell + place.offset];
      Entry entry;
      entry.name = name;
      entry.name.push_back(static_cast<std::int32_t>(place.origin));
      entry.field = {cell.word, cell.shift, cell.mask};
      entry.mention.mention = mention_of(model_, place.type, table_.moved);
      entry.mentions = entry.mention.mention != Mention::none;
      entry.mention.field = entry.field;
      entry.mention.bias = cell.bias;
      if (entry.mention.mention == Mention::set) {
        entry.mention.set_low = model_.type(model_.type(place.type).element).low;
      }
      std::vector<ProcessId> processes;
      if (owner != nullptr) processes.push_back(*owner);
      for (const ProcessIndex& index : place.indices) processes.push_back(index.process);
      add(processes, std::move(entry));
    }
  }

  void channels() {
    for (std::size_t c = 0; c < layout_.channels.size(); ++c) {
      const ChannelLayout& channel = layout_.channels[c];
      const auto& kinds =
          layout_.flow.kinds[model_.role_of(channel.from).index()][model_.role_of(channel.to).index()];
      if (std::ranges::any_of(kinds, [&](KindId kind) { return messages_.mentions(kind); })) {
        Entry entry;
        entry.name = {of_channel};
        entry.mentions = true;
        entry.mention.channel = static_cast<std::uint32_t>(c);
        add({channel.from, channel.to}, std::move(entry));
        continue;
      }
      for (std::uint32_t i = 0; i < channel.slot_count; ++i) {
        const Slot& slot = layout_.slots[channel.first_slot + i];
        Entry entry;
        entry.name = {of_channel, static_cast<std::int32_t>(i)};
        entry.field = {slot.word, slot.shift, slot.mask};
        add({channel.from, channel.to}, std::move(entry));
      }
    }
  }

  // Puts an entry into the site of the units of these processes. Its name has the processes that never move
  // by number, and the others by their unit in the site and their position in it.
  void add(const std::vector<ProcessId>& processes, Entry entry) {
    UnitTuple units;
    for (const ProcessId process : processes) {
      const auto unit = table_.unit_of[process.index()];
      if (unit < 0) {
        entry.name.push_back(-1 - process.value);
        continue;
      }
      auto at = std::ranges::find(units, static_cast<std::uint16_t>(unit));
      entry.name.push_back(static_cast<std::int32_t>(at - units.begin()));
      entry.name.push_back(table_.position_of[process.index()]);
      if (at == units.end()) units.push_back(static_cast<std::uint16_t>(unit));
    }
    too_deep_ |= units.size() > most_site_units;
    if (units.empty() && !entry.mentions) return;  // no permutation changes it
    entries_[units].push_back(std::move(entry));
  }

  void add_family(const UnitTuple& classes, const std::vector<UnitTuple>& tuples) {
    SiteFamily family;
    family.arity = static_cast<std::uint32_t>(classes.size());
    family.first_site = static_cast<std::uint32_t>(result_.sites.size());
    family.site_count = static_cast<std::uint32_t>(tuples.size());
    std::size_t positions = 1;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      family.classes[i] = static_cast<std::uint8_t>(classes[i]);
      positions *= table_.class_size(classes[i]);
    }
    family.lookup.assign(positions, no_site);
    std::vector<std::vector<Entry>*> sites;
    for (const auto& units : tuples) sites.push_back(&entries_[units]);
    align(sites);
    const auto runs = merge(sites);
    for (std::size_t s = 0; s < sites.size(); ++s) add_site(tuples[s], *sites[s], runs, family);
    for (const auto site : family.lookup) {
      // Tuples with a repeated unit have no site; all others have one, since all processes of a role have the
      // same layout.
      assert(site != no_site || family.arity > 1);
      static_cast<void>(site);
    }
    result_.families.push_back(std::move(family));
  }

  // Puts the entries of all sites into one order: by their places in the first site, so that neighbours can
  // be merged.
  static void align(const std::vector<std::vector<Entry>*>& sites) {
    std::vector<Entry>& first = *sites.front();
    std::ranges::sort(first, {}, [](const Entry& e) {
      return std::tuple(e.mentions, e.field.word, e.field.shift, e.name);
    });
    std::map<FieldName, std::size_t> order;
    for (std::size_t i = 0; i < first.size(); ++i) order[first[i].name] = i;
    for (std::vector<Entry>* site : sites) {
      std::ranges::sort(*site, {}, [&](const Entry& e) { return order.at(e.name); });
      assert(site->size() == first.size());
    }
  }

  struct Run {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  // Runs of entries that are adjacent in every site.
  static std::vector<Run> merge(const std::vector<std::vector<Entry>*>& sites) {
    std::vector<Run> runs;
    const std::size_t count = sites.front()->size();
    for (std::size_t i = 0; i < count && !(*sites.front())[i].mentions; ++i) {
      const bool joined = !runs.empty() && std::ranges::all_of(sites, [&](const auto* site) {
        const BitField& left = (*site)[i - 1].field;
        const BitField& right = (*site)[i].field;
        return left.word == right.word && left.shift + std::bit_width(left.mask) == right.shift;
      });
      if (joined) {
        ++runs.back().count;
      } else {
        runs.push_back({i, 1});
      }
    }
    return runs;
  }

  void add_site(const UnitTuple& units, const std::vector<Entry>& entries, const std::vector<Run>& runs,
                SiteFamily& family) {
    Site site;
    for (std::size_t i = 0; i < units.size(); ++i) site.units[i] = static_cast<std::uint8_t>(units[i]);
    site.first_field = static_cast<std::uint32_t>(result_.fields.size());
    site.first_mention = static_cast<std::uint32_t>(result_.mentions.size());
    for (const Run& run : runs) {
      BitField field = entries[run.first].field;
      for (std::size_t i = 1; i < run.count; ++i) {
        field.mask |= entries[run.first + i].field.mask << (entries[run.first + i].field.shift - field.shift);
      }
      result_.fields.push_back(field);
    }
    std::uint64_t salt = (result_.families.size() + 1) * 0x1000;
    for (const Entry& entry : entries) {
      if (!entry.mentions) continue;
      result_.mentions.push_back(entry.mention);
      result_.mentions.back().salt = ++salt;
    }
    family.field_count = static_cast<std::uint32_t>(runs.size());
    family.mention_count = static_cast<std::uint32_t>(result_.mentions.size()) - site.first_mention;
    result_.sites.push_back(site);
    std::size_t position = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::size_t c = family.classes[i];
      position = position * table_.class_size(c) + (units[i] - table_.class_begin[c]);
    }
    family.lookup[position] = static_cast<std::uint32_t>(result_.sites.size() - 1);
  }

  const Model& model_;
  const Layout& layout_;
  const UnitTable& table_;
  const MessageSymmetry& messages_;
  std::map<UnitTuple, std::vector<Entry>> entries_;
  StateSites result_;
  bool too_deep_ = false;
};

}  // namespace

std::optional<StateSites> find_state_sites(const Model& model, const Layout& layout, const UnitTable& table,
                                           const MessageSymmetry& messages) {
  return SiteFinder(model, layout, table, messages).run();
}

}  // namespace quorate
