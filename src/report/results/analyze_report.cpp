// One row for each group of transitions that partial-order reduction does not tell apart. The text and the
// JSON are made from the same rows, and written row by row: a row can name all others. A scalar of the state
// is named after its variable; the second scalar of a record or array x is x#2.
#include "report/results/analyze_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/budget.hpp"
#include "base/units.hpp"
#include "report/json_text.hpp"

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
  std::vector<std::size_t> depends_on;  // other rows
  std::vector<std::size_t> enabled_by;
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
        if (relations_.dependent(other, g)) result[g].depends_on.push_back(other);
        if (relations_.can_enable(other, g)) result[g].enabled_by.push_back(other);
      }
      Budget::ask();
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
        if (send.to == facts.process && !model_.channels.loopback)
          continue;  // `to all` leaves the sender out
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

Names names_of(const std::vector<Row>& rows, const std::vector<std::size_t>& numbers) {
  Names names;
  for (const std::size_t number : numbers) names.push_back(rows[number].name);
  return names;
}

// A text that grows by pieces, within the budget.
class GrowingText {
 public:
  void add(const std::string& piece) {
    if (text_.size() + piece.size() > text_.capacity()) {
      const std::size_t larger = std::max(2 * text_.capacity(), text_.size() + piece.size());
      if (!Budget::may_take(larger)) throw BudgetSpent(Spent::memory);
      text_.reserve(larger);
    }
    text_ += piece;
    Budget::ask();
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string line(const char* what, const Names& names) {
  return names.empty() ? "" : fmt::format("      {:<12} {}\n", what, fmt::join(names, ", "));
}

}  // namespace

std::string analyze_text(const ModelSystem& system, const TransitionRelations& relations, Split split) {
  const auto rows = Report(system, relations).rows();
  GrowingText text;
  text.add(fmt::format("  {} transitions (split {})\n", rows.size(), to_text(split)));
  text.add(relations.bounds().runs_end()
               ? "  Every run ends: the number of occurrences of each transition is "
                 "bounded. No proviso is needed.\n"
               : "  Runs may be infinite: the search needs the ignoring proviso.\n");
  if (system.model().channels.bound) {
    text.add(relations.channels_never_full()
                 ? "  No channel is ever full.\n"
                 : "  Channels may be full: senders and receivers depend on each other.\n");
  }
  for (const Row& row : rows) {
    text.add(fmt::format(
        "\n    {}{}{}{}\n", row.name, row.visible ? "  [visible]" : "", row.observed ? "  [observed]" : "",
        row.firings == unbounded_firings ? "  [any number of times]"
        : row.firings == 1               ? "  [at most once]"
                           : fmt::format("  [at most {} times]", with_separators(row.firings))));
    text.add(line("consumes", row.consumes) + line("sends", row.sends) +
             line("guard reads", row.guard_reads) + line("reads", row.reads) + line("writes", row.writes) +
             line("depends on", names_of(rows, row.depends_on)) +
             line("enabled by", names_of(rows, row.enabled_by)));
  }
  return text.take();
}

std::string analyze_json(const ModelSystem& system, const TransitionRelations& relations, Split split) {
  const auto rows = Report(system, relations).rows();
  Json head;
  head["model"] = system.model().name;
  head["split"] = to_text(split);
  head["runs_end"] = relations.bounds().runs_end();
  head["channels_never_full"] = relations.channels_never_full();
  GrowingText text;
  std::string before = json_text(head);
  before.resize(before.rfind('}'));  // the transitions follow
  text.add(before + ", \"transitions\": [\n");
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    Json one;
    one["transition"] = row.name;
    one["visible"] = row.visible;
    one["observed"] = row.observed;
    one["firings"] = row.firings == unbounded_firings ? Json() : Json(row.firings);
    one["consumes"] = row.consumes;
    one["sends"] = row.sends;
    one["guard_reads"] = row.guard_reads;
    one["reads"] = row.reads;
    one["writes"] = row.writes;
    one["depends_on"] = names_of(rows, row.depends_on);
    one["enabled_by"] = names_of(rows, row.enabled_by);
    text.add(k == 0 ? json_text(one) : "," + json_text(one));
  }
  text.add("]}\n");
  return text.take();
}

}  // namespace quorate
