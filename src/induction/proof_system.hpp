// What a proof of one property works on: the semantics that is sound for it, the engine of the original
// model, the model with its channels as the formulas see them, and the encoding.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "smt/encoding.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

class ProofSystem {
 public:
  // Null if the property cannot be proved by induction; `problem` says why.
  static std::unique_ptr<ProofSystem> make(const Model& model, const Property& property,
                                           std::optional<EncodingProblem>& problem);

  [[nodiscard]] const Model& original() const { return original_; }
  [[nodiscard]] const ModelSystem& engine() const { return *engine_; }    // of the original
  [[nodiscard]] const ModelSystem& relaxed() const { return *relaxed_; }  // what the formulas describe
  [[nodiscard]] const Semantics& semantics() const { return engine_->semantics(); }
  [[nodiscard]] Encoding& encoding() { return *encoding_; }
  [[nodiscard]] const Encoding& encoding() const { return *encoding_; }

 private:
  ProofSystem() = default;

  Model original_;
  std::unique_ptr<ModelSystem> engine_;
  std::unique_ptr<ModelSystem> relaxed_;
  std::unique_ptr<Encoding> encoding_;
};

// The model whose steps the encoding describes: without a bound unless the encoding counts up to it, and with
// sets of messages where they are kept.
Model relaxed_model(const Model& model, ChannelEncoding encoding);

}  // namespace quorate
