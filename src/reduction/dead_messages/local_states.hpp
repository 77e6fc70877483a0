// The local states of one process, numbered: the values of its variables and its status, read from packed
// states and written into them. Variables of the process that the monitor writes are not part of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reduction/dead_messages/numbered_rows.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

class LocalStates {
 public:
  // None if the variables take more than most_words words of the state, or if rules use a variable that the
  // monitor writes.
  static std::optional<LocalStates> make(const ModelSystem& system, ProcessId process);
  // Which of the two, in words.
  static std::string against(const ModelSystem& system, ProcessId process);

  // The number of the process's local state in this state.
  NumberedRows::Added add(const std::uint64_t* state) { return rows_.add(taken_out(state).data()); }
  // None if it was never added.
  [[nodiscard]] std::optional<std::uint32_t> find(const std::uint64_t* state) const {
    return rows_.find(taken_out(state).data());
  }
  void put(std::uint32_t number, std::uint64_t* state) const;
  [[nodiscard]] std::uint32_t size() const { return rows_.size(); }

  // The same local states with the same numbers for another system of the model, whose layout may differ;
  // none if `make` gives none for it.
  [[nodiscard]] std::optional<LocalStates> in_states_of(const ModelSystem& system) const;

 private:
  static constexpr std::size_t most_words = 8;
  using Row = std::array<std::uint64_t, most_words>;
  struct Part {
    std::size_t word = 0;
    std::uint64_t mask = 0;
  };

  // Where one scalar lies.
  struct Place {
    std::size_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;
  };

  LocalStates(ProcessId process, std::vector<Place> places, std::vector<Part> parts)
      : process_(process), places_(std::move(places)), parts_(std::move(parts)), rows_(parts_.size()) {}
  [[nodiscard]] Row taken_out(const std::uint64_t* state) const {
    Row row;
    for (std::size_t i = 0; i < parts_.size(); ++i) row[i] = state[parts_[i].word] & parts_[i].mask;
    return row;
  }

  ProcessId process_;
  std::vector<Place> places_;
  std::vector<Part> parts_;  // the places merged by word
  NumberedRows rows_;
};

}  // namespace quorate
