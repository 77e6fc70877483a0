#include "smt/scalar_names.hpp"

namespace quorate {

std::vector<std::string> scalar_names(const Model& model, TypeId id, const std::string& prefix) {
  const Type& type = model.type(id);
  std::vector<std::string> names;
  const auto append = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (type.kind == TypeKind::record) {
    for (const Field& field : type.fields) append(scalar_names(model, field.type, prefix + "." + field.name));
  } else if (type.kind == TypeKind::array) {
    const Type& index = model.type(type.index);
    for (std::int64_t value = index.low; value <= index.high; ++value) {
      append(scalar_names(model, type.element, prefix + "[" + model.show(type.index, value) + "]"));
    }
  } else {
    names.push_back(prefix);
  }
  return names;
}

}  // namespace quorate
