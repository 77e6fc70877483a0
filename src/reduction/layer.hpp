// A reduction as the stack of systems and the driver see it: all that a layer owes them. It is wanted first,
// then put upon the system below, unless something is against it. What it leaves out is its own affair; that
// nothing else does is what it must be able to check. docs/recipes.md says what else a new layer needs
// (Adding a reduction layer).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/internal_error.hpp"
#include "system/execute/model_system.hpp"
#include "system/seam/lift.hpp"

namespace quorate {

// A reduction is not what it promises: the text says where.
class ReductionFlaw : public InternalError {
 public:
  using InternalError::InternalError;
};

// States of an unreduced system of the model, by which a layer can check itself.
struct UnreducedStates {
  const ModelSystem& system;  // channels may have more room than in the system that was reduced
  std::uint64_t count = 0;
  bool all = false;  // the system has no others
  std::function<void(std::uint64_t number, std::uint64_t* state)> read;
  std::vector<PredicateId> predicates;  // of the properties that the search was for
};
using FindStates = std::function<UnreducedStates()>;  // by a search, which is made only if it is asked for

class Layer {
 public:
  static constexpr std::uint64_t most_states_to_check = 300'000;  // of the unreduced system

  Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;
  virtual ~Layer() = default;

  // The word of reports for what is done: "stubborn sets".
  [[nodiscard]] virtual std::string name() const = 0;
  // The system with this layer on top. Only of a layer that is in use.
  [[nodiscard]] virtual const TransitionSystem& system() const = 0;
  // Replaces a state of an unreduced system of the model by the one that stands for it here. Null: each
  // stands for itself. The layer must be in use, and outlive what is given back, as must the system.
  [[nodiscard]] virtual Representative representative(const ModelSystem& states_of) const = 0;
  // A path of system() as one of the system below.
  [[nodiscard]] virtual LiftedPath lift(const StatePath& path) const;
  // Whether the search must see to it that no step that is left out is ignored for ever.
  [[nodiscard]] virtual bool needs_proviso() const { return false; }
  // For --check-reductions, after a search: what was verified, in a sentence. Throws ReductionFlaw.
  [[nodiscard]] virtual std::string check(const FindStates& find) const = 0;

  // Puts the layer upon a system of the model: the unreduced one, or a reduction of it. Both must outlive the
  // layer. False if the layer cannot be used here.
  bool put_upon(const ModelSystem& model, const TransitionSystem& below);
  [[nodiscard]] bool in_use() const { return model_ != nullptr && against_.empty(); }
  // Why it cannot be used here, or empty.
  [[nodiscard]] const std::string& against() const { return against_; }

 protected:
  // What the layer was put upon is a reduction of.
  [[nodiscard]] const ModelSystem& model() const { return *model_; }
  // What is against it; empty: system() is there.
  [[nodiscard]] virtual std::string wrap(const ModelSystem& model, const TransitionSystem& below) = 0;

 private:
  const ModelSystem* model_ = nullptr;
  const TransitionSystem* below_ = nullptr;
  std::string against_;
};

}  // namespace quorate
