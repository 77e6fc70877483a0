#include "base/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace quorate {

void Diagnostics::error(Span span, std::string message, std::string hint) {
  all_.push_back({Severity::error, span, std::move(message), std::move(hint)});
  ++errors_;
}

void Diagnostics::warning(Span span, std::string message, std::string hint) {
  all_.push_back({Severity::warning, span, std::move(message), std::move(hint)});
}

void Diagnostics::note(Span span, std::string message, std::string hint) {
  all_.push_back({Severity::note, span, std::move(message), std::move(hint)});
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

// Tabs keep their width in the caret line by being repeated there.
std::string caret_line(std::string_view line, LineColumn start, std::size_t length) {
  std::string result;
  std::uint32_t column = 1;
  for (std::size_t i = 0; i < line.size() && column < start.column; ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80U) continue;
    result += line[i] == '\t' ? '\t' : ' ';
    ++column;
  }
  result += '^';
  if (length > 1) result.append(length - 1, '~');
  return result;
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceText& source) {
  const LineColumn start = source.locate(diagnostic.span.begin);
  const LineColumn end = source.locate(std::max(diagnostic.span.begin, diagnostic.span.end));
  const std::string_view line = source.line(start.line);
  std::size_t length = 1;
  if (end.line == start.line && end.column > start.column) length = end.column - start.column;
  const std::string margin = fmt::format("{:>5} | ", start.line);
  std::string text = fmt::format("{}:{}:{}: {}: {}\n{}{}\n{:>5} | {}\n", source.file_name(), start.line,
                                 start.column, word(diagnostic.severity), diagnostic.message, margin, line,
                                 "", caret_line(line, start, length));
  if (!diagnostic.hint.empty()) text += fmt::format("{:>5} = {}\n", "", diagnostic.hint);
  return text;
}

std::string render(const Diagnostics& diagnostics, const SourceText& source) {
  std::string text;
  for (const auto& diagnostic : diagnostics.sorted()) text += render(diagnostic, source);
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
