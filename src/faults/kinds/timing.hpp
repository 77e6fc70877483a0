// What the rules of a model say about its timers. Timers are Boolean variables of processes, which rules set
// and cancel, and which the rule of an expiry tests and clears: nothing that executes a model need know of
// them.
//
// Where the network is eventually synchronous, an expiry is *early* in a state if
//   - the process could take a message now by a rule that sets or cancels the timer, or
//   - a timer that is declared shorter could expire now, at a correct process, by a rule that sends the
//     process a message by whose receipt it sets or cancels the timer.
// A run that counts has finitely many early expiries (verify/temporal/early_expiry).
#pragma once

#include "model/model.hpp"

namespace quorate {

// How often the executions of a rule do something.
enum class Does { never, always, sometimes };

// Whether the rule writes the timer of its process, other than by expiring.
Does writes_timer(const Rule& rule, std::int32_t timer);
// Whether the rule sends such a message to all other processes of the role.
Does sends_to_all(const Model& model, const Rule& rule, KindId kind, RoleId role);
// The rules by which processes of the role take messages from processes of another one.
bool takes_from(const Model& model, const Rule& rule, RoleId role, RoleId sender);
// Whether the first timer is declared shorter than the second one, directly or by others between them.
bool is_shorter(const Model& model, RoleId role, std::int32_t timer, RoleId than_role, std::int32_t than);

// Whether an expiry of `shorter` sends every process of the other rule's role a message by which the timer of
// that rule is set or cancelled.
bool postpones(const Model& model, const Rule& shorter, const Rule& expiry);

}  // namespace quorate
