// Sequences of statements separated by ';' or '->', for both dialects. After an error parsing goes on with
// the next statement.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "language/promela/promela_cursor.hpp"

namespace quorate {

inline bool at_sequence_end(const PromelaCursor& cursor) {
  return cursor.at_end() || cursor.at("}") || cursor.at("::") || cursor.at("fi") || cursor.at("od");
}

template <typename Statement>
class PromelaSequences {
 public:
  explicit PromelaSequences(PromelaCursor& cursor) : cursor_(cursor) {}

  // `read` reads a statement; `stands_alone` says whether a statement needs no separator after it.
  template <typename Read, typename StandsAlone>
  std::vector<Statement> read(const Read& read, const StandsAlone& stands_alone) {
    std::vector<Statement> result;
    if (++depth_ > kDeepest)
      cursor_.give_up(cursor_.peek().span, "statements are nested too deeply",
                      fmt::format("at most {} levels can be nested", kDeepest));
    while (true) {
      while (cursor_.accept(";") || cursor_.accept("->")) {
      }
      if (at_sequence_end(cursor_)) break;
      const std::size_t before = cursor_.position();
      result.push_back(read());
      if (cursor_.failed()) {
        skip_statement(before);
      } else if (!at_sequence_end(cursor_) && !cursor_.at(";") && !cursor_.at("->") &&
                 !stands_alone(result.back())) {
        cursor_.fail("expected ';' or '->' between two statements");
        skip_statement(cursor_.position());
      }
    }
    --depth_;
    return result;
  }

 private:
  static constexpr int kDeepest = 60;

  void skip_statement(std::size_t begin) {
    if (cursor_.position() == begin && !at_sequence_end(cursor_)) cursor_.take();
    while (!at_sequence_end(cursor_) && !cursor_.at(";") && !cursor_.at("if") && !cursor_.at("do"))
      cursor_.take();
    cursor_.recovered();
  }

  PromelaCursor& cursor_;
  int depth_ = 0;
};

}  // namespace quorate
