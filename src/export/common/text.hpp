// Pieces of target-language text: expressions that know whether they need brackets and whether they
// are a constant, and indented lines. Knows no language and no Model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quorate {

// An expression. A truth value's constant is 0 or 1.
struct Text {
  std::string s;
  bool atom = true;  // may be an operand without brackets
  std::optional<std::int64_t> constant = {};
  std::string chain = {};               // the operator if this is a chain of one associative operator,
  std::vector<std::string> links = {};  // and its operands

  [[nodiscard]] std::string operand() const { return atom ? s : "(" + s + ")"; }
  [[nodiscard]] bool is(std::int64_t value) const { return constant.has_value() && *constant == value; }
};

// A name or another text that needs no brackets.
Text word(std::string text);
Text number(std::int64_t value);
Text compound(std::string text);
// a op b, without folding of constants.
Text infix(const Text& a, const std::string& op, const Text& b);
// The same for an associative operator.
Text chained(const Text& a, const std::string& op, const Text& b);
// a + k and a - k, with the sign that reads best; folds constants.
Text plus(const Text& a, std::int64_t k);

class Lines {
 public:
  void line(const std::string& text);
  void blank();
  void indent() { ++depth_; }
  void outdent() { --depth_; }
  void add(const Lines& other);  // at the present depth
  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] const std::vector<std::string>& all() const { return lines_; }
  [[nodiscard]] std::string str() const;

 private:
  int depth_ = 0;
  std::vector<std::string> lines_;
};

// The parts with the separator between them.
std::string join_text(const std::vector<std::string>& parts, const std::string& separator);

}  // namespace quorate
