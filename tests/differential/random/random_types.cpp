#include "random_types.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

GenType gen_boolean() {
  return {.kind = GenKind::boolean, .spelling = "bool"};
}

GenType gen_range(std::int64_t low, std::int64_t high) {
  return {.kind = GenKind::range,
          .spelling = std::to_string(low) + ".." + std::to_string(high),
          .low = low,
          .high = high};
}

GenType gen_set(const GenType& element) {
  return {.kind = GenKind::set, .spelling = "set of " + element.spelling, .parts = {element}};
}

GenType gen_array(const GenType& index, const GenType& element) {
  return {.kind = GenKind::array,
          .spelling = "array[" + index.spelling + "] of " + element.spelling,
          .parts = {index, element}};
}

bool simple(const GenType& type) {
  return type.kind != GenKind::array && type.kind != GenKind::record;
}

std::int64_t process_count(const GenProtocol& protocol, const GenType& process_type) {
  std::int64_t count = 0;
  for (const std::size_t role : process_type.roles) count += protocol.roles[role].count;
  return count;
}

std::int64_t value_count(const GenProtocol& protocol, const GenType& type) {
  constexpr std::int64_t many = 1000;
  switch (type.kind) {
    case GenKind::boolean:
      return 2;
    case GenKind::range:
      return type.high - type.low + 1;
    case GenKind::enumeration:
      return static_cast<std::int64_t>(type.literals.size());
    case GenKind::process:
      return process_count(protocol, type);
    case GenKind::set:
      return std::int64_t{1} << std::min<std::int64_t>(10, value_count(protocol, type.parts[0]));
    case GenKind::array: {
      std::int64_t count = 1;
      for (std::int64_t k = 0; k < value_count(protocol, type.parts[0]); ++k) {
        count = std::min(many, count * value_count(protocol, type.parts[1]));
      }
      return count;
    }
    case GenKind::record: {
      std::int64_t count = 1;
      for (const GenType& part : type.parts) count = std::min(many, count * value_count(protocol, part));
      return count;
    }
  }
  return many;
}

GenType random_scalar_type(Random& random, const GenProtocol& protocol) {
  if (protocol.symmetric && random.percent(35)) {
    const GenRole& role = random.pick(protocol.roles);
    if (role.count > 0) return role.type;
  }
  switch (random.below(6)) {
    case 0:
      return gen_boolean();
    case 1:
      if (!protocol.enumerations.empty()) return random.pick(protocol.enumerations);
      break;
    case 2: {
      const GenRole& role = random.pick(protocol.roles);
      if (role.count > 0) return role.type;
      break;
    }
    case 3:
      if (!protocol.groups.empty() && process_count(protocol, protocol.groups[0]) > 0)
        return protocol.groups[0];
      break;
    case 4: {
      const std::int64_t low = random.between(-1, 2);
      return gen_range(low, low + random.between(1, 2));
    }
    default:
      break;
  }
  return gen_range(0, random.between(1, 2));
}

namespace {

GenType random_record(Random& random, const GenProtocol& protocol) {
  GenType record{.kind = GenKind::record};
  record.spelling = "record ";
  const std::int64_t count = random.between(1, 2);
  for (std::int64_t k = 0; k < count; ++k) {
    record.field_names.push_back(fmt::format("f{}", k));
    const GenType scalar = random_scalar_type(random, protocol);
    const bool nested = random.percent(15) && value_count(protocol, scalar) <= 3;
    record.parts.push_back(nested ? gen_set(scalar) : scalar);
    record.spelling += record.field_names.back() + ": " + record.parts.back().spelling + "; ";
  }
  record.spelling += "end";
  return record;
}

// Arrays run over roles (empty ones too), groups and small scalars.
GenType random_index(Random& random, const GenProtocol& protocol) {
  if (random.percent(protocol.symmetric ? 80 : 50)) return random.pick(protocol.roles).type;
  const GenType scalar = random_scalar_type(random, protocol);
  return value_count(protocol, scalar) <= 3 ? scalar : gen_range(1, 2);
}

}  // namespace

GenType random_type(Random& random, const GenProtocol& protocol) {
  const GenType scalar = random_scalar_type(random, protocol);
  const std::size_t form = random.below(20) + (protocol.symmetric && random.percent(30) ? 4 : 0);
  if (form < 12) return scalar;
  if (form < 16) return gen_set(scalar);
  if (form < 18) return random_record(random, protocol);
  const GenType index = random_index(random, protocol);
  if (form > 21 && value_count(protocol, index) <= 2) {
    return gen_array(index, gen_array(random.pick(protocol.roles).type, scalar));
  }
  if (form == 18 && random.percent(40)) return gen_array(index, random_record(random, protocol));
  return gen_array(index, random.percent(80) ? scalar : gen_set(scalar));
}

}  // namespace quorate
