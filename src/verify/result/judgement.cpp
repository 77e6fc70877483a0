#include "verify/result/judgement.hpp"

#include "base/internal_error.hpp"

namespace quorate {

Judgement Judgement::holds(const Evidence& /*evidence*/, std::optional<TraceDescription> witness) {
  return Judgement(Holds{std::move(witness)});
}

Judgement Judgement::violated(TraceDescription trace) {
  if (trace.states.empty() && trace.failure.empty()) throw InternalError("a violation without a trace");
  return Judgement(Violated{std::move(trace)});
}

Judgement Judgement::open(std::string reason, std::optional<TraceDescription> error) {
  return Judgement(Open{std::move(reason), std::move(error)});
}

Verdict Judgement::verdict() const {
  if (std::holds_alternative<Holds>(known_)) return Verdict::holds;
  return std::holds_alternative<Violated>(known_) ? Verdict::violated : Verdict::inconclusive;
}

const std::string& Judgement::reason() const {
  static const std::string none;
  const Open* const open = std::get_if<Open>(&known_);
  return open == nullptr ? none : open->reason;
}

const TraceDescription* Judgement::trace() const {
  const auto given = [](const std::optional<TraceDescription>& trace) { return trace ? &*trace : nullptr; };
  if (const Open* const open = std::get_if<Open>(&known_)) return given(open->error);
  if (const Holds* const holds = std::get_if<Holds>(&known_)) return given(holds->witness);
  return &std::get<Violated>(known_).trace;
}

}  // namespace quorate
