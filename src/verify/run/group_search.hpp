// The search that properties of one plan share, repeated until its answer can be used: with more room in
// channels, with explicit crashes or losses, without dead messages that were found meanwhile. What is found
// is settled elsewhere (check.cpp).
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
  // All but the plan must outlive this. Notes and trouble go to the report; `room` keeps what channels
  // needed.
  GroupSearch(const Model& model, const CheckOptions& options, const Gate& gate, PropertyPlan plan,
              std::vector<Goal> goals, ChannelRoom& room, CheckReport& report);

  // False if the report has a trouble now.
  bool run();
  // For the search that has to be repeated: a counterexample with all its messages, also those that were
  // forgotten, needs more room in channels than the search did.
  void make_room_to_show(const ChannelOverflow& overflow);
  // A shortest counterexample to one goal, found without stubborn sets, which lead to counterexamples with
  // steps that have nothing to do with them. Given up if the search gets much larger than the first, which
  // had so many states. `use` shows what was found, and says which channel has no room for it. False if there
  // is nothing to be shown.
  using Use = std::function<std::optional<ChannelOverflow>(const SystemStack&, const ChannelRoom&,
                                                           const SearchOutcome&)>;
  bool search_shortest(const Goal& goal, std::uint64_t states, const Use& use);

  [[nodiscard]] const SystemStack& stack() const { return *stack_; }
  [[nodiscard]] SearchOutcome& outcome() { return outcome_; }
  // As it turned out to be needed: semantics, and permutations that were possible.
  [[nodiscard]] const PropertyPlan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<Goal>& goals() const { return goals_; }
  [[nodiscard]] const ChannelRoom& room() const { return room_; }
  [[nodiscard]] const Timing& timing() const { return timing_; }
  // How many states the unreduced system has, if that is known.
  [[nodiscard]] std::optional<double> unreduced_states() const { return unreduced_states_; }
  // Why a search that found nothing shows nothing; empty: it shows that there is nothing.
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
  const char* activity_ = "";  // for the progress line: why this is not the first search
};

}  // namespace quorate
