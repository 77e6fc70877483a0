// One row for each group of transitions that partial-order reduction does not tell apart. The text and the
// JSON are made from the same rows. A scalar of the state is named after its variable; the second scalar of a
// record or array x is x#2.
#include "report/results/analyze_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/units.hpp"

namespace quorate {

namespace {

using Names = std::vector<std::string>;

// The names of the scalars of the state, by position in the layout: "acceptor[2].promised".
Names scalar_names(const ModelSystem& system) {
  const Model& model = system.model();
  const Layout& layout = system.layout();
  Names names(layout.cells.size(), "?");
  const auto name = [&](std::uint32_t first, const Variable& variable, const std::string& owner) {
    const auto count = scalar_count(model, variable.type);
    for (std::uint32_t i = 0; i < count; ++i) {
      names[first + i] = owner + variable.name + (count > 1 ? fmt::format("#{}", i + 1) : "");
    }
  };
  for (std::size_t p = 0; p < layout.processes; ++p) {
    const ProcessId process(static_cast<std::int64_t>(p));
    const auto& variables = model.role(model.role_of(process)).variables;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      name(layout.variable_cells[p][v], variables[v], model.process_name(process) + ".");
    }
    if (layout.status_cells[p] >= 0) {
      names[static_cast<std::size_t>(layout.status_cells[p])] = model.process_name(process) + ".status";
    }
  }
  for (std::size_t v = 0; v < model.monitor.variables.size(); ++v) {
    name(layout.monitor_cells[v], model.monitor.variables[v], "monitor ");
  }
  return names;
}

struct Row {
  std::string name;
  Names consumes;
  Names sends;
  Names guard_reads;
  Names reads;
  Names writes;
  std::uint64_t firings = unbounded_firings;
  bool observed = false;
  bool visible = false;
  Names depends_on;
  Names enabled_by;
};

void add(Names& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

class Report {
 public:
  Report(const ModelSystem& system, const TransitionRelations& relations)
      : system_(system), model_(system.model()), relations_(relations), scalars_(scalar_names(system)) {}

  std::vector<Row> rows() {
    std::vector<Row> result;
    for (std::size_t g = 0; g < relations_.groups(); ++g) result.push_back(row(g));
    for (std::size_t g = 0; g < relations_.groups(); ++g) {
      for (std::size_t other = 0; other < relations_.groups(); ++other) {
        if (other == g) continue;
        if (relations_.dependent(other, g)) result[g].depends_on.push_back(result[other].name);
        if (relations_.can_enable(other, g)) result[g].enabled_by.push_back(result[other].name);
      }
    }
    return result;
  }

 private:
  Row row(std::size_t group) {
    Row row;
    const auto& members = relations_.members(group);
    row.name = system_.transitions()[members.front()].name;
    if (members.size() > 1) row.name += fmt::format(" and {} more", members.size() - 1);
    row.firings = 0;
    for (const auto t : members) {
      const Transition& facts = system_.transitions()[t];
      const TransitionKnowledge& known = relations_.knowledge()[t];
      for (const ProcessId sender : facts.senders) {
        for (const MessageClass c : known.consumes) {
          add(row.consumes, relations_.classes().name(model_, c) + " from " + model_.process_name(sender));
        }
      }
      for (const PossibleSend& send : known.sends) {
        add(row.sends, relations_.classes().name(model_, send.what) + " to " + model_.process_name(send.to));
      }
      for (const auto cell : facts.guard_reads) add(row.guard_reads, scalars_[cell]);
      for (const auto cell : facts.reads) add(row.reads, scalars_[cell]);
      for (const auto cell : facts.writes) add(row.writes, scalars_[cell]);
      const auto bound = relations_.bounds().firings[t];
      row.firings = bound == unbounded_firings || row.firings == unbounded_firings ? unbounded_firings
                                                                                   : row.firings + bound;
      row.observed |= facts.observed;
    }
    row.visible = relations_.visible(group);
    return row;
  }

  const ModelSystem& system_;
  const Model& model_;
  const TransitionRelations& relations_;
  Names scalars_;
};

std::string line(const char* what, const Names& names) {
  return names.empty() ? "" : fmt::format("      {:<12} {}\n", what, fmt::join(names, ", "));
}

}  // namespace

std::string analyze_text(const ModelSystem& system, const TransitionRelations& relations, Split split) {
  const auto rows = Report(system, relations).rows();
  std::string text = fmt::format("  {} transitions (split {})\n", rows.size(), to_text(split));
  text += relations.bounds().runs_end() ? "  Every run ends: the number of occurrences of each transition is "
                                          "bounded. No proviso is needed.\n"
                                        : "  Runs may be infinite: the search needs the ignoring proviso.\n";
  if (system.model().channels.bound) {
    text += relations.channels_never_full()
                ? "  No channel is ever full.\n"
                : "  Channels may be full: senders and receivers depend on each other.\n";
  }
  for (const Row& row : rows) {
    text += fmt::format(
        "\n    {}{}{}{}\n", row.name, row.visible ? "  [visible]" : "", row.observed ? "  [observed]" : "",
        row.firings == unbounded_firings ? "  [any number of times]"
        : row.firings == 1               ? "  [at most once]"
                                         : fmt::format("  [at most {} times]", with_separators(row.firings)));
    text += line("consumes", row.consumes) + line("sends", row.sends) + line("guard reads", row.guard_reads) +
            line("reads", row.reads) + line("writes", row.writes) + line("depends on", row.depends_on) +
            line("enabled by", row.enabled_by);
  }
  return text;
}

nlohmann::ordered_json analyze_json(const ModelSystem& system, const TransitionRelations& relations,
                                    Split split) {
  nlohmann::ordered_json json;
  json["model"] = system.model().name;
  json["split"] = to_text(split);
  json["runs_end"] = relations.bounds().runs_end();
  json["channels_never_full"] = relations.channels_never_full();
  json["transitions"] = nlohmann::ordered_json::array();
  for (const Row& row : Report(system, relations).rows()) {
    nlohmann::ordered_json one;
    one["transition"] = row.name;
    one["visible"] = row.visible;
    one["observed"] = row.observed;
    one["firings"] =
        row.firings == unbounded_firings ? nlohmann::ordered_json() : nlohmann::ordered_json(row.firings);
    one["consumes"] = row.consumes;
    one["sends"] = row.sends;
    one["guard_reads"] = row.guard_reads;
    one["reads"] = row.reads;
    one["writes"] = row.writes;
    one["depends_on"] = row.depends_on;
    one["enabled_by"] = row.enabled_by;
    json["transitions"].push_back(std::move(one));
  }
  return json;
}

}  // namespace quorate
