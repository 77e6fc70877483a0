// Loads a model from a text for the checker's tests, keeping what was reported.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "language/language.hpp"

namespace quorate {

struct CheckedModel {
  std::optional<Model> model;
  std::vector<Diagnostic> reports;
  std::shared_ptr<SourceText> source;

  // The reports as text, for failure messages.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& report : reports) all += render(report, *source);
    return all;
  }
  // The report whose message contains this, or null.
  [[nodiscard]] const Diagnostic* find(const std::string& part) const {
    for (const auto& report : reports) {
      if (report.message.find(part) != std::string::npos) return &report;
    }
    return nullptr;
  }
  [[nodiscard]] std::size_t errors() const {
    std::size_t count = 0;
    for (const auto& report : reports) count += report.severity == Severity::error ? 1 : 0;
    return count;
  }
};

inline CheckedModel check_text(const std::string& text, const ParameterValues& values = {}) {
  CheckedModel result;
  result.source = std::make_shared<SourceText>("model.ftdp", text);
  Diagnostics diagnostics;
  result.model = load_model(*result.source, values, diagnostics);
  result.reports = diagnostics.sorted();
  EXPECT_EQ(result.model.has_value(), !diagnostics.has_errors()) << result.text();
  return result;
}

// A model that must be right.
inline Model model_of(const std::string& text) {
  const CheckedModel checked = check_text(text);
  EXPECT_TRUE(checked.model.has_value()) << checked.text();
  return checked.model ? *checked.model : Model{};
}

}  // namespace quorate
