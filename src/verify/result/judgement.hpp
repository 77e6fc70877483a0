// What is known of a property, the same for every command: it holds; it is violated, and this trace shows it;
// or it is open, for a reason. Closed: a violation without its trace cannot be made, nor a reason for
// anything that is known.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "search/verdict.hpp"
#include "system/seam/description.hpp"

namespace quorate {

class Judgement {
 public:
  Judgement() = default;  // open; nobody has said why
  // With a run that the property asks for, if there is one to show.
  static Judgement holds(const Evidence& evidence, std::optional<TraceDescription> witness = std::nullopt);
  // The trace has a state at least, or says which error of the initial states it is.
  static Judgement violated(TraceDescription trace);
  // With the way to an error of the model, if that is the reason.
  static Judgement open(std::string reason, std::optional<TraceDescription> error = std::nullopt);

  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const std::string& reason() const;  // empty unless it is open
  // Of the violation, the witness or the error of the model; null if there is none.
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

// What the results of all commands have in common.
struct Judged {
  Judgement judgement;

  [[nodiscard]] Verdict verdict() const { return judgement.verdict(); }
  [[nodiscard]] const std::string& reason() const { return judgement.reason(); }
  [[nodiscard]] const TraceDescription* trace() const { return judgement.trace(); }
};

}  // namespace quorate
