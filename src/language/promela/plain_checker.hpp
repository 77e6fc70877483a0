// Promela of a fixed size: names resolved, and the control flow of each proctype.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "language/promela/plain_syntax.hpp"

namespace quorate {

// Errors are reported and give nothing.
std::optional<PlainModel> check_plain_promela(const PlainText& text, Diagnostics& diagnostics);

// Resolves the names of expressions. The current process decides which variables are known.
class PlainResolver {
 public:
  PlainResolver(const PlainModel& model, const std::map<std::string, std::int64_t>& mtype_values,
                Diagnostics& diagnostics)
      : model_(model), mtype_values_(mtype_values), diagnostics_(diagnostics) {}

  void enter(std::int32_t process) { process_ = process; }
  // The labels of each process with their locations, for formulas.
  void know_labels(const std::vector<std::map<std::string, std::int32_t>>* labels) { labels_ = labels; }

  PlainExpression resolve(const PlainSyntax& syntax);
  // Something that can be assigned.
  PlainExpression variable(const PlainSyntax& syntax);
  std::optional<std::int32_t> channel(const std::string& name, Span span);
  [[nodiscard]] std::size_t fields_of(std::int32_t channel) const {
    return model_.channels[static_cast<std::size_t>(channel)].fields.size();
  }
  PlainArgument argument(const PlainArgumentText& text, bool received);
  // The value of an expression without variables; an error if it has some.
  std::int64_t constant(const PlainSyntax& syntax);

 private:
  PlainExpression named(const PlainSyntax& syntax);
  PlainExpression remote(const PlainSyntax& syntax);
  PlainExpression filling(const PlainSyntax& syntax);
  void add_index(const PlainSyntax& syntax, const PlainVariable& variable, PlainExpression& result);
  PlainExpression error(Span span, std::string message, std::string hint = {});

  const PlainModel& model_;
  const std::map<std::string, std::int64_t>& mtype_values_;
  Diagnostics& diagnostics_;
  std::int32_t process_ = -1;
  const std::vector<std::map<std::string, std::int32_t>>* labels_ = nullptr;
};

// The control flow of a proctype's body, into process.steps, locations, entry and places. Returns the
// locations of the labels.
std::map<std::string, std::int32_t> make_plain_flow(const PlainProcessText& text, PlainResolver& resolver,
                                                    PlainProcess& process, Diagnostics& diagnostics);

}  // namespace quorate
