#include "permutation.hpp"

#include <algorithm>
#include <numeric>

#include "faults/kinds/signatures.hpp"

namespace quorate {

namespace {

std::int64_t image(const Permutation& permutation, std::int64_t process) {
  return permutation[static_cast<std::size_t>(process)];
}

RefValue permuted_set(const Model& model, TypeId type, std::int64_t mask, const Permutation& permutation) {
  const Type& element = model.type(model.type(type).element);
  if (element.kind != TypeKind::process) return mask;
  std::int64_t moved = 0;
  for (const std::int64_t process : set_elements(model, type, mask)) {
    moved |= std::int64_t{1} << (image(permutation, process) - element.low);
  }
  return moved;
}

// What was at a process is at its image afterwards.
RefValue permuted_array(const Model& model, TypeId type, const RefValue& value,
                        const Permutation& permutation) {
  const Type& array = model.type(type);
  const auto indices = model.values_of(array.index);
  const bool moves = model.type(array.index).kind == TypeKind::process;
  RefValue result = value;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    std::size_t target = i;
    if (moves) {
      const auto found = std::find(indices.begin(), indices.end(), image(permutation, indices[i]));
      target = static_cast<std::size_t>(found - indices.begin());
    }
    result.parts.at(target) = permuted(model, array.element, value.parts[i], permutation);
  }
  return result;
}

// Every way to continue the permutations with a permutation of one class.
std::vector<Permutation> extended(const std::vector<Permutation>& before,
                                  const std::vector<std::vector<std::int64_t>>& units) {
  std::vector<Permutation> result;
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    for (Permutation permutation : before) {
      for (std::size_t u = 0; u < units.size(); ++u) {
        for (std::size_t k = 0; k < units[u].size(); ++k) {
          permutation[static_cast<std::size_t>(units[u][k])] = units[order[u]][k];
        }
      }
      result.push_back(permutation);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

}  // namespace

Permutation identity(const Model& model) {
  Permutation result(static_cast<std::size_t>(model.process_count()));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

Permutation transposition(const Model& model, std::int64_t a, std::int64_t b) {
  Permutation result = identity(model);
  std::swap(result[static_cast<std::size_t>(a)], result[static_cast<std::size_t>(b)]);
  return result;
}

std::vector<Permutation> all_permutations(const Model& model, const UnitClasses& classes) {
  std::vector<Permutation> result = {identity(model)};
  for (const auto& units : classes) result = extended(result, units);
  return result;
}

RefValue permuted(const Model& model, TypeId type, const RefValue& value, const Permutation& permutation) {
  const Type& structure = model.type(type);
  switch (structure.kind) {
    case TypeKind::process:
      return value.simple ? RefValue(image(permutation, *value.simple)) : value;
    case TypeKind::set:
      return value.simple ? permuted_set(model, type, *value.simple, permutation) : value;
    case TypeKind::array:
      return permuted_array(model, type, value, permutation);
    case TypeKind::record: {
      RefValue result = value;
      for (std::size_t i = 0; i < structure.fields.size(); ++i) {
        result.parts[i] = permuted(model, structure.fields[i].type, value.parts[i], permutation);
      }
      return result;
    }
    default:
      return value;
  }
}

RefState permuted(const Model& model, const RefState& state, const Permutation& permutation) {
  RefState result = state;
  for (std::size_t p = 0; p < state.variables.size(); ++p) {
    const auto target = static_cast<std::size_t>(permutation[p]);
    const Role& role = model.role(model.role_of(ProcessId(static_cast<std::int64_t>(p))));
    result.status[target] = state.status[p];
    for (std::size_t i = 0; i < role.variables.size(); ++i) {
      result.variables[target][i] =
          permuted(model, role.variables[i].type, state.variables[p][i], permutation);
    }
  }
  for (std::size_t i = 0; i < state.monitors.size(); ++i) {
    result.monitors[i] = permuted(model, model.monitor.variables[i].type, state.monitors[i], permutation);
  }
  for (auto& [word, marked] : result.marks) {
    marked.clear();
    for (const std::int64_t process : state.marks.at(word)) marked.insert(image(permutation, process));
  }
  result.restarts.clear();
  for (const auto& [process, count] : state.restarts) result.restarts[image(permutation, process)] = count;
  result.omitted.clear();
  for (const auto& [process, count] : state.omitted) result.omitted[image(permutation, process)] = count;
  result.cut.clear();
  for (const auto& [p, q] : state.cut)
    result.cut.insert(std::minmax(image(permutation, p), image(permutation, q)));
  result.signatures.clear();
  for (RefSignature signature : state.signatures) {
    const auto covered = signed_fields(model.message(KindId(signature.kind)));
    for (std::size_t k = 0; k < covered.size(); ++k) {
      const TypeId type =
          model.message(KindId(signature.kind)).fields[static_cast<std::size_t>(covered[k])].type;
      signature.content[k] = permuted(model, type, signature.content[k], permutation);
    }
    signature.signer = image(permutation, signature.signer);
    result.signatures.insert(std::move(signature));
  }
  result.receipts.clear();
  for (RefReceipt receipt : state.receipts) {
    const auto& fields = model.message(KindId(receipt.kind)).fields;
    for (std::size_t f = 0; f < fields.size(); ++f)
      receipt.fields[f] = permuted(model, fields[f].type, receipt.fields[f], permutation);
    receipt.receiver = image(permutation, receipt.receiver);
    receipt.sender = image(permutation, receipt.sender);
    result.receipts.insert(std::move(receipt));
  }
  result.copies.clear();
  for (const auto& [process, count] : state.copies) result.copies[image(permutation, process)] = count;
  result.channels.clear();
  for (const auto& [ends, messages] : state.channels) {
    auto moved = messages;
    for (RefMessage& message : moved) {
      const auto& fields = model.message(KindId(message.kind)).fields;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        message.fields[i] = permuted(model, fields[i].type, message.fields[i], permutation);
      }
    }
    if (!model.channels.fifo) std::sort(moved.begin(), moved.end());
    result.channels[{image(permutation, ends.first), image(permutation, ends.second)}] = std::move(moved);
  }
  return result;
}

std::set<RefState> smallest_of_orbits(const Model& model, const std::set<RefState>& states,
                                      const UnitClasses& classes) {
  const auto permutations = all_permutations(model, classes);
  std::set<RefState> smallest;
  for (const RefState& state : states) {
    RefState least = state;
    for (const Permutation& permutation : permutations) {
      least = std::min(least, permuted(model, state, permutation));
    }
    smallest.insert(std::move(least));
  }
  return smallest;
}

}  // namespace quorate
