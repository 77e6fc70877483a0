// The result of a check: a result for each property, or the reason why there are none. An internal error is
// neither: it is thrown (InternalError) and ends the program.
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
  well_defined,  // not a property of the text: for model errors, and for models without properties
};
// The name in the JSON report.
std::string to_text(ResultKind kind);
ResultKind result_kind(PropertyKind kind);
inline constexpr const char* well_defined_name = "well-defined";

// A warning about a verdict that is right but may not mean what it seems to mean.
struct ResultWarning {
  Span span;  // empty: no place in the text
  std::string message;
  std::string hint;
};

// The seconds of a verdict by their use. Properties that share a search share its time.
struct Timing {
  double analysis = 0;  // planning, building the systems
  double search = 0;    // the search that gave the verdict
  double repeated = 0;  // searches before it that had to be repeated
  double trace = 0;     // a shortest counterexample, lifting, replaying; warnings

  [[nodiscard]] double total() const { return analysis + search + repeated + trace; }
};

// A reduction that was wanted, and whether it was used.
struct LayerUse {
  std::string name;
  std::string against;  // why it was not used; empty if it was

  [[nodiscard]] bool used() const { return against.empty(); }
};
std::vector<LayerUse> uses_of(const Layers& wanted);

struct PropertyResult : Judged {
  std::string name;
  ResultKind kind = ResultKind::invariant;
  Semantics semantics;
  Symmetry symmetry = Symmetry::none;
  SymmetryPlan plan;                                   // which processes are permuted
  std::shared_ptr<const Decomposition> decomposition;  // that was searched; null: the model itself was
  PartialOrder por = PartialOrder::none;
  std::vector<LayerUse> layers;            // reductions that were wanted for the search
  std::optional<double> unreduced_states;  // known if a reduced search was complete
  Statistics statistics;                   // of the last search; its seconds are Timing::search
  Timing timing;
  std::optional<double> omission;  // the probability that a lossy store left states out
  std::string fairness;            // the assumption under which a temporal property was checked, or empty
  std::vector<ResultWarning> warnings;
  bool shortest = false;          // no counterexample has fewer steps
  bool refuted_at_start = false;  // temporal: every run from the initial state that is shown violates it

  // Whether the search used the layer of this name.
  [[nodiscard]] bool uses(std::string_view layer) const;
  // Whether the property holds and the trace is a run that it asks for.
  [[nodiscard]] bool witness() const { return verdict() == Verdict::holds && trace() != nullptr; }
  // As in [Bokor et al. 2009]: the quotient of the states without and with symmetry, and its share of the
  // largest factor.
  [[nodiscard]] double gain() const { return *unreduced_states / static_cast<double>(statistics.states); }
  [[nodiscard]] double efficiency() const { return gain() / plan.largest_factor; }
};

// Why a check has no results. The user can remedy all of these.
struct NotExecutable {
  std::vector<CompileProblem> problems;
};
struct SymmetryRefused {
  std::vector<SymmetryBreak> breaks;  // why the requested symmetry is refused
};
struct NoNativeCode {
  std::string why;  // it was requested
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

  // Adds a note unless it is there already.
  void note(const std::string& text);
  void note_all(const std::vector<std::string>& texts);
  // Takes over the results, notes and trouble of a part of the check. A result with a name that is there
  // already is dropped: searches for different properties can find the same model error.
  void add(CheckReport part);
  [[nodiscard]] PropertyResult* find(const std::string& name);
  // Whether the search of some result used the layer of this name.
  [[nodiscard]] bool uses(std::string_view layer) const;
  // Sorts the results in the order of the model's text; model errors come last.
  void sort_as(const Model& model);
};

}  // namespace quorate
