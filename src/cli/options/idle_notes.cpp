// Each function looks at the report of a finished check and says why its option made no difference. The row
// of the option names the function, and the place of its note among all notes.
#include "cli/options/idle_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options/option_table.hpp"
#include "cli/options/option_values.hpp"
#include "reduction/layers.hpp"
#include "verify/run/check.hpp"

namespace quorate {

namespace {

bool uses_stubborn_sets(const CheckReport& report) {
  return std::ranges::any_of(report.results,
                             [](const PropertyResult& result) { return result.por == PartialOrder::lpor; });
}

// Whether layers were used by a search that can check them.
bool reduced(const PropertyResult& result) {
  return result.kind != ResultKind::temporal && std::ranges::any_of(result.layers, &LayerUse::used);
}

bool has_temporal(const CheckReport& report) {
  return std::ranges::any_of(
      report.results, [](const PropertyResult& result) { return result.kind == ResultKind::temporal; });
}

}  // namespace

std::string idle_without_stubborn_sets(const CheckedRun& run) {
  if (uses_stubborn_sets(run.report)) return "";
  return fmt::format("{} changed nothing: no search here uses stubborn sets (--por lpor)", run.option);
}

std::string idle_check_of_reductions(const CheckedRun& run) {
  if (uses_stubborn_sets(run.report) || std::ranges::any_of(run.report.results, reduced)) return "";
  return "--check-reductions changed nothing: no search here uses stubborn sets (--por lpor), forgets dead "
         "messages (--forget on) or permutes processes (--symmetry role)";
}

std::string idle_forgetting(const CheckedRun& run) {
  if (run.options.forget != true || run.report.uses(ForgettingLayer::title)) return "";
  std::string why = "the properties are temporal";
  if (!run.options.stores_states()) why = "without stored states there is nothing to save";
  for (const PropertyResult& result : run.report.results)
    for (const LayerUse& layer : result.layers)
      if (layer.name == ForgettingLayer::title) why = layer.against;
  return "--forget on changed nothing: " + why;
}

std::string idle_sleep_sets(const CheckedRun& run) {
  const auto may_sleep = [&](const PropertyResult& result) {
    return result.por == PartialOrder::none && result.plan.group.trivial() &&
           std::ranges::none_of(result.layers, &LayerUse::used) &&
           run.options.effective_order() == SearchOrder::breadth_first;
  };
  const auto slept = [](const PropertyResult& result) { return result.statistics.asleep > 0; };
  if (std::ranges::none_of(run.report.results, may_sleep))
    return "--sleep changed nothing: no search here is breadth-first and without reductions";
  if (run.options.search.sleep_sets && std::ranges::none_of(run.report.results, slept))
    return "--sleep on changed nothing: no two transitions enabled together are known to commute";
  return "";
}

std::string idle_search(const CheckedRun& run) {
  const bool ignored = run.options.search.order == SearchOrder::breadth_first &&
                       run.options.effective_order() == SearchOrder::depth_first;
  return ignored ? "--search bfs changed nothing: a search that stores no states is depth-first" : "";
}

std::string idle_threads(const CheckedRun& run) {
  const bool ignored = run.options.search.parallel.threads > 1 && run.options.effective_threads() == 1;
  const StoreKind store = run.options.search.store;
  if (ignored && store != StoreKind::tree) {
    return fmt::format("--threads changed nothing: --store {} works with one thread only", to_text(store));
  }
  return ignored ? "--threads changed nothing: several threads need a breadth-first search with --store tree "
                   "and without --check-reductions"
                 : "";
}

std::string idle_store(const CheckedRun& run) {
  if (run.options.search.store == StoreKind::tree || !has_temporal(run.report)) return "";
  return fmt::format("--store {} is not for temporal properties: they were checked with --store tree",
                     to_text(run.options.search.store));
}

std::string idle_checkpoints(const CheckedRun& run) {
  if (!has_temporal(run.report)) return "";
  return "--checkpoint saves no searches for temporal properties: `quorate resume` starts them again";
}

std::vector<std::string> idle_notes(const CheckedRun& run) {
  std::vector<std::string> notes;
  for (const OptionFacts* row : options_with_notes()) {
    if (!run.given.given(row->option)) continue;
    CheckedRun asked = run;
    asked.option = row->name;
    if (std::string note = row->idle.note(asked); !note.empty()) notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace quorate
