// The scalars inside a value, each with the processes that index the arrays around it: from these a
// permutation of processes computes the new place of the scalar.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct ProcessIndex {
  ProcessId process;
  std::int64_t stride = 0;  // scalars from one process's element to the next one's
};

struct ScalarPlace {
  std::uint32_t offset = 0;  // position among the scalars of the whole value
  std::uint32_t origin = 0;  // the offset if every process index were the first of its type
  std::vector<ProcessIndex>
      indices;  // from the outermost array inwards; arrays with other indices do not count
  TypeId type;  // of a scalar or a set
};

// Elements of a group's array that stand for no process of the group are left out: they are never used.
std::vector<ScalarPlace> scalar_places(const Model& model, TypeId type);

}  // namespace quorate
