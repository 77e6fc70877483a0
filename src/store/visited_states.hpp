// What a search keeps of its states if they are to take little memory: a set that knows which have been seen,
// and a file with all of them in the order in which they were found. States have numbers (their places in the
// file), but the set does not know them.
#pragma once

#include <memory>
#include <optional>

#include "store/state_file.hpp"
#include "store/state_store.hpp"

namespace quorate {

class VisitedStates {
 public:
  // Rows of the file have so many words.
  explicit VisitedStates(std::size_t row_words) : row_words_(row_words), file_(row_words) {}
  VisitedStates(const VisitedStates&) = delete;
  VisitedStates& operator=(const VisitedStates&) = delete;
  virtual ~VisitedStates() = default;

  // Insertion in two steps, so that the memory of several states is fetched at once: what a state is found
  // by, and whether it is new.
  virtual StateStore::Probe prepare(const std::uint64_t* state, const StateStore::Folded& near) = 0;
  virtual bool insert(const StateStore::Probe& prepared, const std::uint64_t* state) = 0;
  virtual void copy_out(StateNumber number, StateStore::Folded& folded) = 0;

  [[nodiscard]] const StateFile& file() const { return file_; }
  [[nodiscard]] StateNumber size() const { return static_cast<StateNumber>(file_.size()); }
  // Memory, without the store that it was made from.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // The probability that a state was taken for another and left out. None: it is exact.
  [[nodiscard]] virtual std::optional<double> omission() const { return std::nullopt; }

  // The first states, and into an empty set. The set itself is not written: the rows say what is in it. False
  // if they cannot be rows of such a set, as its kind and the store's shape say which the reader has
  // compared.
  void write_to(CheckpointOutput& output, StateNumber count);
  bool read_from(CheckpointInput& input);

 protected:
  // As `insert`, of a row from a file; a set that may omit states has to take it in any case. False if it can
  // be no row of this set.
  virtual bool restore(const std::uint64_t* row) = 0;

  [[nodiscard]] StateFile& rows() { return file_; }

 private:
  std::size_t row_words_;
  StateFile file_;
};

// Exact: the roots of the store's tree in a QuotientSet. A root's two numbers have as many bits as there are
// leaves and pairs, half of 64 or less, and the set saves more: 3 to 5 bytes a state. Takes the states over
// from the store, which keeps the leaves and the pairs and must outlive this.
std::unique_ptr<VisitedStates> compact_states(StateStore& store);

// The lossy ones take the states over as well, every one of them.
// Hash compaction (Wolper and Leroy 1993; Stern and Dill 1995) keeps 64 bits of a hash of each state, in a
// QuotientSet.
std::unique_ptr<VisitedStates> hashed_states(StateStore& store);

// Bit-state hashing (Holzmann 1988): three bits of a table of this size for each state. The table is had at
// once, or std::bad_alloc is thrown and the store is as it was.
std::unique_ptr<VisitedStates> bitstate_states(StateStore& store, std::uint64_t table_bytes);

}  // namespace quorate
