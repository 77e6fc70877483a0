// Each run is shown as an outline, the process and the rule of each step. Then comes, for each predicate of
// the properties, in how many runs it was true and in how many false. A predicate that was never evaluated is
// marked, and so is a premise or assumption that was never true: about such a property the runs say nothing.
#include "report/results/sample_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "report/results/check_report.hpp"
#include "report/results/model_heading.hpp"
#include "report/trace/trace_json.hpp"
#include "report/trace/trace_text.hpp"

namespace quorate {

namespace {

std::string to_text(WalkEnd end) {
  switch (end) {
    case WalkEnd::rests:
      return "rests";
    case WalkEnd::loops:
      return "loops";
    case WalkEnd::cut:
      return "cut";
    case WalkEnd::failed:
      return "failed";
    case WalkEnd::no_start:
      return "no start";
  }
  return {};
}

std::string to_text(WatchedPart part) {
  switch (part) {
    case WatchedPart::predicate:
      return "predicate";
    case WatchedPart::premise:
      return "premise";
    case WatchedPart::assumption:
      return "assumption";
  }
  return {};
}

// The text with every sequence of blanks as one space.
std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  return result;
}

std::string seen_text(const SeenPredicate& p, std::uint64_t runs) {
  const std::string all = counted(runs, "run");
  if (p.true_in == 0 && p.false_in == 0) return fmt::format("was never evaluated in {}", all);
  if (p.true_in == 0) return fmt::format("was never true in {}", all);
  if (p.false_in == 0) return fmt::format("was never false in {}", all);
  return fmt::format("was true in {} and false in {}", counted(p.true_in, "run"), p.false_in);
}

std::string predicate_lines(const SourceText& source, const SeenPredicate& p, std::uint64_t runs,
                            const TextStyle& style) {
  const std::string part = p.part == WatchedPart::predicate ? "" : to_text(p.part) + " ";
  const bool remarkable = p.part == WatchedPart::predicate ? p.true_in + p.false_in == 0 : p.true_in == 0;
  Paragraph head;
  head.add("  ");
  Paragraph line;
  line.add(fmt::format("{}`{}`", part, one_line(source.excerpt(p.span))));
  line.add(seen_text(p, runs), remarkable ? Ink::alarm : Ink::plain);
  return line.lines(head, 4, style);
}

std::string ending_text(const SampleRun& run) {
  if (run.end != WalkEnd::cut) return "";
  return fmt::format("\nThe sample is cut here, after {}; the run goes on.\n",
                     counted(run.trace.steps.size(), "step"));
}

}  // namespace

std::string samples_text(const Model& model, const SourceText& source, const Samples& samples,
                         const TextStyle& style) {
  std::string text = model_heading(model, source);
  const std::uint64_t runs = samples.runs.size();
  text += fmt::format("  {} at random, seed {}: {}\n", counted(runs, "run"), samples.seed,
                      semantics_line(model, samples.semantics));
  if (!samples.problem.empty()) text += fmt::format("  note: {}\n", samples.problem);
  for (std::uint64_t k = 0; k < runs; ++k) {
    const SampleRun& run = samples.runs[k];
    text += fmt::format("\nSample {} ({}):\n", k + 1, counted(run.trace.steps.size(), "step"));
    text += trace_text(run.trace, style, failure_place(run.trace, source), TraceDetail::outline);
    text += ending_text(run);
  }
  if (runs == 0) return text;
  text += fmt::format("\nPredicates of the properties in {}:\n", runs == 1 ? "the sample" : "the samples");
  for (const SeenProperty& property : samples.properties) {
    text += fmt::format("  {}\n", property.name);
    for (const SeenPredicate& p : property.predicates) text += predicate_lines(source, p, runs, style);
    if (property.predicates.empty()) text += "    has no predicate that can be evaluated in a state\n";
  }
  return text;
}

Json samples_json(const SourceText& source, const Samples& samples) {
  Json json = Json::object();
  json["seed"] = samples.seed;
  json["problem"] = samples.problem.empty() ? Json() : Json(samples.problem);
  json["runs"] = Json::array();
  for (const SampleRun& run : samples.runs) {
    json["runs"].push_back({{"end", to_text(run.end)}, {"trace", trace_json(run.trace)}});
  }
  json["properties"] = Json::array();
  for (const SeenProperty& property : samples.properties) {
    Json predicates = Json::array();
    for (const SeenPredicate& p : property.predicates) {
      const LineColumn place = source.locate(p.span.begin);
      predicates.push_back({{"part", to_text(p.part)},
                            {"text", one_line(source.excerpt(p.span))},
                            {"line", place.line},
                            {"column", place.column},
                            {"true_in", p.true_in},
                            {"false_in", p.false_in}});
    }
    json["properties"].push_back({{"property", property.name}, {"predicates", predicates}});
  }
  return json;
}

}  // namespace quorate
