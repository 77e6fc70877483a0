// Executes bytecode. This is the reference semantics of models; it is tested against a tree-walking checker
// (tests/differential), and native code is tested against it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"
#include "system/seam/step_buffer.hpp"

namespace quorate {

// The choices of one execution. To explore all of them: run, then advance(), until that returns false.
class ChoiceSequence {
 public:
  void reset() { taken_.clear(), sizes_.clear(), position_ = 0; }
  void rewind() { position_ = 0; }
  // The candidate to take at the next choice point, from 0 to size - 1.
  std::uint32_t next(std::uint32_t size) {
    if (position_ == taken_.size()) {
      taken_.push_back(0);
      sizes_.push_back(size);
    }
    return taken_[position_++];
  }
  bool advance() {
    while (!taken_.empty()) {
      if (++taken_.back() < sizes_.back()) return true;
      taken_.pop_back();
      sizes_.pop_back();
    }
    return false;
  }

 private:
  std::vector<std::uint32_t> taken_;
  std::vector<std::uint32_t> sizes_;
  std::size_t position_ = 0;
};

struct OfferedMessage {
  std::uint64_t code = 0;
  bool absent = false;
};

// The registers and messages that a program works on. One for each thread, reused for all programs.
struct Machine {
  std::vector<std::int64_t> registers;
  std::vector<OfferedMessage> messages;     // consumed ones first, then those under construction
  std::vector<std::uint64_t> outgoing;      // [process]: packed message, 0: none
  std::vector<std::int32_t> outgoing_kind;  // [process]: its kind, -1: none
  // Channels::several: the second and later messages to a process, in the order of sending.
  std::vector<std::pair<std::int64_t, std::uint64_t>> outgoing_more;
  std::uint64_t* state = nullptr;
  std::int32_t self = -1;
  ChoiceSequence* choices = nullptr;  // null: a choice among several candidates is a model error
  ModelFailure* failure = nullptr;
};

struct Interpreter {
  const Layout& layout;
  const ProgramTables& tables;
  const Model& model;

  // The result register's value; on a model error *machine.failure is set and 0 returned.
  std::int64_t run(const Program& program, Machine& machine) const;
};

}  // namespace quorate
