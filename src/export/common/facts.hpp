// What both exporters need to know of a Model before they write a line: which roles, rules and types are live
// at these parameters, which processes have a status, which pairs of roles have channels, what may be
// undefined.
#pragma once

#include <vector>

#include "analysis/definedness.hpp"
#include "export/common/message_code.hpp"
#include "export/export.hpp"
#include "faults/fault_model.hpp"
#include "model/model.hpp"

namespace quorate {

struct RoleFacts {
  bool live = false;  // has processes
  bool may_be_byzantine = false;
  bool may_be_crashed = false;  // by an init rule: crashes themselves are implicit
  bool mute = false;            // a Byzantine process of the role has no state: it has no byzantine rule
  bool may_crash = false;       // by a faults line or an init rule; implicit

  [[nodiscard]] bool has_status() const { return may_be_byzantine || may_be_crashed; }
};

class Facts {
 public:
  Facts(const Model& model, const ExportOptions& options);

  [[nodiscard]] const RoleFacts& role(RoleId id) const { return roles_[id.index()]; }
  [[nodiscard]] const FaultModel& faults() const { return faults_; }
  [[nodiscard]] const MessageCodes& codes() const { return codes_; }
  [[nodiscard]] const Definedness& definedness() const { return definedness_; }
  [[nodiscard]] bool channel(RoleId from, RoleId to) const { return channels_[from.index()][to.index()]; }
  [[nodiscard]] bool any_channel() const;
  [[nodiscard]] std::int64_t slots() const { return slots_; }
  // A rule that can be executed at all: its role, its senders and its parameters' types are not empty.
  [[nodiscard]] bool live(const Rule& rule) const;
  [[nodiscard]] bool live(const InitialRule& rule) const;
  // A type without values, such as an array over a role without processes.
  [[nodiscard]] bool empty(TypeId type) const;
  // The roles with processes among those of a process type, ascending by process number.
  [[nodiscard]] std::vector<RoleId> live_roles(TypeId process_type) const;
  // Whether a receiver may take forged messages from processes of the role, or may notice that nothing came
  // from them (synchronous channels).
  [[nodiscard]] bool may_forge(RoleId sender) const { return role(sender).mute; }
  [[nodiscard]] bool may_be_absent(RoleId sender) const;

 private:
  void find_channels();

  const Model& model_;
  FaultModel faults_;
  std::vector<RoleFacts> roles_;
  std::vector<std::vector<bool>> channels_;
  std::int64_t slots_;
  MessageCodes codes_;
  Definedness definedness_;
};

}  // namespace quorate
