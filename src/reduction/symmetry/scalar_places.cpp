// A walk over a type: records and arrays are taken apart down to their scalars. An index that is a process is
// noted with its stride; other indices only add to the offset.
#include "reduction/symmetry/scalar_places.hpp"

#include "system/compile/layout.hpp"

namespace quorate {

namespace {

class Walker {
 public:
  explicit Walker(const Model& model) : model_(model) {}

  std::vector<ScalarPlace> walk(TypeId type) {
    visit(type, {});
    return std::move(places_);
  }

 private:
  void visit(TypeId id, const ScalarPlace& at) {
    const Type& type = model_.type(id);
    if (type.kind == TypeKind::record) {
      for (std::size_t f = 0; f < type.fields.size(); ++f) {
        visit(type.fields[f].type, moved(at, field_offset(model_, type, f)));
      }
    } else if (type.kind == TypeKind::array) {
      elements(type, at);
    } else {
      places_.push_back(at);
      places_.back().type = id;
    }
  }

  void elements(const Type& array, const ScalarPlace& at) {
    const Type& index = model_.type(array.index);
    const auto stride = scalar_count(model_, array.element);
    for (const auto value : model_.values_of(array.index)) {
      ScalarPlace element = moved(at, static_cast<std::uint32_t>(value - index.low) * stride);
      if (index.kind == TypeKind::process) {
        element.origin = at.origin;
        element.indices.push_back({ProcessId(value), stride});
      }
      visit(array.element, element);
    }
  }

  static ScalarPlace moved(ScalarPlace place, std::uint32_t by) {
    place.offset += by;
    place.origin += by;
    return place;
  }

  const Model& model_;
  std::vector<ScalarPlace> places_;
};

}  // namespace

std::vector<ScalarPlace> scalar_places(const Model& model, TypeId type) {
  return Walker(model).walk(type);
}

}  // namespace quorate
