#include "report/results/model_heading.hpp"

#include <fmt/format.h>

namespace quorate {

namespace {

std::string parameter_list(const Model& model) {
  std::string text;
  for (const Parameter& parameter : model.parameters) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.name, parameter.value);
  }
  return text.empty() ? "" : " (" + text + ")";
}

}  // namespace

std::string model_heading(const Model& model, const SourceText& source) {
  return fmt::format("{}{}: {}\n", model.name, parameter_list(model), source.file_name());
}

}  // namespace quorate
