#include "language/ftdp/resolve/environment/check_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/kinds/network.hpp"
#include "faults/kinds/omission.hpp"
#include "faults/kinds/recovery.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {

namespace {

std::int64_t amount(FtdpChecker& checker, const SyntaxExpr& syntax, const std::string& what) {
  const auto value = constant_integer(checker, syntax, what).value_or(0);
  if (value >= 0) return value;
  checker.error(syntax.span, fmt::format("{} is {}", what, value), "it must be 0 or more");
  return 0;
}

// A process that is down omits nothing, and what its restart sends is sent: rather than to say what both mean
// together, such lines are refused.
void refuse_recovery(FtdpChecker& checker, const FaultAssumption& line) {
  for (const FaultAssumption& other : checker.model.faults) {
    if (other.word != recovery_word) continue;
    const auto both = std::ranges::find_if(
        line.roles, [&](RoleId role) { return std::ranges::find(other.roles, role) != other.roles.end(); });
    if (both == line.roles.end()) continue;
    checker.error(
        line.span,
        fmt::format("{} cannot both omit messages and recover from crashes", checker.model.role(*both).name),
        "write `channels lossy` instead, where every message may be lost");
  }
}

}  // namespace

std::optional<std::int64_t> omitted_messages(FtdpChecker& checker, const SyntaxFault& syntax) {
  if (!syntax.omitted) return std::nullopt;
  return amount(checker, *syntax.omitted, "the number of omitted messages");
}

void add_network(FtdpChecker& checker, const SyntaxNetwork& syntax, std::vector<RoleId> roles) {
  if (&syntax != &checker.syntax.networks.front()) {
    checker.error(syntax.span, "the network is described twice",
                  fmt::format("the first description is in line {}",
                              checker.line(checker.syntax.networks.front().span)));
    return;
  }
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = network_word;
  line.roles = std::move(roles);
  line.span = syntax.span;
  line.network.total = syntax.total;
  line.network.limited = syntax.count.has_value();
  if (syntax.heals) line.network.healing = Healing::owed;
  if (syntax.for_ever) line.network.healing = Healing::never;
  std::int64_t processes = 0;
  for (const RoleId role : line.roles) processes += checker.model.role(role).count;
  line.count = processes < 2 ? 0 : 1;
  if (syntax.count) {
    const std::string what = syntax.total ? "the number of partitions" : "the number of links that are cut";
    line.count = std::min(amount(checker, *syntax.count, what), processes < 2 ? 0 : INT64_MAX);
  }
  if (processes < 2 && !line.roles.empty())
    checker.warning(syntax.span, "there is no link to cut: the line names fewer than two processes");
  checker.model.faults.push_back(std::move(line));
}

void check_network_faults(FtdpChecker& checker) {
  for (const FaultAssumption& line : checker.model.faults) {
    const bool network = line.word == network_word;
    if (!network && !is_omission(line.word)) continue;
    if (checker.model.channels.synchronous) {
      checker.error(
          line.span,
          fmt::format("{} cannot be declared in a synchronous system, where the receiver notices that "
                      "a message is absent",
                      network ? "partitions" : "omissions"),
          "write `channels asynchronous`, or let the sender crash or be byzantine");
    }
    if (!network) refuse_recovery(checker, line);
  }
}

}  // namespace quorate
