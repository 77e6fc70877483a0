// The judgement of a property, the same for every command: it holds; it is violated, with a trace; or it is
// open, with a reason. No other combination can be made: a violation has a trace, and only an open judgement
// has a reason.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "search/verdict.hpp"
#include "system/seam/description.hpp"

namespace quorate {

class Judgement {
 public:
  Judgement() = default;  // open, without a reason yet
  // witness: a run that the property asks for, if there is one to show.
  static Judgement holds(const Evidence& evidence, std::optional<TraceDescription> witness = std::nullopt);
  // The trace has a state at least, or says which error of the initial states it is.
  static Judgement violated(TraceDescription trace);
  // error: the trace to a model error, if that is the reason.
  static Judgement open(std::string reason, std::optional<TraceDescription> error = std::nullopt);

  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const std::string& reason() const;  // empty unless it is open
  // The trace of the violation, the witness or the model error; null if there is none.
  [[nodiscard]] const TraceDescription* trace() const;

 private:
  struct Open {
    std::string reason;
    std::optional<TraceDescription> error;
  };
  struct Holds {
    std::optional<TraceDescription> witness;
  };
  struct Violated {
    TraceDescription trace;
  };
  using Known = std::variant<Open, Holds, Violated>;
  explicit Judgement(Known known) : known_(std::move(known)) {}

  Known known_;
};

// The common part of the results of all commands.
struct Judged {
  Judgement judgement;

  [[nodiscard]] Verdict verdict() const { return judgement.verdict(); }
  [[nodiscard]] const std::string& reason() const { return judgement.reason(); }
  [[nodiscard]] const TraceDescription* trace() const { return judgement.trace(); }
};

}  // namespace quorate
