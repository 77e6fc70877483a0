// Rules whose messages have names: several inputs, several messages of one sender, or some of what waits.
// Messages that are taken together have positions (Type::positions) inside, which no text can see: the order
// of equal messages in a channel means nothing, and processes must stay interchangeable.
#include <fmt/format.h>

#include <cmath>

#include "language/ftdp/resolve/check_rules.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {
namespace {

constexpr double most_parts = 4096;

// The set of the positions of `most` messages.
TypeId position_set(FtdpChecker& checker, std::int32_t input, std::int64_t most) {
  Type type;
  type.kind = TypeKind::range;
  type.low = 1;
  type.high = most;
  type.positions = input + 1;
  return set_type(checker, intern(checker, std::move(type)));
}

bool refuse_synchronous(FtdpChecker& checker, const SyntaxInput& syntax) {
  if (!checker.model.channels.synchronous) return false;
  checker.error(syntax.span,
                "in a synchronous system a step takes messages of one kind, one from each sender",
                "write `on KIND from ROLE q`, or make the channels asynchronous");
  return true;
}

// `2 ACK as v from r x`
bool bind_batch(FtdpScope& scope, const SyntaxInput& syntax, std::int32_t input, Receive& receive) {
  FtdpChecker& checker = scope.checker;
  const auto count = constant_integer(checker, *syntax.count, "the number of messages");
  if (!count) return false;
  if (*count < 1 || *count > kMaxSetElements) {
    checker.error(syntax.count->span, fmt::format("a step cannot take {} messages of one sender", *count),
                  fmt::format("a number from 1 to {} is possible", kMaxSetElements));
    return false;
  }
  const auto bound = checker.model.channels.bound;
  if (bound && *bound < *count) {
    checker.warning(syntax.count->span,
                    fmt::format("this rule can never be executed: a channel holds {} of {} messages at most",
                                *bound, *count));
  }
  receive.kind = ReceiveKind::batch;
  receive.batch_size = *count;
  receive.sender = scope.bind(syntax.sender->name.text, receive.sender_type);
  receive.taken = scope.bind(syntax.alias.text, position_set(checker, input, *count));
  return true;
}

// `all VOTE as v from r`
bool bind_part(FtdpScope& scope, const SyntaxInput& syntax, std::int32_t input, Receive& receive) {
  FtdpChecker& checker = scope.checker;
  const auto bound = checker.model.channels.bound;
  if (!bound) {
    checker.error(syntax.span, "how many messages can wait has no limit here",
                  "write `bound 1` in the `channels` line, or as many as a channel can hold");
    return false;
  }
  const auto senders = static_cast<std::int64_t>(checker.model.values_of(receive.sender_type).size());
  const double parts = std::pow(static_cast<double>(*bound + 1), static_cast<double>(senders)) - 1;
  if (parts > most_parts || *bound * senders > kMaxSetElements) {
    checker.error(
        syntax.span,
        fmt::format("there are too many ways to take messages here: up to {} from each of {} senders", *bound,
                    senders),
        "choose a smaller bound, fewer senders, or take one message in each step");
    return false;
  }
  receive.kind = ReceiveKind::part;
  receive.batch_size = *bound;
  receive.taken = scope.bind(syntax.alias.text,
                             position_set(checker, input, std::max<std::int64_t>(1, *bound * senders)));
  return true;
}

bool bind_input(FtdpScope& scope, const SyntaxInput& syntax, std::int32_t input, Receive& receive) {
  FtdpChecker& checker = scope.checker;
  if (syntax.alias.text.empty()) {
    checker.error(syntax.span, "the messages of this input have no name",
                  fmt::format("write `{} as m`", checker.source.excerpt(syntax.span)));
    return false;
  }
  receive.message_kind = find_kind(checker, syntax.kind);
  if (!syntax.sender) return false;
  receive.sender_type = resolve_senders(checker, syntax.sender->type);
  if (!receive.sender_type.valid() || !receive.message_kind.valid()) return false;
  if ((syntax.all || syntax.count) && syntax.sender->quorum) {
    checker.error(syntax.sender->name.span, "a quorum takes one message of each of its members",
                  "leave out the number of messages, or the quorum");
    return false;
  }
  if (syntax.all) return bind_part(scope, syntax, input, receive);
  if (syntax.count) return bind_batch(scope, syntax, input, receive);
  if (syntax.sender->quorum) {
    check_quorum(scope, *syntax.sender, receive);
  } else {
    receive.kind = ReceiveKind::single;
    receive.sender = scope.bind(syntax.sender->name.text, receive.sender_type);
  }
  return true;
}

}  // namespace

bool bind_inputs(FtdpScope& scope, const SyntaxRule& syntax, Rule& rule) {
  FtdpChecker& checker = scope.checker;
  bool good = true;
  for (std::size_t i = 0; i < syntax.inputs.size(); ++i) {
    const SyntaxInput& input = syntax.inputs[i];
    Receive receive;
    good = bind_input(scope, input, static_cast<std::int32_t>(i), receive) && good;
    const bool compound = syntax.inputs.size() > 1 || receive.by_position();
    if (compound && i == 0 && refuse_synchronous(checker, input)) good = false;
    scope.inputs.push_back({input.alias.text, receive});
    if (i == 0) {
      rule.receive = receive;
    } else {
      rule.more_inputs.push_back(receive);
    }
  }
  return good;
}

}  // namespace quorate
