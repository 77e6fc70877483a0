// The search that a group of properties shares. It is repeated until its result can be used: with more room
// in channels, with explicit crashes or losses, without dead messages that were found meanwhile. check.cpp
// makes verdicts of the result.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/check_options.hpp"
#include "verify/gate/property_plan.hpp"
#include "verify/result/results.hpp"
#include "verify/run/late_forgetting.hpp"
#include "verify/run/system_stack.hpp"

namespace quorate {

class GroupSearch {
 public:
  // All references must outlive this. Notes and trouble go to the report; `room` keeps the room that channels
  // needed.
  GroupSearch(const Model& model, const CheckOptions& options, const Gate& gate, PropertyPlan plan,
              std::vector<Goal> goals, ChannelRoom& room, CheckReport& report);

  // False if there is no result because of a trouble, which the report has.
  bool run();
  // To be called before the search is repeated because a counterexample with its dead messages needs more
  // room in channels than the search.
  void make_room_to_show(const ChannelOverflow& overflow);
  // Searches for a shortest counterexample to one goal, without stubborn sets, since these give
  // counterexamples with unnecessary steps. Given up if the search becomes much larger than the first one,
  // which had so many states. `use` shows what was found, or returns a channel that has no room for it. False
  // if nothing was shown.
  using Use = std::function<std::optional<ChannelOverflow>(const SystemStack&, const ChannelRoom&,
                                                           const SearchOutcome&)>;
  bool search_shortest(const Goal& goal, std::uint64_t states, const Use& use);

  [[nodiscard]] const SystemStack& stack() const { return *stack_; }
  [[nodiscard]] SearchOutcome& outcome() { return outcome_; }
  // The plan as it was finally used: with the necessary semantics and the possible permutations.
  [[nodiscard]] const PropertyPlan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<Goal>& goals() const { return goals_; }
  [[nodiscard]] const ChannelRoom& room() const { return room_; }
  [[nodiscard]] const Timing& timing() const { return timing_; }
  // The number of states of the unreduced system, if it is known.
  [[nodiscard]] std::optional<double> unreduced_states() const { return unreduced_states_; }
  // Why a search without a violation proves nothing; empty: it proves that there is none.
  [[nodiscard]] std::string why_inconclusive() const;

 private:
  void search_again();
  [[nodiscard]] bool build();
  [[nodiscard]] bool begins_anew();
  [[nodiscard]] SearchOptions search_options();
  void note_result();
  void note_kept_messages();
  void check_layers();

  const Model& model_;
  const CheckOptions& options_;
  const Gate& gate_;
  PropertyPlan plan_;
  std::vector<Goal> goals_;
  ChannelRoom& room_;
  CheckReport& report_;
  Reductions reductions_;
  LateForgetting late_forgetting_;
  std::unique_ptr<SystemStack> stack_;
  SearchOutcome outcome_;
  std::optional<double> unreduced_states_;
  std::string unsound_;
  Timing timing_;
  const char* activity_ = "";  // for the progress line: why the search is repeated
};

}  // namespace quorate
