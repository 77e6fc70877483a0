// The options of `quorate check` as values. What is not given is chosen by the gate (verify/gate/), which
// also refuses what is not sound.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/native_engine.hpp"
#include "reduction/stubborn/lpor_system.hpp"
#include "search/search.hpp"
#include "verify/gate/partial_order_plan.hpp"
#include "verify/gate/symmetry_plan.hpp"

namespace quorate {

struct CheckOptions {
  Traffic traffic = Traffic::m;
  std::optional<CrashModel> crash;   // none: the cheapest that is sound for the property
  std::optional<LossModel> loss;     // none: the cheapest that is sound for the property
  std::optional<Symmetry> symmetry;  // none: by roles, as far as they are interchangeable
  std::optional<PartialOrder> por;   // none: stubborn sets wherever they are sound
  std::optional<bool> forget;        // dead messages; none: forgotten unless a reduction was chosen
  bool stateless = false;            // search without storing states; always true with PartialOrder::dpor
  LporOptions lpor_options;
  bool check_reductions = false;  // the layers check themselves, which is slow and may throw ReductionFlaw
  SearchOptions search;
  Engine engine = Engine::interpreted;
  std::vector<std::string> properties;  // empty: all
  std::optional<std::string> fairness;  // replaces the assumption of temporal properties; "none" removes it
  bool deadlock = false;                // check freedom from deadlock even if the model does not declare it

  [[nodiscard]] bool stores_states() const { return !stateless && por != PartialOrder::dpor; }
  // No symmetry reduction by default without a store.
  [[nodiscard]] Symmetry effective_symmetry() const {
    return symmetry.value_or(stores_states() ? Symmetry::role : Symmetry::none);
  }
  // Off by default if a reduction was chosen: its states are then compared with those of a paper or another
  // tool.
  [[nodiscard]] bool effective_forgetting() const {
    return stores_states() && forget.value_or(!symmetry && !por);
  }
  // One thread where states are checked, depth-first, and with other stores than the tree.
  [[nodiscard]] unsigned effective_threads() const {
    const bool shared = effective_order() == SearchOrder::breadth_first && search.store == StoreKind::tree;
    return shared && !check_reductions ? search.parallel.threads : 1;
  }
  [[nodiscard]] SearchOrder effective_order() const {
    return stores_states() ? search.order : SearchOrder::depth_first;
  }
};

}  // namespace quorate
