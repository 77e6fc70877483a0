// The `channels` and `faults` lines: words that exclude each other, bounds and numbers of faults that make
// sense.
#include <fmt/format.h>

#include <algorithm>

#include "faults/fault_kinds.hpp"
#include "faults/kinds/omission.hpp"
#include "faults/kinds/recovery.hpp"
#include "language/ftdp/resolve/check_declarations.hpp"
#include "language/ftdp/resolve/check_recovery.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/environment/check_contents.hpp"
#include "language/ftdp/resolve/environment/check_copies.hpp"
#include "language/ftdp/resolve/environment/check_network.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {
namespace {

const Name* find_word(const SyntaxChannels& syntax, std::initializer_list<const char*> words) {
  for (const auto& name : syntax.words) {
    for (const char* word : words) {
      if (name.text == word) return &name;
    }
  }
  return nullptr;
}

void exclude(FtdpChecker& checker, const Name* one, const Name* other) {
  if (one == nullptr || other == nullptr) return;
  const Name& later = one->span.begin < other->span.begin ? *other : *one;
  const Name& earlier = one->span.begin < other->span.begin ? *one : *other;
  checker.error(later.span, fmt::format("channels cannot be both {} and {}", earlier.text, later.text));
}

// A receiver of a synchronous system waits for one message of each sender. In the printed notation a message
// is put together field by field, and is the only one to its recipient.
void check_several(FtdpChecker& checker, const Name& word, bool synchronous) {
  if (synchronous) {
    checker.error(word.span, "in a synchronous system a step sends at most one message to each process",
                  "leave out `several messages a step`, or write `asynchronous`");
  }
  for (const MessageKind& kind : checker.model.messages) {
    if (!kind.printed) continue;
    checker.error(word.span, "with the printed `Msg` a step sends at most one message to each process",
                  "declare `message KIND(...)`, and write `send KIND(...) to q`");
  }
}

std::vector<RoleId> faulty_roles(FtdpChecker& checker, const std::vector<Name>& names) {
  std::vector<RoleId> roles;
  for (const auto& name : names) {
    const TypeId type = is_type_name(checker, name.text) ? find_type(checker, name.text) : TypeId{};
    if (!checker.is(type, TypeKind::process)) {
      report_unknown_role(checker, name);
      continue;
    }
    for (const RoleId role : checker.type(type).roles) {
      if (std::ranges::find(roles, role) == roles.end()) roles.push_back(role);
    }
  }
  if (!names.empty()) return roles;
  for (std::size_t i = 0; i < checker.model.roles.size(); ++i)
    roles.emplace_back(static_cast<std::int64_t>(i));
  return roles;
}

}  // namespace

void check_channels(FtdpChecker& checker) {
  const auto& all = checker.syntax.channels;
  for (std::size_t i = 1; i < all.size(); ++i) {
    checker.error(all[i].span, "the channels are described twice",
                  fmt::format("the first description is in line {}", checker.line(all[0].span)));
  }
  if (all.empty()) return;
  const SyntaxChannels& syntax = all[0];
  const Name* synchronous = find_word(syntax, {"synchronous"});
  const Name* lossy = find_word(syntax, {"lossy"});
  const Name* fifo = find_word(syntax, {"fifo", "FIFO"});
  const Name* set = find_word(syntax, {"set"});
  const Name* unbounded = find_word(syntax, {"unbounded"});
  exclude(checker, synchronous, find_word(syntax, {"asynchronous"}));
  exclude(checker, lossy, find_word(syntax, {"reliable"}));
  exclude(checker, fifo, find_word(syntax, {"unordered", "out-of-order"}));
  exclude(checker, fifo, set);
  const Name* loopback = find_word(syntax, {"loopback"});
  exclude(checker, synchronous, loopback);
  const Name* several = find_word(syntax, {"several"});
  if (several != nullptr) check_several(checker, *several, synchronous != nullptr);
  Channels& channels = checker.model.channels;
  channels.synchronous = synchronous != nullptr;
  channels.lossy = lossy != nullptr;
  channels.fifo = fifo != nullptr;
  channels.set = set != nullptr;
  channels.loopback = loopback != nullptr;
  channels.several = several != nullptr;
  channels.span = syntax.span;
  check_copies(checker, syntax);
  if (!syntax.bound) return check_replacing(checker, syntax);
  if (unbounded != nullptr)
    checker.error(unbounded->span, "channels cannot be both unbounded and of bound size");
  const auto bound = constant_integer(checker, *syntax.bound, "the bound of the channels");
  if (bound && *bound < 1) {
    checker.error(syntax.bound->span, fmt::format("the bound of the channels is {}", *bound),
                  "a channel must have room for one message at least");
  }
  channels.bound = bound;
  check_replacing(checker, syntax);
}

void check_faults(FtdpChecker& checker) {
  for (const auto& syntax : checker.syntax.faults) {
    FaultAssumption fault;
    fault.kind = find_declarable_fault(syntax.word)->kind;
    fault.word = syntax.word;
    fault.roles = faulty_roles(checker, syntax.roles);
    fault.exactly = syntax.exactly;
    fault.symmetric = syntax.symmetric;
    fault.span = syntax.span;
    std::int64_t processes = 0;
    for (const RoleId role : fault.roles) processes += checker.model.role(role).count;
    fault.count = processes;
    if (syntax.counted)
      fault.count = constant_integer(checker, syntax.count, "the number of faulty processes").value_or(0);
    if (syntax.word == recovery_word) fault.recovery = recovery_of(checker, syntax);
    if (is_omission(syntax.word)) fault.omitted = omitted_messages(checker, syntax);
    if (fault.exactly && fault.kind == FaultKind::crash) {
      checker.warning(syntax.span, "for crashes `exactly` means `at most`: a crash may come late, or never");
    } else if (fault.exactly && fault.kind == FaultKind::lowered) {
      checker.warning(syntax.span, fmt::format("for `{}` `exactly` means `at most`", fault.word));
    }
    if (fault.count < 0) {
      checker.error(syntax.count.span, fmt::format("the number of faulty processes is {}", fault.count),
                    "it must be 0 or more");
    } else if (fault.exactly && fault.count > processes && !fault.roles.empty()) {
      checker.error(syntax.count.span, fmt::format("exactly {} processes cannot be faulty: there are only {}",
                                                   fault.count, processes));
    }
    checker.model.faults.push_back(std::move(fault));
  }
  for (const SyntaxNetwork& syntax : checker.syntax.networks)
    add_network(checker, syntax, faulty_roles(checker, syntax.roles));
  check_network_faults(checker);
}

}  // namespace quorate
