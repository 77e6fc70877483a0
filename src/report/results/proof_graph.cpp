#include "report/results/proof_graph.hpp"

#include <fmt/format.h>

namespace quorate {

namespace {

// The name of a node has the property in it, since lemmas of two properties may have the same name.
std::string node(const ProofResult& result, const std::string& name) {
  return fmt::format("\"{}: {}\"", result.property, name);
}

std::string arrows(const ProofResult& result, const std::string& name,
                   const std::vector<std::string>& needs) {
  std::string text;
  for (const std::string& needed : needs)
    text += fmt::format("  {} -> {};\n", node(result, needed), node(result, name));
  return text;
}

// The clause of a discovered lemma is the tooltip of its node.
std::string lemma_node(const ProofResult& result, const LemmaReport& lemma) {
  const std::string tip = lemma.text.empty() ? lemma.kind : lemma.text;
  return fmt::format("  {} [label=\"{}\\n{}\", tooltip=\"{}\"];\n", node(result, lemma.name), lemma.name,
                     lemma.kind, tip);
}

}  // namespace

std::string proof_graph(const ProveReport& report) {
  std::string text;
  for (const ProofResult& result : report.results) {
    if (result.verdict() != Verdict::holds) continue;
    text += fmt::format("  {} [label=\"{}\\n{}-inductive\", shape=box];\n", node(result, result.property),
                        result.property, result.k);
    text += arrows(result, result.property, result.needs);
    for (const LemmaReport& lemma : result.lemmas) {
      if (!lemma.proved) continue;
      text += lemma_node(result, lemma) + arrows(result, lemma.name, lemma.needs);
    }
  }
  return text.empty() ? text
                      : "digraph proof {\n  rankdir=LR;\n  node [shape=ellipse, fontname=\"sans-serif\"];\n" +
                            text + "}\n";
}

}  // namespace quorate
