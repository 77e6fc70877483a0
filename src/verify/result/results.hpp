// What a check gives back: a result for each property, or the one reason why there are none. An internal
// error is neither: it is thrown (InternalError), and ends the program.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/parts/decomposition.hpp"
#include "model/model.hpp"
#include "model/semantics.hpp"
#include "search/search.hpp"
#include "system/compile/compiler.hpp"
#include "verify/gate/partial_order_plan.hpp"
#include "verify/gate/symmetry_plan.hpp"
#include "verify/result/judgement.hpp"

namespace quorate {

struct Layers;

enum class ResultKind {
  invariant,
  no_deadlock,
  temporal,
  well_defined,  // no property of the text: the model has an error, or has no property
};
// The word of the JSON report.
std::string to_text(ResultKind kind);
ResultKind result_kind(PropertyKind kind);
inline constexpr const char* well_defined_name = "well-defined";

// A verdict that is right and still may not mean what it seems to mean.
struct ResultWarning {
  Span span;  // empty: no place of the text
  std::string message;
  std::string hint;
};

// Where the seconds of a verdict went. Properties that share a search share its time.
struct Timing {
  double analysis = 0;  // planning, building the systems
  double search = 0;    // the search that gave the verdict
  double repeated = 0;  // searches before it that had to begin anew
  double trace = 0;     // a shortest counterexample, lifting, replaying; warnings

  [[nodiscard]] double total() const { return analysis + search + repeated + trace; }
};

// A reduction that was wanted.
struct LayerUse {
  std::string name;
  std::string against;  // why it was not used; empty: it was

  [[nodiscard]] bool used() const { return against.empty(); }
};
std::vector<LayerUse> uses_of(const Layers& wanted);

struct PropertyResult : Judged {
  std::string name;
  ResultKind kind = ResultKind::invariant;
  Semantics semantics;
  Symmetry symmetry = Symmetry::none;
  SymmetryPlan plan;                                   // which processes are permuted
  std::shared_ptr<const Decomposition> decomposition;  // of the model that was searched; none: the original
  PartialOrder por = PartialOrder::none;
  std::vector<LayerUse> layers;            // reductions that were wanted of the search
  std::optional<double> unreduced_states;  // known if a reduced search was complete
  Statistics statistics;                   // of the last search; its seconds are Timing::search
  Timing timing;
  std::optional<double> omission;  // the probability that a lossy store left states out
  std::string fairness;            // the assumption that a temporal property was checked under, or empty
  std::vector<ResultWarning> warnings;
  bool shortest = false;  // no counterexample has fewer steps

  // Whether the search used a layer, by its name.
  [[nodiscard]] bool uses(std::string_view layer) const;
  // The property holds, and the trace is a run that it asks for.
  [[nodiscard]] bool witness() const { return verdict() == Verdict::holds && trace() != nullptr; }
  // [Bokor et al. 2009]: states without and with symmetry; and how near that is to the largest factor.
  [[nodiscard]] double gain() const { return *unreduced_states / static_cast<double>(statistics.states); }
  [[nodiscard]] double efficiency() const { return gain() / plan.largest_factor; }
};

// Why a check has no results. All of them are for the user to mend.
struct NotExecutable {
  std::vector<CompileProblem> problems;
};
struct SymmetryRefused {
  std::vector<SymmetryBreak> breaks;  // against the symmetry that was asked for
};
struct NoNativeCode {
  std::string why;  // although it was asked for
};
struct CheckpointUnusable {
  std::string why;
};
using Trouble = std::variant<NotExecutable, SymmetryRefused, NoNativeCode, CheckpointUnusable>;

struct CheckReport {
  std::vector<PropertyResult> results;
  std::vector<std::string> notes;  // what was chosen, and why
  bool used_native_code = false;   // in some search
  std::optional<Trouble> trouble;  // then there are no results

  // What is said once need not be said again.
  void note(const std::string& text);
  void note_all(const std::vector<std::string>& texts);
  // Takes over the results, notes and trouble of a part of the check. The same model error may be met again
  // for other properties.
  void add(CheckReport part);
  [[nodiscard]] PropertyResult* find(const std::string& name);
  // Whether the search for some result used a layer.
  [[nodiscard]] bool uses(std::string_view layer) const;
  // In the order of the model's text; model errors last.
  void sort_as(const Model& model);
};

}  // namespace quorate
