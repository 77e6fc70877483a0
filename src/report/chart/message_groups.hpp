// Equal messages to many recipients, or from many senders, as one thing to show. Used for texts and for
// charts.
#pragma once

#include <string>
#include <vector>

#include "system/seam/description.hpp"

namespace quorate {

struct MessageGroup {
  MessageDescription message;         // one of them
  std::vector<std::string> partners;  // all recipients, or all senders
};

// Equal up to sender and recipient.
bool same_content(const MessageDescription& first, const MessageDescription& second);

// In the order of the first message of each group.
std::vector<MessageGroup> group_by_recipients(const std::vector<MessageDescription>& messages);
std::vector<MessageGroup> group_by_senders(const std::vector<MessageDescription>& messages);

// The values of the rule's parameters, read from the text of the transition: what it lists besides the
// process and the senders. "vote(acceptor[2], proposer[1], 3)" leaves "3" if proposer[1] is a sender.
std::vector<std::string> rule_arguments(const StepDescription& step);

}  // namespace quorate
