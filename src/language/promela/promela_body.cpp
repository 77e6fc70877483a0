// Two forms of a repeated step are accepted: `label: do :: atomic { ... } od` and `label: atomic { ... }
// goto label`, the latter also with the jump inside and with a choice of atomic blocks. What is before the
// label is the initialisation.
#include "language/promela/promela_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quorate {

namespace {

class BodyReader {
 public:
  BodyReader(const PromelaProcess& process, Diagnostics& diagnostics)
      : process_(process), body_(process.body), diagnostics_(diagnostics) {}

  PromelaBody run() {
    for (; at_ < body_.size() && !at(PromelaStatementKind::label) && !at(PromelaStatementKind::loop); ++at_) {
      if (!at(PromelaStatementKind::declaration)) result_.initialisation.push_back(&body_[at_]);
    }
    for (; at_ < body_.size() && at(PromelaStatementKind::label); ++at_)
      result_.labels.push_back(body_[at_].name);
    if (at_ == body_.size()) {
      diagnostics_.error(process_.span, fmt::format("{} has no loop", process_.name),
                         "a process repeats one step: end: do :: atomic { ... } od");
    } else if (at(PromelaStatementKind::loop)) {
      read_choice(body_[at_++]);
      read_end();
    } else if (at(PromelaStatementKind::atomic) || at(PromelaStatementKind::choice)) {
      read_repeated(body_[at_++]);
      read_end();
    } else {
      diagnostics_.error(body_[at_].span, "a step is one atomic block", "atomic { ... }");
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool at(PromelaStatementKind kind) const { return body_[at_].kind == kind; }

  void read_choice(const PromelaStatement& choice) {
    for (const auto& branch : choice.branches) {
      if (branch.size() == 1 && branch[0].kind == PromelaStatementKind::atomic) {
        result_.steps.push_back(&branch[0].branches[0]);
      } else {
        diagnostics_.error(branch.empty() ? choice.span : branch[0].span,
                           "each branch of the loop is one atomic block", ":: atomic { ... }");
      }
    }
  }

  // A step, and the jump back to its label, inside of it or after it.
  void read_repeated(const PromelaStatement& step) {
    if (step.kind == PromelaStatementKind::choice) {
      read_choice(step);
    } else {
      result_.steps.push_back(&step.branches[0]);
    }
    const bool jumps_inside = step.kind == PromelaStatementKind::atomic && !step.branches[0].empty() &&
                              is_jump_back(step.branches[0].back());
    if (jumps_inside || (at_ < body_.size() && is_jump_back(body_[at_++]))) return;
    diagnostics_.error(
        step.span, "this step is not repeated",
        fmt::format("write goto {} after it", result_.labels.empty() ? "step" : result_.labels[0]));
  }

  [[nodiscard]] bool is_jump_back(const PromelaStatement& statement) const {
    return statement.kind == PromelaStatementKind::jump &&
           std::ranges::find(result_.labels, statement.name) != result_.labels.end();
  }

  void read_end() {
    if (at_ < body_.size())
      diagnostics_.error(body_[at_].span, "nothing can follow the loop, which never ends");
  }

  const PromelaProcess& process_;
  const std::vector<PromelaStatement>& body_;
  Diagnostics& diagnostics_;
  PromelaBody result_;
  std::size_t at_ = 0;
};

}  // namespace

PromelaBody promela_body(const PromelaProcess& process, Diagnostics& diagnostics) {
  return BodyReader(process, diagnostics).run();
}

}  // namespace quorate
