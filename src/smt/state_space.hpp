// The states of a Model as formulas: one symbolic value for each scalar of the engine's layout, and for
// each message that a channel can hold the number of its copies. The layout is shared with the engine, so
// that a state of one can be read as a state of the other.
//
// Channels are multisets here. There are three encodings, chosen once for a model (docs/soundness.md,
// Channels in proofs):
//   exact       counts up to the declared bound (0 or 1 in `set` channels)
//   saturating  the bound is not encoded; counts are 0, 1 or "2 and more", of which one can be taken without
//               leaving less
//   kept        messages stay in the channel when they are consumed, and can be consumed again
// The last two allow more steps than the model does: sound for proofs; counterexamples are replayed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smt/evaluator.hpp"
#include "smt/symbolic_value.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

enum class ChannelEncoding { exact, saturating, kept };

std::string to_text(ChannelEncoding encoding);

struct StateVariable {
  std::string name;  // acceptor[1].promised, or "proposer[1]->acceptor[2] PREPARE(1)"
  ValueForm form = ValueForm::cases;
  std::vector<std::int64_t> values;  // cases
  bool may_be_undefined = false;
  std::int64_t low = 0;  // set
  std::size_t size = 0;  // set
  TypeId type;           // of a cell
  // Where it is: a cell of the layout, or a message of a channel.
  std::int32_t cell = -1;
  std::int32_t channel = -1;
  std::uint64_t message = 0;
  ProcessId process;     // whose cell it is; invalid: of the monitor, or a message
  bool monitor = false;  // a history variable of its process
};

using SymbolicState = std::vector<SymbolicValue>;  // by position in StateSpace::variables
using ConcreteState = std::vector<std::int64_t>;   // the same; sets are masks, undefined is undefined_value

class StateSpace {
 public:
  // `problem` is set if something cannot be encoded.
  StateSpace(const ModelSystem& system, ChannelEncoding encoding, ValueAlgebra& values,
             std::optional<EncodingProblem>& problem);

  [[nodiscard]] const std::vector<StateVariable>& variables() const { return variables_; }
  [[nodiscard]] ChannelEncoding encoding() const { return encoding_; }
  // Positions of the variables of a channel's messages; first and one past the last.
  [[nodiscard]] std::pair<std::size_t, std::size_t> messages(std::size_t channel) const {
    return channel_variables_[channel];
  }
  [[nodiscard]] const ModelSystem& system() const { return system_; }
  [[nodiscard]] const Model& model() const { return system_.model(); }
  [[nodiscard]] const Layout& layout() const { return system_.layout(); }

  // New constants, whose names begin with the prefix.
  [[nodiscard]] SymbolicState fresh(const std::string& prefix) const;
  // What the constants of a state satisfy by construction: one value each, no more messages than fit.
  [[nodiscard]] Term typing(const SymbolicState& state) const;
  [[nodiscard]] Term equals(const SymbolicState& state, const ConcreteState& concrete) const;
  [[nodiscard]] Term equals(const SymbolicState& state, std::size_t variable, std::int64_t value) const;

  // None if the state has a value outside the domains, which typing would exclude.
  [[nodiscard]] std::optional<ConcreteState> read(StateView state) const;
  [[nodiscard]] ConcreteState value_in(const z3::model& model, const SymbolicState& state) const;
  // As the engine stores it, with the counts of the concrete state. None if a channel has no room.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> packed(const ConcreteState& state) const;

  [[nodiscard]] std::string message_text(std::uint64_t code) const;

 private:
  void add_cells(const Definedness& definedness, std::optional<EncodingProblem>& problem);
  void add_cell(const std::string& name, std::uint32_t cell, ProcessId process, bool may_be_undefined,
                std::optional<EncodingProblem>& problem, Span span, bool monitor = false);
  void add_messages(const Definedness& definedness, std::optional<EncodingProblem>& problem);
  [[nodiscard]] std::vector<std::uint64_t> domain(KindId kind, const Definedness& definedness,
                                                  std::optional<EncodingProblem>& problem) const;
  [[nodiscard]] std::int64_t largest_count() const;

  const ModelSystem& system_;
  ChannelEncoding encoding_;
  ValueAlgebra& v_;
  Formulas& f_;
  std::vector<StateVariable> variables_;
  std::vector<std::pair<std::size_t, std::size_t>> channel_variables_;
  std::vector<std::map<std::uint64_t, std::size_t>> message_positions_;  // [channel]: code to variable
};

}  // namespace quorate
