// The bytes of a checkpoint, in this order: the identity (the search, its store, the shape of its states),
// the progress, the states. The identity decides whether the rest can be read at all. The checksum detects
// damage; nevertheless every number that is used as a size or an index is checked before. A check can consist
// of several searches: each has a file of its own, named by a hash of the search's name.
#include "search/checkpoints/checkpoints.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "store/checkpoint_file.hpp"

namespace quorate {

namespace {

void write_identity(CheckpointOutput& output, const SearchIdentity& search) {
  output.text(search.name);
  output.text(to_text(search.store));
  output.value(std::uint64_t{search.shape.words});
  output.value(std::uint64_t{search.shape.bits});
}

// False if it was written by another search, or by one with another store.
bool read_identity(CheckpointInput& input, const SearchIdentity& search) {
  if (input.text() != search.name) input.refuse_as_foreign("it belongs to another search");
  const std::string store = input.text();
  if (store != to_text(search.store)) {
    input.refuse_as_foreign(fmt::format("it was written with --store {}, and this search uses --store {}",
                                        store, to_text(search.store)));
  }
  const auto words = input.value<std::uint64_t>();
  const auto bits = input.value<std::uint64_t>();
  if (words != search.shape.words || bits != search.shape.bits) {
    input.refuse_as_foreign(
        fmt::format("its states have {} bits, and those of this search {}", bits, search.shape.bits));
  }
  return input.good();
}

}  // namespace

bool Checkpoints::due() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count() >= every_;
}

std::string Checkpoints::file_of(const std::string& search) const {
  Checksum checksum;
  checksum.add(search.data(), search.size());
  return fmt::format("{}/search-{:016x}.states", folder_, checksum.value());
}

std::string Checkpoints::save(const SearchIdentity& search, const SearchCounts& counts,
                              const BreadthFirstCourse& course, const KeptStates& states,
                              const Extent& extent) {
  CheckpointOutput output(file_of(search.name));
  write_identity(output, search);
  write_progress(output, counts, course, extent.course);
  states.store.write_to(output, extent.store);
  output.flag(states.filed != nullptr);
  if (states.filed != nullptr) states.filed->write_to(output, extent.filed);
  std::string error = output.finish();
  last_ = std::chrono::steady_clock::now();
  return error;
}

Checkpoints::Loaded Checkpoints::load(const SearchIdentity& search, SearchProgress& progress,
                                      StateStore& store, const std::function<VisitedStates*()>& filed) const {
  const std::string path = file_of(search.name);
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  CheckpointInput input(path);
  if (!input.good() || !read_identity(input, search)) return {false, input.error()};
  progress = read_progress(input);
  if (input.good() && !store.read_from(input)) input.refuse("its states are not those of this model");
  const bool in_file = input.flag();
  if (in_file && search.store == StoreKind::tree)
    input.refuse("its states are in a file, but --store tree has none");
  if (!input.good()) return {false, input.error()};
  VisitedStates* const rows = in_file ? filed() : nullptr;
  if (rows != nullptr && !rows->read_from(input)) input.refuse("its states are not those of this model");
  const StateNumber states = rows != nullptr ? rows->size() : store.size();
  if (rows != nullptr && store.size() != 0) input.refuse("its states are in two places");
  if (const std::string flaw = flaw_of(progress, states, search.goals); !flaw.empty()) input.refuse(flaw);
  return {input.good(), input.error()};
}

}  // namespace quorate
