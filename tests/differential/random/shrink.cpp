// Delta debugging by levels, from coarse to fine: whole sections and rules, runs of lines, `if` and `for`
// around lines, optional words, bracketed expressions, numbers. Each level tries every place once and keeps
// what still fails; the levels repeat until a whole round changes nothing.
#include "shrink.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace quorate {

namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  Lines lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::size_t indentation(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

class Shrinker {
 public:
  Shrinker(std::string text, const std::function<bool(const std::string&)>& still_fails, std::size_t attempts)
      : text_(std::move(text)), still_fails_(still_fails), attempts_(attempts) {}

  std::string run() {
    std::string before;
    while (before != text_ && attempts_ > 0) {
      before = text_;
      remove_blocks();
      for (const std::size_t size : {8, 4, 2, 1}) remove_lines(static_cast<std::size_t>(size));
      unwrap();
      remove_words();
      simplify_brackets();
      lower_numbers();
    }
    return text_;
  }

 private:
  bool attempt(const std::string& candidate) {
    if (attempts_ == 0 || candidate == text_) return false;
    --attempts_;
    if (!still_fails_(candidate)) return false;
    text_ = candidate;
    return true;
  }

  // A line and everything below it that is indented more.
  void remove_blocks() {
    for (std::size_t i = 0; i < split(text_).size();) {
      Lines lines = split(text_);
      std::size_t end = i + 1;
      while (end < lines.size() && indentation(lines[end]) > indentation(lines[i])) ++end;
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i),
                  lines.begin() + static_cast<std::ptrdiff_t>(end));
      if (!attempt(join(lines))) ++i;
    }
  }

  void remove_lines(std::size_t size) {
    for (std::size_t i = 0; i < split(text_).size();) {
      Lines lines = split(text_);
      const auto end = std::min(i + size, lines.size());
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i),
                  lines.begin() + static_cast<std::ptrdiff_t>(end));
      if (!attempt(join(lines))) ++i;
    }
  }

  // Drops a line and the next one of the same indentation, or both and what is between.
  void unwrap() {
    for (std::size_t i = 0; i < split(text_).size();) {
      const Lines lines = split(text_);
      std::size_t end = i + 1;
      while (end < lines.size() && indentation(lines[end]) > indentation(lines[i])) ++end;
      Lines inside = lines;
      if (end < lines.size()) inside.erase(inside.begin() + static_cast<std::ptrdiff_t>(end));
      inside.erase(inside.begin() + static_cast<std::ptrdiff_t>(i));
      Lines outside = lines;
      outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(i),
                    outside.begin() + static_cast<std::ptrdiff_t>(std::min(end + 1, lines.size())));
      if (!attempt(join(outside)) && !attempt(join(inside))) ++i;
    }
  }

  bool replace(std::size_t position, std::size_t length, const std::string& by) {
    return attempt(text_.substr(0, position) + by + text_.substr(position + length));
  }

  // Pieces up to the end of a line or up to a comma: guards, initial values, channel words, fields.
  void remove_words() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      static const std::vector<std::string> starts = {" := ", " and ", " unless ", " where ", ", "};
      for (const std::string& start : starts) {
        if (text_.compare(i, start.size(), start) != 0) continue;
        for (const char* stop : {" do", ";", ")", ",", " |", " then", "\n"}) {
          const std::size_t end = text_.find(stop, i + start.size());
          if (end != std::string::npos && text_.find('\n', i) >= end && replace(i, end - i, "")) break;
        }
      }
    }
  }

  void simplify_brackets() {
    static const std::string open = "({[";
    static const std::string close = ")}]";
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const std::size_t kind = open.find(text_[i]);
      if (kind == std::string::npos) continue;
      std::size_t end = i + 1;
      for (int depth = 1; end < text_.size() && depth > 0; ++end) {
        if (open.find(text_[end]) != std::string::npos) ++depth;
        if (close.find(text_[end]) != std::string::npos) --depth;
      }
      std::size_t begin = i;  // with the word in front of the bracket, or without
      while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text_[begin - 1])) != 0)) --begin;
      const std::string inner = text_.substr(i + 1, end - i - 2);
      bool changed = false;
      for (const std::size_t from : {begin, i}) {
        for (const std::string& by : {std::string("true"), std::string("false"), std::string("0"),
                                      std::string("1"), std::string("{}"), std::string()}) {
          if (!changed && end - from > by.size()) changed = replace(from, end - from, by);
        }
      }
      if (!changed) changed = replace(i, end - i, inner) || keep_branch(i, inner, end);
    }
  }

  // (if c then a else b) becomes a or b.
  bool keep_branch(std::size_t begin, const std::string& inner, std::size_t end) {
    const std::size_t then = inner.find(" then ");
    const std::size_t otherwise = inner.rfind(" else ");
    if (inner.rfind("if ", 0) != 0 || then == std::string::npos || otherwise == std::string::npos)
      return false;
    if (otherwise < then) return false;
    return replace(begin, end - begin, inner.substr(then + 6, otherwise - then - 6)) ||
           replace(begin, end - begin, inner.substr(otherwise + 6));
  }

  void lower_numbers() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const bool digit = std::isdigit(static_cast<unsigned char>(text_[i])) != 0;
      const bool in_name = i > 0 && std::isalnum(static_cast<unsigned char>(text_[i - 1])) != 0;
      if (!digit || in_name || text_[i] == '0') continue;
      if (!replace(i, 1, "0") && text_[i] > '1')
        replace(i, 1, std::string(1, static_cast<char>(text_[i] - 1)));
    }
  }

  std::string text_;
  const std::function<bool(const std::string&)>& still_fails_;
  std::size_t attempts_;
};

}  // namespace

std::string shrink(std::string text, const std::function<bool(const std::string&)>& still_fails,
                   std::size_t attempts) {
  return Shrinker(std::move(text), still_fails, attempts).run();
}

}  // namespace quorate
