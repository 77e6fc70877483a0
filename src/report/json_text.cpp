#include "report/json_text.hpp"

#include <nlohmann/json.hpp>

#include "base/shown_text.hpp"

namespace quorate {

namespace {

Json with_shown_strings(const Json& json) {
  if (json.is_string()) return shown_lines(json.get_ref<const std::string&>());
  if (json.is_array()) {
    Json result = Json::array();
    for (const Json& element : json) result.push_back(with_shown_strings(element));
    return result;
  }
  if (!json.is_object()) return json;
  Json result = Json::object();
  for (const auto& [key, value] : json.items()) result[shown_lines(key)] = with_shown_strings(value);
  return result;
}

}  // namespace

std::string json_text(const Json& json) {
  try {
    return json.dump(1) + "\n";
  } catch (const Json::type_error&) {  // bytes that are no UTF-8
    return with_shown_strings(json).dump(1) + "\n";
  }
}

}  // namespace quorate
