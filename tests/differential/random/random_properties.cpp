#include "random_properties.hpp"

#include <fmt/format.h>

#include "random_formula.hpp"
#include "seeded.hpp"

namespace quorate {

namespace {

// "p3" becomes the text of predicate 3.
std::string with_predicates(const std::string& formula, const std::vector<std::string>& predicates) {
  std::string text;
  for (std::size_t k = 0; k < formula.size(); ++k) {
    if (formula[k] != 'p') {
      text += formula[k];
      continue;
    }
    text += predicates[static_cast<std::size_t>(formula[++k] - '0')];
  }
  return text;
}

std::string in_words(std::string text) {
  const std::vector<std::pair<std::string, std::string>> spellings{
      {"<->", "<=>"}, {"->", "=>"}, {"!", "not "}, {"&", "and"}, {"|", "or"}};
  for (const auto& [symbol, word] : spellings) {
    for (auto at = text.find(symbol); at != std::string::npos; at = text.find(symbol, at + word.size())) {
      text.replace(at, symbol.size(), word);
    }
  }
  return text;
}

// "all(x: alpha | C)" becomes "all(x: alpha | F (C))", a formula about every single process.
std::string each_by_itself(const std::string& predicate, const std::string& path) {
  const auto bar = predicate.find(" | ");
  if (!predicate.starts_with("all(") || bar == std::string::npos) return path + " (" + predicate + ")";
  const std::string body = predicate.substr(bar + 3, predicate.size() - bar - 4);
  return predicate.substr(0, bar + 3) + path + " (" + body + "))";
}

}  // namespace

std::string with_temporal_properties(std::string text, std::uint64_t seed) {
  const auto model = load_text(text);
  if (!model) return text;
  Random random(seed);
  std::vector<std::string> plain;
  for (const Property& property : model->properties) {
    const Span span = property.predicate.span;
    if (property.kind == PropertyKind::invariant)
      plain.push_back(text.substr(span.begin, span.end - span.begin));
  }
  if (plain.empty()) return text;
  std::vector<std::string> predicates;
  for (const std::string& predicate : plain) predicates.push_back("(" + predicate + ")");
  text +=
      fmt::format("fairness f: {}justice not {}\n", random.percent(50) ? "processes, " : "", predicates[0]);
  text += fmt::format("fairness g: messages, compassion ({}, not {})\n", predicates.back(), predicates[0]);
  std::vector<std::string> assumptions{
      "", "", "", " under fair", " under processes", " under messages", " under f", " under g"};
  std::vector<std::string> rules;
  for (const Rule& rule : model->rules) {
    if (!rule.byzantine) rules.push_back(rule.name);
  }
  if (!rules.empty()) {
    text += fmt::format("fairness h: {}{} rule {}, {} rule {}\n", random.percent(50) ? "messages, " : "",
                        random.percent(50) ? "weak" : "strong", random.pick(rules),
                        random.percent(30) ? "weak" : "strong", random.pick(rules));
    assumptions.insert(assumptions.end(), 3, " under h");
  }
  for (int k = 0; k < 4; ++k) {
    FormulaTaste taste;
    taste.atoms = static_cast<std::uint32_t>(predicates.size());
    taste.next = random.percent(15);
    taste.paths = random.percent(25);
    std::string formula = with_predicates(
        in_words(show(random_formula(random, 2 + static_cast<int>(random.below(4)), taste))), predicates);
    if (k == 0) formula = each_by_itself(random.pick(plain), random.percent(50) ? "F" : "G F");
    text += fmt::format("property t{}: ({}){}\n", k, formula, random.pick(assumptions));
  }
  return text;
}

}  // namespace quorate
