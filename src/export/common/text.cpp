// A chain of one associative operator is kept as a list of operands, so that brackets are left out and a rule
// can put each condition on a line of its own.
#include "export/common/text.hpp"

#include <fmt/format.h>

#include "model/arithmetic.hpp"

namespace quorate {

Text word(std::string text) {
  return {std::move(text), true, std::nullopt, "", {}};
}

Text number(std::int64_t value) {
  return {fmt::format("{}", value), value >= 0, value, "", {}};
}

Text compound(std::string text) {
  return {std::move(text), false, std::nullopt, "", {}};
}

Text infix(const Text& a, const std::string& op, const Text& b) {
  return compound(a.operand() + " " + op + " " + b.operand());
}

Text chained(const Text& a, const std::string& op, const Text& b) {
  Text whole = compound("");
  whole.chain = op;
  for (const Text* side : {&a, &b}) {
    if (side->chain == op) {
      whole.links.insert(whole.links.end(), side->links.begin(), side->links.end());
    } else {
      whole.links.push_back(side->operand());
    }
  }
  whole.s = join_text(whole.links, " " + op + " ");
  return whole;
}

Text plus(const Text& a, std::int64_t k) {
  std::int64_t sum = 0;
  if (a.constant && arithmetic::add(*a.constant, k, sum)) return number(sum);
  if (k == 0) return a;
  return k > 0 ? infix(a, "+", number(k)) : infix(a, "-", number(-k));
}

void Lines::line(const std::string& text) {
  lines_.push_back(std::string(static_cast<std::size_t>(2 * depth_), ' ') + text);
}

void Lines::blank() {
  if (!lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
}

void Lines::add(const Lines& other) {
  for (const std::string& text : other.lines_) {
    if (text.empty()) {
      blank();
    } else {
      line(text);
    }
  }
}

std::string Lines::str() const {
  std::string all;
  for (const std::string& text : lines_) all += text + "\n";
  return all;
}

std::string join_text(const std::vector<std::string>& parts, const std::string& separator) {
  std::string all;
  for (const std::string& part : parts) {
    if (!all.empty()) all += separator;
    all += part;
  }
  return all;
}

}  // namespace quorate
