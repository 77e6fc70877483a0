// What a user did wrong, collected so that one run reports everything, and shown
// with the line and a caret. Every stage that reads a user's text writes here;
// nothing throws for a user's mistake.
#pragma once

#include <string>
#include <vector>

#include "base/source.hpp"

namespace quorate {

enum class Severity { error, warning, note };

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

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  // Sorted by place; a message repeated at the same place is kept once.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

// file:line:column: error: message, then the line, a caret under the span, the hint.
std::string render(const Diagnostic& diagnostic, const SourceText& source);
std::string render(const Diagnostics& diagnostics, const SourceText& source);

// The candidate nearest to a misspelt word, or empty when none is near.
std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace quorate
