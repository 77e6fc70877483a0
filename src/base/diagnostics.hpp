// Diagnostics for users' mistakes: collected, so that one run reports everything, and shown with the line and
// a caret. Every stage that reads a user's text writes here; nothing throws for a user's mistake.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quorate {

enum class Severity { error, warning, note };
inline constexpr std::size_t severities = 3;

struct Diagnostic {
  Severity severity = Severity::error;
  Span span;
  std::string message;  // what is wrong, in one sentence without a full stop
  std::string hint;     // what to write instead; may be empty
};

class Diagnostics {
 public:
  void error(Span span, std::string message, std::string hint = {});
  void warning(Span span, std::string message, std::string hint = {});
  void note(Span span, std::string message, std::string hint = {});

  [[nodiscard]] bool has_errors() const { return error_count() > 0; }
  [[nodiscard]] std::size_t error_count() const { return count(Severity::error); }
  [[nodiscard]] std::size_t count(Severity severity) const {
    return counts_[static_cast<std::size_t>(severity)];
  }
  // Sorted by place; a message repeated at the same place is kept once. Of very many only the first ones of
  // each severity are kept.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

 private:
  void add(Severity severity, Span span, std::string message, std::string hint);

  std::vector<Diagnostic> all_;
  std::array<std::size_t, severities> counts_{};
};

// file:line:column: error: message, then the line, a caret under the span, and the hint. Of a long line the
// part around the caret is shown; characters that would act on a terminal are escaped. The first hundred
// errors, warnings and notes are shown, and the number of the others.
std::string render(const Diagnostic& diagnostic, const SourceText& source);
std::string render(const Diagnostics& diagnostics, const SourceText& source);

// The candidate nearest to a misspelt word by edit distance, or empty if none is near.
std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace quorate
