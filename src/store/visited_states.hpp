// The states of a search in little memory: a set that knows which states have been seen, and a file with all
// of them in the order in which they were found. The number of a state is its place in the file; the set does
// not know it.
#pragma once

#include <memory>
#include <optional>

#include "store/state_file.hpp"
#include "store/state_store.hpp"

namespace quorate {

class VisitedStates {
 public:
  // row_words: the words of a row of the file.
  explicit VisitedStates(std::size_t row_words) : row_words_(row_words), file_(row_words) {}
  VisitedStates(const VisitedStates&) = delete;
  VisitedStates& operator=(const VisitedStates&) = delete;
  virtual ~VisitedStates() = default;

  // Insertion in two steps, so that cache misses of several states overlap: `prepare` computes the key and
  // prefetches, `insert` returns whether the state is new.
  virtual StateStore::Probe prepare(const std::uint64_t* state, const StateStore::Folded& near) = 0;
  virtual bool insert(const StateStore::Probe& prepared, const std::uint64_t* state) = 0;
  virtual void copy_out(StateNumber number, StateStore::Folded& folded) = 0;

  [[nodiscard]] const StateFile& file() const { return file_; }
  [[nodiscard]] StateNumber size() const { return static_cast<StateNumber>(file_.size()); }
  // Memory in use, without the store that it was made from.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // The probability that some state was taken for another and left out. None: the set is exact.
  [[nodiscard]] virtual std::optional<double> omission() const { return std::nullopt; }

  // Writes the first `count` states; reads them into an empty set. Only the rows are written, and the set is
  // made again from them. The caller has compared the kind of set and the shape of states; false if the rows
  // do not belong to such a set.
  void write_to(CheckpointOutput& output, StateNumber count);
  bool read_from(CheckpointInput& input);

 protected:
  // Inserts a row from a checkpoint; a set that may omit states keeps it in any case. False if it is no row
  // of this set.
  virtual bool restore(const std::uint64_t* row) = 0;

  [[nodiscard]] StateFile& rows() { return file_; }

 private:
  std::size_t row_words_;
  StateFile file_;
};

// Exact: the roots of the store's tree in a QuotientSet. Each of a root's two numbers gets only the bits that
// the number of parts needs, and the set saves more: 3 to 5 bytes a state. Takes the states over from the
// store, which keeps the leaves and the inner pairs and must outlive this.
std::unique_ptr<VisitedStates> compact_states(StateStore& store);

// The lossy sets take over all states of the store as well.
// Hash compaction [Wolper, Leroy 1993; Stern, Dill 1995]: a hash of 64 bits of each state, in a QuotientSet.
std::unique_ptr<VisitedStates> hashed_states(StateStore& store);

// Bit-state hashing [Holzmann 1988]: three bits of a table of this size for each state. The table is
// allocated at the beginning; if that throws std::bad_alloc the store is unchanged.
std::unique_ptr<VisitedStates> bitstate_states(StateStore& store, std::uint64_t table_bytes);

}  // namespace quorate
