#include "base/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/shown_line.hpp"
#include "base/shown_text.hpp"

namespace quorate {

namespace {

// In bytes. Longer messages, such as those with very long names, are shortened in the middle.
constexpr std::size_t longest_message = 1000;
// Of each severity; further ones are only counted, since a text of 4 MiB can have an error in every byte.
constexpr std::size_t most_kept = 1000;
// Likewise of each severity.
constexpr std::size_t most_shown = 100;

}  // namespace

void Diagnostics::add(Severity severity, Span span, std::string message, std::string hint) {
  if (++counts_[static_cast<std::size_t>(severity)] > most_kept) return;
  all_.push_back({severity, span, shortened_middle(std::move(message), longest_message),
                  shortened_middle(std::move(hint), longest_message)});
}

void Diagnostics::error(Span span, std::string message, std::string hint) {
  add(Severity::error, span, std::move(message), std::move(hint));
}

void Diagnostics::warning(Span span, std::string message, std::string hint) {
  add(Severity::warning, span, std::move(message), std::move(hint));
}

void Diagnostics::note(Span span, std::string message, std::string hint) {
  add(Severity::note, span, std::move(message), std::move(hint));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  auto result = all_;
  const auto key = [](const Diagnostic& d) { return std::tie(d.span.begin, d.span.end, d.message); };
  std::stable_sort(result.begin(), result.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

namespace {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "";
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceText& source) {
  const LineColumn start = source.locate(diagnostic.span.begin);
  const LineColumn end = source.locate(std::max(diagnostic.span.begin, diagnostic.span.end));
  std::size_t length = 1;
  if (end.line == start.line && end.column > start.column) length = end.column - start.column;
  const ShownLine line = shown_line(source.line(start.line), start.column, length);
  std::string text = fmt::format("{}:{}:{}: {}: {}\n{:>5} | {}\n{:>5} | {}\n", shown(source.file_name()),
                                 start.line, start.column, word(diagnostic.severity),
                                 shown(diagnostic.message), start.line, line.text, "", line.marks);
  if (!diagnostic.hint.empty()) text += fmt::format("{:>5} = {}\n", "", shown(diagnostic.hint));
  return text;
}

std::string render(const Diagnostics& diagnostics, const SourceText& source) {
  std::string text;
  std::array<std::size_t, severities> shown_so_far{};
  for (const auto& diagnostic : diagnostics.sorted()) {
    if (++shown_so_far[static_cast<std::size_t>(diagnostic.severity)] <= most_shown)
      text += render(diagnostic, source);
  }
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto s = static_cast<std::size_t>(severity);
    // Repeated messages at one place count once, which is not known for those that were not kept.
    const std::size_t all =
        diagnostics.count(severity) > most_kept ? diagnostics.count(severity) : shown_so_far[s];
    if (all <= most_shown) continue;
    const std::size_t more = all - most_shown;
    text += fmt::format("{}: and {} more {}{}\n", shown(source.file_name()), more, word(severity),
                        more == 1 ? "" : "s");
  }
  return text;
}

namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    if (candidate.size() > word.size() + best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < word.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace quorate
