#include "language/ftdp/resolve/environment/check_copies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/kinds/duplication.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {

namespace {

const Name* find_copy_word(const SyntaxChannels& syntax, std::string_view word) {
  const auto found = std::ranges::find(syntax.words, word, &Name::text);
  return found == syntax.words.end() ? nullptr : &*found;
}

void check_combination(FtdpChecker& checker, const SyntaxChannels& syntax, const Name& word) {
  const auto refuse = [&](const std::string& other, const std::string& hint) {
    checker.error(word.span, fmt::format("channels cannot be both {} and {}", other, word.text), hint);
  };
  const bool kept = word.text == "kept";
  if (find_copy_word(syntax, "no duplication") != nullptr)
    refuse("without duplication", "leave one of the two out");
  if (checker.model.channels.synchronous)
    refuse("synchronous", "in a synchronous system a message is received in its round, or never");
  if (kept && checker.model.channels.fifo)
    refuse("fifo", "the oldest message would hide all others: write `fifo, duplicating`");
  if (kept && syntax.bound)
    refuse("of bound size",
           "messages that stay take room for ever: leave the bound out, or write `duplicating`");
  if (kept && find_copy_word(syntax, "duplicating") != nullptr)
    refuse("duplicating", "a kept message can be received any number of times: leave `duplicating` out");
}

}  // namespace

void check_copies(FtdpChecker& checker, const SyntaxChannels& syntax) {
  Channels& channels = checker.model.channels;
  if (const Name* const kept = find_copy_word(syntax, "kept")) {
    check_combination(checker, syntax, *kept);
    channels.kept = true;
  }
  const Name* const duplicating = find_copy_word(syntax, "duplicating");
  if (duplicating == nullptr) return;
  check_combination(checker, syntax, *duplicating);
  channels.duplicating = true;
  if (syntax.copies) {
    channels.copies = constant_integer(checker, *syntax.copies, "the number of copies").value_or(0);
    if (*channels.copies < 0) {
      checker.error(syntax.copies->span, fmt::format("the number of copies is {}", *channels.copies),
                    "it must be 0 or more");
    }
  }
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = duplication_word;
  line.span = duplicating->span;
  checker.model.faults.push_back(std::move(line));
}

void keep_received_messages(FtdpChecker& checker) {
  if (checker.model.channels.kept) keep_messages(checker.model);
}

}  // namespace quorate
