#include "verify/result/results.hpp"

#include <algorithm>

#include "reduction/layers.hpp"

namespace quorate {

std::string to_text(ResultKind kind) {
  switch (kind) {
    case ResultKind::invariant:
      return "invariant";
    case ResultKind::no_deadlock:
      return "no-deadlock";
    case ResultKind::temporal:
      return "temporal";
    case ResultKind::well_defined:
      return well_defined_name;
  }
  return "";
}

ResultKind result_kind(PropertyKind kind) {
  if (kind == PropertyKind::temporal) return ResultKind::temporal;
  return kind == PropertyKind::invariant ? ResultKind::invariant : ResultKind::no_deadlock;
}

std::vector<LayerUse> uses_of(const Layers& wanted) {
  std::vector<LayerUse> uses;
  for (const auto& layer : wanted.all) uses.push_back({layer->name(), layer->against()});
  return uses;
}

bool PropertyResult::uses(std::string_view layer) const {
  return std::ranges::any_of(layers, [&](const LayerUse& use) { return use.used() && use.name == layer; });
}

bool CheckReport::uses(std::string_view layer) const {
  return std::ranges::any_of(results, [&](const PropertyResult& result) { return result.uses(layer); });
}

void CheckReport::note(const std::string& text) {
  if (std::ranges::find(notes, text) == notes.end()) notes.push_back(text);
}

void CheckReport::note_all(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) note(text);
}

void CheckReport::add(CheckReport part) {
  for (PropertyResult& result : part.results) {
    PropertyResult* const known = find(result.name);
    if (known == nullptr) {
      results.push_back(std::move(result));
    } else if (known->verdict() == Verdict::inconclusive && result.verdict() == Verdict::violated) {
      *known = std::move(result);  // an error of the model that another group of properties has shown
    }
  }
  note_all(part.notes);
  used_native_code = used_native_code || part.used_native_code;
  if (part.trouble) trouble = std::move(part.trouble);
}

PropertyResult* CheckReport::find(const std::string& name) {
  const auto found = std::ranges::find(results, name, &PropertyResult::name);
  return found == results.end() ? nullptr : &*found;
}

void CheckReport::sort_as(const Model& model) {
  std::ranges::stable_sort(results, {}, [&](const PropertyResult& result) {
    return std::ranges::find(model.properties, result.name, &Property::name) - model.properties.begin();
  });
}

}  // namespace quorate
