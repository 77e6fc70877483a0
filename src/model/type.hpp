// The types of a Model's values: finite, with every bound already a number.
// Types are interned: one TypeId for one structure and name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/ids.hpp"

namespace quorate {

enum class TypeKind { boolean, range, enumeration, process, set, record, array };

struct Field {
  std::string name;
  TypeId type;
  Span span;
};

// Which members are used depends on the kind:
//   boolean      low 0, high 1
//   range        low..high; unbounded: 0 and up, for proofs only; positions: the numbers of the messages that
//                input number `positions` of a rule (from 1) takes in one step
//   enumeration  literals; values are positions: low 0, high literals.size() - 1
//   process      roles (one for a role's type, several for a group's); low..high is the
//                smallest interval of process numbers that covers them. A group's
//                interval may contain processes of other roles, which are not values.
//   set          element (a scalar type of at most 62 values); a value is a bit mask in
//                which bit k stands for the element value low(element) + k
//   record       fields
//   array        index (a scalar type), element
struct Type {
  TypeKind kind = TypeKind::boolean;
  std::string name;  // as declared, or empty
  std::int64_t low = 0;
  std::int64_t high = 1;
  bool unbounded = false;  // range: a natural number; `high` is the largest one in an executed state
  std::int32_t positions = 0;
  std::vector<std::string> literals;
  std::vector<RoleId> roles;
  TypeId element;
  TypeId index;
  std::vector<Field> fields;

  [[nodiscard]] bool scalar() const {
    return kind != TypeKind::set && kind != TypeKind::record && kind != TypeKind::array;
  }
  // Whether a value fits into a register: a scalar or a set.
  [[nodiscard]] bool simple() const { return kind != TypeKind::record && kind != TypeKind::array; }
  [[nodiscard]] std::int64_t size() const { return high - low + 1; }
};

// A set of processes as a value; element: the type of the set's elements.
inline std::int64_t set_of(const std::vector<ProcessId>& processes, const Type& element) {
  std::int64_t set = 0;
  for (const ProcessId process : processes) set |= std::int64_t{1} << (process.value - element.low);
  return set;
}

}  // namespace quorate
