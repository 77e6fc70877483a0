// A shape is merged from many values, since one value may not show all of it: an empty set says nothing of
// its elements, and an undefined field nothing of itself. Reading checks everything: the JSON may come from
// anywhere.
#include "report/trace/value_json.hpp"

#include <limits>
#include <nlohmann/json.hpp>

namespace quorate {
namespace {

void learn_record(Json& shape, const Value& value) {
  for (const NamedValue& field : value.fields) {
    Json part = member(member(shape, "record"), field.name);
    learn_shape(part, field.value);
    if (!part.is_null()) shape["record"][field.name] = std::move(part);
  }
}

void learn_elements(Json& shape, const char* key, const Value& value) {
  Json part = member(shape, key);
  for (const Value& element : value.elements) learn_shape(part, element);
  shape[key] = std::move(part);
}

std::optional<Value> list_from_json(const Json& json, const Json& shape) {
  Value value;
  value.kind = shape.contains("set") ? ValueKind::set : ValueKind::array;
  const Json& part = member(shape, value.kind == ValueKind::set ? "set" : "of");
  const Json& indices = member(shape, "array");
  for (const Json& element : json) {
    auto read = value_from_json(element, part);
    if (!read) return std::nullopt;
    if (value.kind == ValueKind::array) {
      const std::size_t k = value.elements.size();
      const bool named = indices.is_array() && k < indices.size() && indices[k].is_string();
      value.fields.push_back({named ? indices[k].get<std::string>() : std::to_string(k + 1), {}});
    }
    value.elements.push_back(std::move(*read));
  }
  return value;
}

std::optional<Value> record_from_json(const Json& json, const Json& shape) {
  Value value;
  value.kind = ValueKind::record;
  for (const auto& [name, field] : json.items()) {
    auto read = value_from_json(field, member(member(shape, "record"), name));
    if (!read) return std::nullopt;
    value.fields.push_back({name, std::move(*read)});
  }
  return value;
}

bool fits(const Json& json) {
  return !json.is_number_unsigned() ||
         json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

}  // namespace

const Json& member(const Json& json, const std::string& key) {
  static const Json null_json;
  if (!json.is_object()) return null_json;
  const auto found = json.find(key);
  return found == json.end() ? null_json : *found;
}

Json value_json(const Value& value) {
  switch (value.kind) {
    case ValueKind::undefined:
      return nullptr;
    case ValueKind::boolean:
      return value.number != 0;
    case ValueKind::integer:
      return value.number;
    case ValueKind::name:
      return value.text;
    case ValueKind::set:
    case ValueKind::array: {
      Json list = Json::array();
      for (const Value& element : value.elements) list.push_back(value_json(element));
      return list;
    }
    case ValueKind::record: {
      Json object = Json::object();
      for (const NamedValue& field : value.fields) object[field.name] = value_json(field.value);
      return object;
    }
  }
  return nullptr;
}

void learn_shape(Json& shape, const Value& value) {
  if (value.kind == ValueKind::record) learn_record(shape, value);
  if (value.kind == ValueKind::set) learn_elements(shape, "set", value);
  if (value.kind == ValueKind::array) {
    if (!shape.contains("array")) {
      shape["array"] = Json::array();
      for (const NamedValue& index : value.fields) shape["array"].push_back(index.name);
    }
    learn_elements(shape, "of", value);
  }
}

std::optional<Value> value_from_json(const Json& json, const Json& shape) {
  Value value;
  if (json.is_null()) return value;
  if (json.is_array()) return list_from_json(json, shape);
  if (json.is_object()) return record_from_json(json, shape);
  if (json.is_boolean()) {
    value.kind = ValueKind::boolean;
    value.number = json.get<bool>() ? 1 : 0;
    return value;
  }
  if (json.is_number_integer() && fits(json)) {
    value.kind = ValueKind::integer;
    value.number = json.get<std::int64_t>();
    return value;
  }
  if (json.is_string()) {
    value.kind = ValueKind::name;
    value.text = json.get<std::string>();
    return value;
  }
  return std::nullopt;
}

}  // namespace quorate
