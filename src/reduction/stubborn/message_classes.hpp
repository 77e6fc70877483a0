// Classes of messages, which refine message kinds: the notation of the papers has one record for all
// messages, with an enumeration field such as msgType. A class is a kind, or a kind with one value of such a
// field if every message of the kind is sent with a constant there.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "reduction/stubborn/rule_instance.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

using MessageClass = std::uint32_t;

class MessageClasses {
 public:
  explicit MessageClasses(const Model& model);

  [[nodiscard]] std::size_t size() const { return size_; }
  // For example "Msg READ" or "PREPARE".
  [[nodiscard]] std::string name(const Model& model, MessageClass which) const;
  // The classes that a rule can consume: those for which its guard is not known to be false.
  [[nodiscard]] std::set<MessageClass> consumed(RuleInstance instance) const;
  // The classes of the message that this statement makes: a send, or an assignment to the field. Empty for
  // assignments to other fields.
  [[nodiscard]] std::set<MessageClass> sent(const RuleInstance& instance, const Stmt& statement) const;
  // Whether a packed message is of the kind, and of one of these classes.
  [[nodiscard]] bool takes(const Layout& layout, KindId kind, const std::set<MessageClass>& classes,
                           std::uint64_t message) const;

 private:
  struct Kind {
    MessageClass first = 0;
    std::int32_t field = -1;  // the field that distinguishes classes, or -1
    std::int64_t low = 0;
    std::int64_t count = 1;
  };
  [[nodiscard]] std::set<MessageClass> all_of(KindId kind) const;

  std::vector<Kind> kinds_;
  std::size_t size_ = 0;
};

}  // namespace quorate
