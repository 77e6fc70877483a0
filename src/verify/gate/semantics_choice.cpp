// The cheapest semantics leaves crashes and losses implicit. Whether that is sound for a property is decided
// by faults/implicit_faults; one more condition, that no bounded channel is ever found full, shows only
// during the search, which then begins again with explicit steps (after_full_channel). docs/soundness.md
// argues each condition.
#include "verify/gate/semantics_choice.hpp"

#include <fmt/format.h>

#include "faults/implicit_faults.hpp"

namespace quorate {

namespace {

std::string against_traffic(const Model& model, const Property& property, Traffic traffic) {
  if (leaves_messages(model) && traffic == Traffic::rm) {
    return "traffic model RM blocks a process that has not consumed all that it has received, and messages "
           "stay in their channels here; use --traffic m or grm";
  }
  if (property.kind == PropertyKind::no_deadlock && traffic == Traffic::rm) {
    return "traffic model RM blocks a process that has received a message it cannot consume, and such "
           "deadlocks are not the protocol's; use --traffic m or grm";
  }
  return "";
}

std::string full_channel_shows_crash(const Model& model) {
  if (model.channels.replacing)
    return "a channel was found full, and a message that a crash keeps from being sent replaces no other";
  return "a full channel blocks its sender, unless the receiver has crashed";
}

}  // namespace

SemanticsReasons reasons_of_states(const Model& model, const Property& property, Traffic traffic) {
  return {against_traffic(model, property, traffic), against_implicit_crash(model, property),
          against_crash_at_receipt(model, property), against_implicit_loss(model, property)};
}

SemanticsChoice choose_semantics(const Property& property, const CheckOptions& options,
                                 const SemanticsReasons& reasons) {
  SemanticsChoice choice;
  Semantics& semantics = choice.semantics;
  const auto refuse = [&choice](const std::string& reason) {
    if (choice.refusal.empty()) choice.refusal = reason;
  };
  semantics.traffic = options.traffic;
  if (!reasons.traffic.empty()) refuse(reasons.traffic);

  const std::string& crash = reasons.implicit_crash;
  semantics.crash = options.crash.value_or(crash.empty() ? CrashModel::implicit_ : CrashModel::explicit_);
  if (!crash.empty() && semantics.crash == CrashModel::implicit_)
    refuse("--crash implicit is not sound here: " + crash + "; use --crash explicit");
  if (!reasons.crash_at_receipt.empty() && semantics.crash == CrashModel::receipt)
    refuse("--crash receipt is not sound here: " + reasons.crash_at_receipt + "; use --crash explicit");
  if (!crash.empty() && !options.crash)
    choice.notes.push_back(fmt::format("crashes are explicit steps for {}: {}", property.name, crash));

  const std::string& loss = reasons.implicit_loss;
  semantics.loss = options.loss.value_or(loss.empty() ? LossModel::implicit_ : LossModel::explicit_);
  if (!loss.empty() && semantics.loss == LossModel::implicit_)
    refuse("--loss implicit is not sound here: " + loss + "; use --loss explicit");
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
          "--loss implicit is not sound here: a channel was found full, and a loss makes room in it; use "
          "--loss explicit";
    } else {
      choice.semantics.loss = LossModel::explicit_;
      choice.notes.emplace_back(
          "losses are explicit steps: a channel was found full, and a loss makes room in it");
    }
  }
  if (semantics.crash != CrashModel::explicit_ && bound_spoils_implicit_crash(model)) {
    if (options.crash) {
      choice.refusal = fmt::format("--crash {} is not sound here: {}; use --crash explicit",
                                   to_text(semantics.crash), full_channel_shows_crash(model));
    } else {
      choice.semantics.crash = CrashModel::explicit_;
      choice.notes.push_back("crashes are explicit steps: " + full_channel_shows_crash(model));
    }
  }
  return choice;
}

Semantics semantics_of_proof(const Model& model, const Property& property) {
  Semantics semantics;
  if (!against_implicit_crash(model, property).empty()) semantics.crash = CrashModel::explicit_;
  // In FIFO channels a loss lets later messages through, but formulas have no order; so only synchronous
  // channels need steps that lose a message.
  if (model.channels.lossy && model.channels.synchronous) semantics.loss = LossModel::explicit_;
  return semantics;
}

}  // namespace quorate
