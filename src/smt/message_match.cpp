#include "smt/message_match.hpp"

namespace quorate {

Term message_matches(const Model& model, const Layout& layout, ValueAlgebra& values, KindId kind,
                     const std::vector<SymbolicValue>& scalars, std::uint64_t code) {
  Formulas& f = values.formulas();
  const MessageFormat& format = layout.formats[kind.index()];
  if ((code & layout.tag_mask) != format.tag) return f.constant(false);
  Terms parts;
  for (std::uint32_t k = 0; k < format.cell_count; ++k) {
    const MessageCell& cell = layout.message_cells[format.first_cell + k];
    const SymbolicValue& value = scalars[k];
    const std::uint64_t raw = (code >> cell.shift) & cell.mask;
    if (raw == 0) {
      parts.push_back(value.undefined);
      continue;
    }
    parts.push_back(f.negation(value.undefined));
    const std::int64_t constant = static_cast<std::int64_t>(raw) + cell.bias;
    if (model.type(cell.type).kind != TypeKind::set) {
      parts.push_back(values.is(value, constant));
      continue;
    }
    const Type& element = model.type(model.type(cell.type).element);
    for (std::int64_t e = 0; e < element.size(); ++e) {
      const Term there = values.has(value, element.low + e);
      parts.push_back(((constant >> e) & 1) != 0 ? there : f.negation(there));
    }
  }
  return f.all(parts);
}

}  // namespace quorate
