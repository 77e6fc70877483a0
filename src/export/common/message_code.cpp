// A message kind with the leaves l1 ... lk has r1 * ... * rk codes, where the radix r of a leaf is the number
// of its values plus one, for undefined. Weights are computed from the last leaf to the first. The products
// are checked: with more than 2^62 messages there are no codes, and the model is refused (too_many).
#include "export/common/message_code.hpp"

#include <fmt/format.h>

namespace quorate {

namespace {

constexpr std::int64_t largest_code = std::int64_t{1} << 62;

// a * b, or 0 if that is too large to be a code.
std::int64_t code_product(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0 || a > largest_code / b) return 0;
  return a * b;
}

}  // namespace

std::int64_t code_size(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::set) return std::int64_t{1} << model.type(type.element).size();
  return type.size();
}

std::int64_t code_low(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  return type.kind == TypeKind::set ? 0 : type.low;
}

std::vector<std::int64_t> simple_values(const Model& model, TypeId id) {
  if (model.type(id).kind != TypeKind::set) return model.values_of(id);
  std::vector<std::int64_t> values;
  for (std::int64_t mask = 0; mask < code_size(model, id); ++mask) {
    if (model.has_value(id, mask)) values.push_back(mask);
  }
  return values;
}

MessageCodes::MessageCodes(const Model& model) : model_(model) {
  for (const MessageKind& message : model.messages) {
    KindCode code;
    for (std::size_t k = 0; k < message.fields.size(); ++k) {
      const Field& field = message.fields[k];
      add_leaves(field.name, field.type, {static_cast<std::int64_t>(k)}, code.leaves);
    }
    std::int64_t count = 1;
    for (auto leaf = code.leaves.rbegin(); leaf != code.leaves.rend(); ++leaf) {
      leaf->weight = count;
      count = code_product(count, leaf->radix);
    }
    if (count == 0 || last_ > largest_code - count) {
      too_many_ = true;
      count = 1;
    }
    code.first = last_ + 1;
    code.last = last_ + count;
    last_ = code.last;
    kinds_.push_back(std::move(code));
  }
}

void MessageCodes::add_leaves(const std::string& name, TypeId id, const std::vector<std::int64_t>& path,
                              std::vector<CodeLeaf>& leaves) const {
  const Type& type = model_.type(id);
  const auto step = [&](std::int64_t to) {
    std::vector<std::int64_t> longer = path;
    longer.push_back(to);
    return longer;
  };
  if (type.kind == TypeKind::record) {
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
      add_leaves(name + "_" + type.fields[k].name, type.fields[k].type, step(static_cast<std::int64_t>(k)),
                 leaves);
    }
  } else if (type.kind == TypeKind::array) {
    for (const std::int64_t k : model_.values_of(type.index)) {
      add_leaves(fmt::format("{}_{}", name, k), type.element, step(k), leaves);
    }
  } else {
    leaves.push_back({path, name, id, 1, code_size(model_, id) + 1});
  }
}

std::vector<std::int64_t> MessageCodes::digits(const CodeLeaf& leaf) const {
  std::vector<std::int64_t> digits;
  for (const std::int64_t value : simple_values(model_, leaf.type)) {
    digits.push_back(value - code_low(model_, leaf.type) + 1);
  }
  return digits;
}

std::vector<std::int64_t> MessageCodes::complete(KindId id) const {
  std::vector<std::int64_t> codes = {kind(id).first};
  for (const CodeLeaf& leaf : kind(id).leaves) {
    std::vector<std::int64_t> longer;
    for (const std::int64_t code : codes) {
      for (const std::int64_t digit : digits(leaf)) longer.push_back(code + digit * leaf.weight);
    }
    codes = std::move(longer);
  }
  return codes;
}

std::int64_t MessageCodes::complete_count(KindId id) const {
  std::int64_t count = 1;
  for (const CodeLeaf& leaf : kind(id).leaves) count *= leaf.radix - 1;
  return count;
}

}  // namespace quorate
