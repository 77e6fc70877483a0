// Values as natural JSON, and back. Natural JSON writes sets and arrays alike and has no names for the
// indices of an array. A shape keeps what is lost, once for each variable or field.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "system/seam/description.hpp"

namespace quorate {

using Json = nlohmann::ordered_json;  // keeps the order of variables, processes and fields

// Numbers, true and false, strings for names, null for undefined, arrays for sets and arrays, objects for
// records.
Json value_json(const Value& value);

// Adds to `shape` what the JSON of the value does not say; it stays null if there is nothing to add. As JSON:
//
//   {"set": SHAPE}   {"array": [index names], "of": SHAPE}   {"record": {field: SHAPE}}   null
void learn_shape(Json& shape, const Value& value);

// The inverse of value_json. Without a shape a JSON array is read as an array with the indices 1, 2, ...
// None if no value looks like that.
std::optional<Value> value_from_json(const Json& json, const Json& shape);

// The member of an object; null if there is none or `json` is no object.
const Json& member(const Json& json, const std::string& key);

}  // namespace quorate
