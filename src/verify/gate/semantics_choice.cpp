// The cheapest semantics leaves crashes and losses implicit. Whether that is sound for a property is decided
// by faults/implicit_faults; one more condition, that no bounded channel is ever found full, shows only
// during the search, which then begins again with explicit steps (after_full_channel). docs/soundness.md
// argues each condition.
#include "verify/gate/semantics_choice.hpp"

#include <fmt/format.h>

#include "faults/implicit_faults.hpp"

namespace quorate {

namespace {

std::string against_traffic(const Property& property, Traffic traffic) {
  if (property.kind == PropertyKind::no_deadlock && traffic == Traffic::rm) {
    return "traffic model RM blocks processes that have received what they cannot use, so that its deadlocks "
           "are not the "
           "protocol's; use --traffic m or grm";
  }
  return "";
}

}  // namespace

SemanticsChoice choose_semantics(const Model& model, const Property& property, const CheckOptions& options) {
  SemanticsChoice choice;
  Semantics& semantics = choice.semantics;
  const auto refused = [&choice](const std::string& reason) {
    choice.refusal = reason;
    return choice;
  };
  semantics.traffic = options.traffic;
  if (property.kind == PropertyKind::temporal)
    return refused("temporal formulas are not checked by this search");
  const std::string traffic = against_traffic(property, options.traffic);
  if (!traffic.empty()) return refused(traffic);

  const std::string crash = against_implicit_crash(model, property);
  semantics.crash = options.crash.value_or(crash.empty() ? CrashModel::implicit_ : CrashModel::explicit_);
  if (!crash.empty() && semantics.crash == CrashModel::implicit_)
    return refused("--crash implicit is not sound here: " + crash + "; use --crash explicit");
  const std::string receipt = against_crash_at_receipt(model, property);
  if (!receipt.empty() && semantics.crash == CrashModel::receipt)
    return refused("--crash receipt is not sound here: " + receipt + "; use --crash explicit");
  if (!crash.empty() && !options.crash)
    choice.notes.push_back(fmt::format("crashes of {} are explicit steps: {}", property.name, crash));

  const std::string loss = against_implicit_loss(model, property);
  semantics.loss = options.loss.value_or(loss.empty() ? LossModel::implicit_ : LossModel::explicit_);
  if (!loss.empty() && semantics.loss == LossModel::implicit_)
    return refused("--loss implicit is not sound here: " + loss + "; use --loss explicit");
  if (!loss.empty() && !options.loss)
    choice.notes.push_back(fmt::format("losses are explicit steps for {}: {}", property.name, loss));
  return choice;
}

SemanticsChoice after_full_channel(const Model& model, const Semantics& semantics,
                                   const CheckOptions& options) {
  SemanticsChoice choice;
  choice.semantics = semantics;
  if (semantics.loss == LossModel::implicit_ && bound_spoils_implicit_loss(model)) {
    if (options.loss) {
      choice.refusal =
          "--loss implicit is not sound here: a channel was found full, so that a loss can make room; use "
          "--loss explicit";
    } else {
      choice.semantics.loss = LossModel::explicit_;
      choice.notes.emplace_back(
          "losses are explicit steps: a channel was found full, so that a loss can make room");
    }
  }
  if (semantics.crash != CrashModel::explicit_ && bound_spoils_implicit_crash(model)) {
    if (options.crash) {
      choice.refusal = fmt::format(
          "--crash {} is not sound here: a full channel to a process that could have crashed blocked its "
          "sender; use --crash explicit",
          to_text(semantics.crash));
    } else {
      choice.semantics.crash = CrashModel::explicit_;
      choice.notes.emplace_back(
          "crashes are explicit steps: a full channel to a process that could have crashed blocked its "
          "sender");
    }
  }
  return choice;
}

}  // namespace quorate
