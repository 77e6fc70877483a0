// The preprocessor of both dialects, on tokens instead of characters. Directives begin with a '#' that is
// the first token of its line and end with the line; a backslash before the end of a line continues them.
// Macros have no parameters; their bodies are expanded again where they are used, except inside of
// themselves. Expanded tokens get the place of the outermost use, so that errors point into the text. The
// number and depth of expansions are limited.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "language/promela/promela_lexer.hpp"

namespace quorate {

namespace {

using Tokens = std::vector<PromelaToken>;

constexpr std::size_t kMostExpandedTokens = 200'000;
// Macros that expand to nothing make no tokens, but take time.
constexpr std::size_t kMostExpansions = 1'000'000;
constexpr std::size_t kDeepestMacro = 200;

class PromelaPreprocessor {
 public:
  PromelaPreprocessor(const SourceText& source, const std::map<std::string, std::string>& definitions,
                      Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {
    for (const auto& [name, value] : definitions) define_from_command_line(name, value);
  }

  PreprocessedPromela run() {
    const Tokens all = lex_promela(source_, diagnostics_);
    for (std::size_t i = 0; i < all.size();) {
      if (all[i].is("#") && all[i].starts_line && all[i].kind == PromelaKind::sign) {
        i = directive(all, i + 1);
        continue;
      }
      if (enabled() || all[i].kind == PromelaKind::end) expand(all[i], all[i].span);
      ++i;
    }
    for (const Conditional& open : conditionals_)
      diagnostics_.error(open.span, "this condition is never closed", "write #endif at its end");
    return std::move(result_);
  }

 private:
  struct Conditional {
    Span span;
    bool taken = false;
    bool outer = true;  // whether the text around it is read
    bool has_else = false;
  };

  [[nodiscard]] bool enabled() const {
    return conditionals_.empty() || (conditionals_.back().taken && conditionals_.back().outer);
  }

  void define_from_command_line(const std::string& name, const std::string& value) {
    Diagnostics ignored;
    Tokens body = lex_promela(SourceText("-D", value), ignored);
    body.pop_back();
    macros_[name] = std::move(body);
  }

  // Returns the position after the directive.
  std::size_t directive(const Tokens& all, std::size_t at) {
    Tokens line;
    while (at < all.size() && all[at].kind != PromelaKind::end) {
      const bool continued = !line.empty() && line.back().is("\\");
      if (all[at].starts_line && !continued) break;
      if (continued) line.pop_back();
      line.push_back(all[at++]);
    }
    if (!line.empty() && line.back().is("\\")) line.pop_back();
    if (!line.empty()) execute(line);
    return at;
  }

  void execute(const Tokens& line) {
    const std::string& word = line[0].text;
    if (word == "ifdef" || word == "ifndef") return begin_condition(line, word == "ifdef");
    if (word == "else" || word == "endif") return close_condition(line[0], word == "else");
    if (!enabled()) return;
    if (word == "define") return define(line);
    if (word == "pragma") return pragma(line);
    if (word == "include") {
      diagnostics_.error(line[0].span, "other files cannot be included", "write the whole model in one file");
    } else {
      diagnostics_.error(line[0].span, fmt::format("there is no directive #{}", word),
                         "the directives are #define, #ifdef, #ifndef, #else, #endif and #pragma option");
    }
  }

  void begin_condition(const Tokens& line, bool if_defined) {
    Conditional condition{line[0].span, false, enabled(), false};
    if (line.size() < 2 || line[1].kind != PromelaKind::name) {
      diagnostics_.error(line[0].span, "a macro's name is missing after this directive", "");
    } else {
      condition.taken = macros_.contains(line[1].text) == if_defined;
    }
    conditionals_.push_back(condition);
  }

  void close_condition(const PromelaToken& word, bool is_else) {
    if (conditionals_.empty()) {
      diagnostics_.error(word.span, fmt::format("#{} without #ifdef or #ifndef before it", word.text), "");
      return;
    }
    Conditional& condition = conditionals_.back();
    if (!is_else) return conditionals_.pop_back();
    if (condition.has_else)
      diagnostics_.error(word.span, "a second #else for the same condition",
                         "a nested condition needs its own #ifdef and #endif");
    condition.has_else = true;
    condition.taken = !condition.taken;
  }

  void define(const Tokens& line) {
    if (line.size() < 2 || line[1].kind != PromelaKind::name) {
      diagnostics_.error(line[0].span, "a name is missing after #define", "");
      return;
    }
    // "#define F(x)" has no blank before the parenthesis; "#define F (x)" is an ordinary body.
    if (line.size() > 2 && line[2].is("(") && line[2].span.begin == line[1].span.end) {
      diagnostics_.error(line[1].span, "macros with parameters are not part of the language",
                         "write the expression where it is used");
      return;
    }
    Tokens body(line.begin() + 2, line.end());
    const auto known = macros_.find(line[1].text);
    if (known != macros_.end())
      warn_of_second(line[1], std::ranges::equal(known->second, body, {}, text_of, text_of));
    macros_[line[1].text] = std::move(body);
  }

  static const std::string& text_of(const PromelaToken& token) { return token.text; }

  void warn_of_second(const PromelaToken& name, bool same) {
    if (same)
      return diagnostics_.warning(name.span,
                                  fmt::format("{} is defined twice, with the same text", name.text),
                                  "one of the two can be left out");
    diagnostics_.warning(name.span, fmt::format("{} is defined before, with another text", name.text),
                         "from here on this definition is used");
  }

  void pragma(const Tokens& line) {
    if (line.size() != 3 || !line[1].is("option") || line[2].kind != PromelaKind::string) {
      diagnostics_.warning(line[0].span, "this pragma is not known and has no effect",
                           "#pragma option \"key = value\"");
      return;
    }
    const std::string& text = line[2].text;
    const auto equals = text.find('=');
    const auto trimmed = [](const std::string& part) {
      const auto begin = part.find_first_not_of(" \t");
      const auto end = part.find_last_not_of(" \t");
      return begin == std::string::npos ? std::string() : part.substr(begin, end - begin + 1);
    };
    if (equals == std::string::npos) {
      diagnostics_.warning(line[2].span, "this option has no value and no effect", "\"key = value\"");
      return;
    }
    result_.pragmas.push_back(
        {line[2].span, trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))});
  }

  // Appends the token, with macros replaced. All tokens get the place of the outermost use.
  void expand(const PromelaToken& token, Span use) {
    const auto macro = macros_.find(token.text);
    if (token.kind != PromelaKind::name || macro == macros_.end() || active_.contains(token.text)) {
      PromelaToken copy = token;
      copy.span = use;
      result_.tokens.push_back(std::move(copy));
      return;
    }
    if (too_long_) return;
    if (active_.size() == kDeepestMacro) {
      too_long_ = true;
      diagnostics_.error(use, fmt::format("macros inside of each other, more than {} deep", kDeepestMacro));
      return;
    }
    if (result_.tokens.size() > kMostExpandedTokens || ++expansions_ > kMostExpansions) {
      too_long_ = true;
      diagnostics_.error(use, "the macros of this text expand to too many tokens",
                         fmt::format("at most {} are read", kMostExpandedTokens));
      return;
    }
    active_.insert(token.text);
    const std::size_t before = result_.tokens.size();
    for (const PromelaToken& part : macro->second) expand(part, use);
    active_.erase(token.text);
    if (result_.tokens.size() == before + 1) result_.tokens.back().macro = token.text;
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::map<std::string, Tokens> macros_;
  std::set<std::string> active_;  // being expanded
  std::vector<Conditional> conditionals_;
  PreprocessedPromela result_;
  std::size_t expansions_ = 0;
  bool too_long_ = false;
};

}  // namespace

PreprocessedPromela preprocess_promela(const SourceText& source,
                                       const std::map<std::string, std::string>& definitions,
                                       Diagnostics& diagnostics) {
  return PromelaPreprocessor(source, definitions, diagnostics).run();
}

}  // namespace quorate
