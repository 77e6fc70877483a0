#include "native/status_text.hpp"

#include <array>

namespace quorate {

namespace {

// The names in the enumeration Status of runtime.hpp.
constexpr std::array status_names{"correct", "crash", "byzantine", "crashed"};

}  // namespace

std::string StatusText::status_is(ProcessId process, Status status) const {
  if (!c_.tracked(process)) return constant(status == Status::correct);
  return fmt::format("(status_{}({}) == {})", process.index(), state_,
                     status_names[static_cast<std::size_t>(status)]);
}

std::string StatusText::at_least(std::int64_t count, const std::vector<ProcessId>& processes,
                                 Status status) const {
  std::string sum = "0";
  for (const ProcessId process : processes) sum += " + " + status_is(process, status);
  return fmt::format("({} >= {})", sum, count);
}

std::string StatusText::negation(const std::string& a) {
  if (a == "true" || a == "false") return constant(a == "false");
  return "!" + a;
}

std::string StatusText::both(const std::string& a, const std::string& b) {
  if (a == "false" || b == "true") return a;
  if (b == "false" || a == "true") return b;
  return "(" + a + " && " + b + ")";
}

std::string StatusText::either(const std::string& a, const std::string& b) {
  if (a == "true" || b == "false") return a;
  if (b == "true" || a == "false") return b;
  return "(" + a + " || " + b + ")";
}

std::string if_true(const std::string& condition, const std::string& what) {
  if (condition == "false") return "";
  return condition == "true" ? what : "if (" + condition + ") " + what;
}

}  // namespace quorate
