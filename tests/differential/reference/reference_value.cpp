#include "reference_value.hpp"

#include <algorithm>

namespace quorate {

namespace {

// Every way of taking one value from each list.
std::vector<std::vector<RefValue>> products(const std::vector<std::vector<RefValue>>& lists) {
  std::vector<std::vector<RefValue>> result = {{}};
  for (const auto& list : lists) {
    std::vector<std::vector<RefValue>> longer;
    for (const auto& prefix : result) {
      for (const auto& value : list) {
        longer.push_back(prefix);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

std::vector<TypeId> part_types(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  std::vector<TypeId> result;
  if (type.kind == TypeKind::record) {
    for (const auto& field : type.fields) result.push_back(field.type);
  } else if (type.kind == TypeKind::array) {
    result.assign(model.values_of(type.index).size(), type.element);
  }
  return result;
}

std::vector<RefValue> all_sets(const Model& model, const Type& type) {
  std::vector<std::int64_t> masks = {0};
  for (const std::int64_t element : model.values_of(type.element)) {
    const auto bit = std::int64_t{1} << (element - model.type(type.element).low);
    const auto before = masks;
    for (const std::int64_t mask : before) masks.push_back(mask | bit);
  }
  std::sort(masks.begin(), masks.end());
  return {masks.begin(), masks.end()};
}

}  // namespace

std::strong_ordering RefValue::operator<=>(const RefValue& other) const {
  if (simple != other.simple) return simple <=> other.simple;
  return std::lexicographical_compare_three_way(parts.begin(), parts.end(), other.parts.begin(),
                                                other.parts.end());
}

std::vector<RefValue> all_values(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::set) return all_sets(model, type);
  if (type.scalar()) {
    const auto values = model.values_of(id);
    return {values.begin(), values.end()};
  }
  std::vector<std::vector<RefValue>> lists;
  for (const TypeId part : part_types(model, id)) lists.push_back(all_values(model, part));
  std::vector<RefValue> result;
  for (auto& parts : products(lists)) {
    result.emplace_back();
    result.back().parts = std::move(parts);
  }
  return result;
}

RefValue blank_value(const Model& model, TypeId id) {
  RefValue value;
  for (const TypeId part : part_types(model, id)) value.parts.push_back(blank_value(model, part));
  return value;
}

bool all_undefined(const RefValue& value) {
  return !value.simple && std::all_of(value.parts.begin(), value.parts.end(), all_undefined);
}

bool all_defined(const RefValue& value) {
  if (value.simple) return true;
  return !value.parts.empty() && std::all_of(value.parts.begin(), value.parts.end(), all_defined);
}

std::set<std::int64_t> set_elements(const Model& model, TypeId set_type, std::int64_t mask) {
  std::set<std::int64_t> elements;
  const std::int64_t low = model.type(model.type(set_type).element).low;
  for (std::int64_t k = 0; k < 63; ++k) {
    if (((mask >> k) & 1) != 0) elements.insert(low + k);
  }
  return elements;
}

std::int64_t set_mask(const Model& model, TypeId set_type, const std::set<std::int64_t>& elements,
                      const Expr& where) {
  const TypeId element_type = model.type(set_type).element;
  std::int64_t mask = 0;
  for (const std::int64_t element : elements) {
    if (!model.has_value(element_type, element)) fail(where, "a set element outside the element type");
    mask |= std::int64_t{1} << (element - model.type(element_type).low);
  }
  return mask;
}

RefValue fit(const Model& model, TypeId from, TypeId to, const RefValue& value, const Expr& where) {
  const Type& target = model.type(to);
  if (!target.simple()) {
    const auto source_parts = part_types(model, from);
    const auto target_parts = part_types(model, to);
    RefValue result;
    for (std::size_t i = 0; i < target_parts.size(); ++i) {
      result.parts.push_back(fit(model, source_parts[i], target_parts[i], value.parts[i], where));
    }
    return result;
  }
  if (!value.simple) return {};
  if (target.kind == TypeKind::set) {
    return set_mask(model, to, set_elements(model, from, *value.simple), where);
  }
  if (!model.has_value(to, *value.simple)) fail(where, "a value outside the type");
  return value;
}

RefValue pass(const Model& model, TypeId from, TypeId to, const RefValue& value, const Expr& where) {
  if (model.type(to).scalar()) return value;
  return fit(model, from, to, value, where);
}

}  // namespace quorate
