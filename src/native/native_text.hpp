// A C++ text under construction. Functions with the same text are printed once, since the rules of different
// processes often share parts.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

namespace quorate {

// For functions that must be inlined into their callers.
inline constexpr const char* inlined = "[[gnu::always_inline]] inline";

// Thrown if a text becomes so large that a compiler would take too long for it (some ten seconds).
struct TooLargeToCompile {};
inline constexpr std::size_t native_text_limit = 4'000'000;

class NativeText {
 public:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), pattern, std::forward<Arguments>(arguments)...);
    if (text_.size() > native_text_limit) throw TooLargeToCompile{};
  }

  // Prints `<attributes> static int <prefix>_<number>(<parameters>) { <body> }`, unless that was done before.
  // Returns its name.
  std::string function(const std::string& prefix, const std::string& attributes,
                       const std::string& parameters, const std::string& body) {
    const std::string rest = fmt::format("({}) {{\n{}}}\n", parameters, body);
    const auto [found, fresh] = names_.try_emplace(prefix + attributes + rest);
    if (fresh) {
      found->second = fmt::format("{}_{}", prefix, names_.size());
      put("{} static int {}{}", attributes, found->second, rest);
    }
    return found->second;
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::unordered_map<std::string, std::string> names_;
};

}  // namespace quorate
