// The whole of `quorate check`: which semantics is sound for which property, the searches, the traces. This
// is where the stack of systems is built from the options.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/parts/decomposition.hpp"
#include "model/model.hpp"
#include "model/semantics.hpp"
#include "search/search.hpp"
#include "search/verdict.hpp"
#include "system/compile/compiler.hpp"
#include "verify/gate/symmetry_plan.hpp"
#include "verify/system_stack.hpp"

namespace quorate {

struct CheckOptions {
  Traffic traffic = Traffic::m;
  std::optional<CrashModel> crash;   // none: the cheapest that is sound for the property
  std::optional<LossModel> loss;     // none: the cheapest that is sound for the property
  std::optional<Symmetry> symmetry;  // none: by roles, as far as they are interchangeable
  std::optional<PartialOrder> por;   // none: stubborn sets wherever they are sound
  std::optional<bool> forget;        // spent messages; none: unless a reduction was chosen
  bool stateless = false;            // search without storing states; always so with PartialOrder::dpor
  LporOptions lpor_options;
  bool check_reductions =
      false;  // verify the conditions of LPOR in every state, at any cost; may throw ReductionFlaw
  SearchOptions search;
  Engine engine = Engine::interpreted;
  std::vector<std::string> properties;  // empty: all
  std::optional<std::string> fairness;  // of temporal properties, instead of what they say; "none"
  bool deadlock = false;                // check freedom from deadlock although the model does not ask for it

  [[nodiscard]] bool stores_states() const { return !stateless && por != PartialOrder::dpor; }
  // Permuted states would have to be stored to be recognized.
  [[nodiscard]] Symmetry effective_symmetry() const {
    return symmetry.value_or(stores_states() ? Symmetry::role : Symmetry::none);
  }
  // Whoever chooses a reduction wants to see the states of that one.
  [[nodiscard]] bool effective_forgetting() const {
    return stores_states() && forget.value_or(!symmetry && !por);
  }
  // The checker of reductions keeps what it has seen, and a depth-first search is one path.
  // Other stores than the tree are for one thread.
  [[nodiscard]] unsigned effective_threads() const {
    const bool shared = effective_order() == SearchOrder::breadth_first && search.store == StoreKind::tree;
    return shared && !check_reductions ? search.parallel.threads : 1;
  }
  [[nodiscard]] SearchOrder effective_order() const {
    return stores_states() ? search.order : SearchOrder::depth_first;
  }
};

// A verdict that is right and still may not mean what it seems to mean.
struct ResultWarning {
  Span span;  // empty: no place of the text
  std::string message;
  std::string hint;
};

struct PropertyResult {
  std::string name;
  std::string kind;  // invariant, no-deadlock, temporal, well-defined
  Verdict verdict = Verdict::inconclusive;
  std::string reason;  // of an inconclusive verdict
  Semantics semantics;
  Symmetry symmetry = Symmetry::none;
  SymmetryPlan plan;                                   // which processes are permuted
  std::shared_ptr<const Decomposition> decomposition;  // of the model that was searched; none: the original
  PartialOrder por = PartialOrder::none;
  bool forgetful = false;                  // messages that nobody can receive any more were forgotten
  std::string against_forgetting;          // why not, if that was wanted
  std::optional<double> unreduced_states;  // known if a reduced search was complete
  Statistics statistics;
  std::optional<double> omission;  // the probability that a lossy store left states out
  std::optional<TraceDescription> trace;
  std::string fairness;  // the assumption that a temporal property was checked under, or empty
  bool witness = false;  // the property holds, and the trace is a run that it asks for
  std::vector<ResultWarning> warnings;
  bool shortest = false;  // no counterexample has fewer steps

  // Document 004: states without and with symmetry; and how near that is to the largest factor.
  [[nodiscard]] double gain() const { return *unreduced_states / static_cast<double>(statistics.states); }
  [[nodiscard]] double efficiency() const { return gain() / plan.largest_factor; }
};

struct CheckReport {
  std::vector<PropertyResult> results;
  std::vector<std::string> notes;        // what was chosen, and why
  std::vector<CompileProblem> problems;  // the model cannot be executed; there are no results
  std::vector<SymmetryBreak> refused;    // against the symmetry that was asked for; there are no results
  std::string engine_error;       // native code was asked for and is not to be had; there are no results
  bool used_native_code = false;  // in some search
  std::string checkpoint_error;   // one could not be used; there are no results
  std::string internal_error;     // a trace that could not be replayed
};

// Searches the model as it is; roles that are not interchangeable are not permuted, whatever was asked for.
CheckReport check(const Model& model, const CheckOptions& options);

std::string to_text(Traffic traffic);
std::string to_text(CrashModel crash);
std::string to_text(LossModel loss);
// As in PropertyResult::kind.
std::string kind_name(PropertyKind kind);

}  // namespace quorate
