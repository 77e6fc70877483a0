// What a user did wrong, collected so that one run reports everything, and shown
// with the line and a caret. Every stage that reads a user's text writes here;
// nothing throws for a user's mistake.
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

// file:line:column: error: message, then the line, a caret under the span, the hint. A long line is shown
// around the caret, and nothing as it is that would act on a terminal. Of many the first hundred errors,
// warnings and notes are shown, and how many more there are.
std::string render(const Diagnostic& diagnostic, const SourceText& source);
std::string render(const Diagnostics& diagnostics, const SourceText& source);

// The candidate nearest to a misspelt word, or empty when none is near.
std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace quorate
