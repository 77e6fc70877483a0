#include "language/ftdp/resolve/environment/check_contents.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {

void check_replacing(FtdpChecker& checker, const SyntaxChannels& syntax) {
  const auto word = std::ranges::find(syntax.words, "replacing", &Name::text);
  if (word == syntax.words.end()) return;
  Channels& channels = checker.model.channels;
  channels.replacing = true;
  if (!syntax.bound) {
    checker.error(word->span, "channels without a bound are never full, so that nothing is replaced",
                  "write `bound 1, replacing`");
  } else if (channels.synchronous) {
    checker.error(word->span, "channels cannot be both synchronous and replacing",
                  "in a synchronous system a message is received in its round, or never");
  } else if (!channels.fifo && channels.bound && *channels.bound > 1) {
    checker.error(
        word->span,
        fmt::format("in an unordered channel of bound {} no message is the oldest", *channels.bound),
        "write `fifo`, or `bound 1`");
  }
}

void check_contents(FtdpChecker& checker) {
  if (checker.syntax.channels.empty()) return;
  auto& known = checker.model.channels.initially;
  for (const SyntaxContents& syntax : checker.syntax.channels.front().initially) {
    InitialContents contents;
    contents.kind = find_kind(checker, syntax.kind);
    contents.span = syntax.span;
    contents.most = constant_integer(checker, syntax.most, "the number of messages at first").value_or(0);
    if (checker.model.channels.synchronous) {
      checker.error(syntax.span, "in a synchronous system no message is on its way at first",
                    "choose the initial values of variables instead: `:= any`");
    }
    if (contents.most < 0 || contents.most > 100) {
      checker.error(syntax.most.span, fmt::format("the number of messages at first is {}", contents.most),
                    "it must be from 0 to 100");
    }
    if (std::ranges::find(known, contents.kind, &InitialContents::kind) != known.end())
      checker.error(syntax.kind.span, fmt::format("`initially any {}` is said twice", syntax.kind.text));
    if (contents.kind.valid()) known.push_back(contents);
  }
}

}  // namespace quorate
