// The interface of a reduction: a layer that wraps a transition system. A layer is made first and then put
// upon the system below, unless it cannot be used there. It must also give the representative of a state,
// lift paths, and check itself. docs/recipes.md says what else a new layer needs (Adding a reduction layer).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/internal_error.hpp"
#include "system/execute/model_system.hpp"
#include "system/seam/lift.hpp"

namespace quorate {

// A condition of a reduction does not hold: the text says which and where.
class ReductionFlaw : public InternalError {
 public:
  using InternalError::InternalError;
};

// States of an unreduced system of the model, on which a layer checks itself.
struct UnreducedStates {
  const ModelSystem& system;  // channels may have more room than in the system that was reduced
  std::uint64_t count = 0;
  bool all = false;  // these are all states of the system
  std::function<void(std::uint64_t number, std::uint64_t* state)> read;
  std::vector<PredicateId> predicates;  // of the properties that the search was for
};
using FindStates = std::function<UnreducedStates()>;  // searches for them when it is called

// What a search through the layers is for.
struct Purpose {
  enum class Question : std::uint8_t {
    states,     // which states are reached: invariants, deadlocks, errors of the model
    runs,       // linear temporal formulas
    branching,  // formulas with path quantifiers
  };
  Question question = Question::states;
  bool stateless = false;  // paths are explored, and no states stored
};

class Layer {
 public:
  static constexpr std::uint64_t most_states_to_check = 300'000;  // of the unreduced system

  Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;
  virtual ~Layer() = default;

  // The name of the layer in reports: "stubborn sets".
  [[nodiscard]] virtual std::string name() const = 0;
  // The system with this layer on top. Only if the layer is in use.
  [[nodiscard]] virtual const TransitionSystem& system() const = 0;
  // A function that replaces a state of an unreduced system of the model by its representative. Null: each
  // state is its own. The layer must be in use; layer and system must outlive the function.
  [[nodiscard]] virtual Representative representative(const ModelSystem& states_of) const = 0;
  // Lifts a path of system() to the system below.
  [[nodiscard]] virtual LiftedPath lift(const StatePath& path) const;
  // Whether the search must keep the ignoring proviso.
  [[nodiscard]] virtual bool needs_proviso() const { return false; }
  // For --check-reductions, after a search: says in a sentence what was verified. Throws ReductionFlaw.
  [[nodiscard]] virtual std::string check(const FindStates& find) const = 0;

  // Whether a search for this purpose keeps its answer, where the gate has nothing against the formula. A
  // layer says so if docs/soundness has the argument.
  [[nodiscard]] virtual bool serves(const Purpose& purpose) const {
    return purpose.question == Purpose::Question::states && !purpose.stateless;
  }

  // Puts the layer upon a system of the model: the unreduced one or a reduction of it. Both must outlive the
  // layer. False if the layer cannot be used here.
  bool put_upon(const ModelSystem& model, const TransitionSystem& below, const Purpose& purpose);
  [[nodiscard]] bool in_use() const { return model_ != nullptr && against_.empty(); }
  // Why it cannot be used here, or empty.
  [[nodiscard]] const std::string& against() const { return against_; }

 protected:
  // The unreduced system of the model.
  [[nodiscard]] const ModelSystem& model() const { return *model_; }
  // Builds system(). Returns why that is not possible, or an empty text.
  [[nodiscard]] virtual std::string wrap(const ModelSystem& model, const TransitionSystem& below) = 0;

 private:
  const ModelSystem* model_ = nullptr;
  const TransitionSystem* below_ = nullptr;
  std::string against_;
};

}  // namespace quorate
