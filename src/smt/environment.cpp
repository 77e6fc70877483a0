// What declared faults never do, in any reachable state and whatever the rules are. Without these facts an
// inductive counterexample may begin with two Byzantine processes where one is declared, or with a message
// to a crashed process, and explains nothing. They are proved by induction before they are assumed
// (PropertyProof::prove_environment), and a certificate contains their obligations.
#include <algorithm>

#include "faults/declared_faults.hpp"
#include "smt/encoding.hpp"

namespace quorate {

namespace {

bool share_a_role(const FaultAssumption& a, const FaultAssumption& b) {
  return std::ranges::any_of(a.roles,
                             [&](RoleId role) { return std::ranges::find(b.roles, role) != b.roles.end(); });
}

}  // namespace

Term Encoding::environment() const {
  Formulas& f = *formulas_;
  const Model& model = space_->model();
  const auto assigned = assigned_statuses(model);
  const auto faults = faults_in(current_);
  const Statuses statuses{*this, current_};
  Terms facts;
  for (const FaultAssumption& fault : model.faults) {
    // An initial rule that assigns statuses may exceed the declared number.
    if (std::ranges::any_of(fault.roles, [&](RoleId role) { return assigned[role.index()].any(); })) continue;
    const bool crash = fault.kind == FaultKind::crash;
    const auto at_least = [&](std::int64_t count) {
      return statuses.at_least(count, processes_of(model, fault),
                               crash ? Status::crashed : Status::byzantine);
    };
    // A process may be Byzantine by any line that names its role; it may crash only if all of these lines
    // allow it.
    std::int64_t most = fault.count;
    bool alone = true;
    for (const FaultAssumption& other : model.faults) {
      if (crash || &other == &fault || other.kind != fault.kind || !share_a_role(fault, other)) continue;
      most += other.count;
      alone = false;
    }
    facts.push_back(f.negation(at_least(most + 1)));
    if (!crash && fault.exactly && alone) facts.push_back(at_least(fault.count));
  }
  const Layout& layout = space_->layout();
  for (std::size_t c = 0; c < layout.channels.size(); ++c) {
    const ChannelLayout& channel = layout.channels[c];
    const Term unused = f.either(faults.is_deaf(channel.to), faults.forges(channel.from));
    if (unused.is_false()) continue;
    Terms there;
    const auto [first, last] = space_->messages(c);
    for (std::size_t i = first; i < last; ++i) there.push_back(f.negation(values_->is(current_[i], 0)));
    facts.push_back(f.negation(f.both(unused, f.any(there))));
  }
  for (std::size_t i = 0; i < layout.cells.size(); ++i) {
    const StateVariable& variable = space_->variables()[i];
    if (!variable.process.valid() || !variable.may_be_undefined || variable.monitor) continue;
    const Term stateless = faults.forges(variable.process);
    if (!stateless.is_false()) facts.push_back(f.implies(stateless, current_[i].undefined));
  }
  return f.all(facts);
}

}  // namespace quorate
