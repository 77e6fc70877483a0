// Message kinds, told apart further by a field that says what a message is for: the printed notation has one
// record for all messages, with an enumeration such as msgType in it. A class is a kind, or a kind with one
// value of that field, if every message of the kind is sent with a constant there.
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
  // "Msg READ", "PREPARE".
  [[nodiscard]] std::string name(const Model& model, MessageClass which) const;
  // Classes that a rule can consume: those for which its guard is not false already.
  [[nodiscard]] std::set<MessageClass> consumed(RuleInstance instance) const;
  // Classes of a message made by this statement (a send, or an assignment to the field; others say nothing).
  [[nodiscard]] std::set<MessageClass> sent(const RuleInstance& instance, const Stmt& statement) const;
  // Whether a packed message is of the kind, and of one of these classes.
  [[nodiscard]] bool takes(const Layout& layout, KindId kind, const std::set<MessageClass>& classes,
                           std::uint64_t message) const;

 private:
  struct Kind {
    MessageClass first = 0;
    std::int32_t field = -1;  // the one that tells classes apart, or none
    std::int64_t low = 0;
    std::int64_t count = 1;
  };
  [[nodiscard]] std::set<MessageClass> all_of(KindId kind) const;

  std::vector<Kind> kinds_;
  std::size_t size_ = 0;
};

}  // namespace quorate
