#include "reference_permutation.hpp"

#include <algorithm>

namespace quorate {

namespace {

class Permuter {
 public:
  Permuter(const Model& model, const Permutation& permutation) : model_(model), permutation_(permutation) {}

  RefState state(const RefState& s) const {
    RefState result = s;
    for (std::size_t p = 0; p < s.variables.size(); ++p) {
      const auto q = static_cast<std::size_t>(permutation_[p]);
      const Role& role = model_.role(model_.role_of(ProcessId(static_cast<std::int64_t>(p))));
      for (std::size_t v = 0; v < role.variables.size(); ++v) {
        result.variables[q][v] = value(s.variables[p][v], role.variables[v].type);
      }
      result.status[q] = s.status[p];
    }
    result.channels.clear();
    for (const auto& [ends, messages] : s.channels) {
      result.channels[{moved(ends.first), moved(ends.second)}] = channel(messages);
    }
    for (std::size_t v = 0; v < s.monitors.size(); ++v) {
      result.monitors[v] = value(s.monitors[v], model_.monitor.variables[v].type);
    }
    return result;
  }

 private:
  [[nodiscard]] std::int64_t moved(std::int64_t process) const {
    return permutation_[static_cast<std::size_t>(process)];
  }

  [[nodiscard]] std::vector<RefMessage> channel(std::vector<RefMessage> messages) const {
    for (RefMessage& message : messages) {
      const MessageKind& kind = model_.message(KindId(message.kind));
      for (std::size_t f = 0; f < message.fields.size(); ++f) {
        message.fields[f] = value(message.fields[f], kind.fields[f].type);
      }
    }
    if (!model_.channels.fifo) std::ranges::sort(messages);
    return messages;
  }

  [[nodiscard]] RefValue value(const RefValue& v, TypeId id) const {
    const Type& type = model_.type(id);
    RefValue result = v;
    switch (type.kind) {
      case TypeKind::process:
        if (v.simple) result.simple = moved(*v.simple);
        break;
      case TypeKind::set:
        if (v.simple && model_.type(type.element).kind == TypeKind::process) {
          std::set<std::int64_t> elements;
          for (const std::int64_t process : set_elements(model_, id, *v.simple))
            elements.insert(moved(process));
          result.simple = set_mask(model_, id, elements, Expr{});
        }
        break;
      case TypeKind::record:
        for (std::size_t f = 0; f < v.parts.size(); ++f)
          result.parts[f] = value(v.parts[f], type.fields[f].type);
        break;
      case TypeKind::array: {
        const auto indices = model_.values_of(type.index);
        const bool by_process = model_.type(type.index).kind == TypeKind::process;
        for (std::size_t k = 0; k < v.parts.size(); ++k) {
          const std::int64_t index = by_process ? moved(indices[k]) : indices[k];
          const auto at = std::ranges::find(indices, index) - indices.begin();
          result.parts[static_cast<std::size_t>(at)] = value(v.parts[k], type.element);
        }
        break;
      }
      default:
        break;
    }
    return result;
  }

  const Model& model_;
  const Permutation& permutation_;
};

}  // namespace

RefState permuted(const Model& model, const RefState& state, const Permutation& permutation) {
  return Permuter(model, permutation).state(state);
}

}  // namespace quorate
