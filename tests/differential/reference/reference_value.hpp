// States of the reference checker: every scalar an optional number, every channel a list of messages. Nothing
// is packed, and nothing but the order in a multiset is canonical; states are compared member by member.
// Knows the Model's types and nothing of src/system.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// A model error in the sense of docs/semantics.md. Thrown and caught inside the reference only.
struct ReferenceFailure {
  std::string message;
  Span span;
};

[[noreturn]] inline void fail(const Expr& where, std::string message) {
  throw ReferenceFailure{std::move(message), where.span};
}

// A simple value (parts empty; a set is the Model's bit mask) or a record or array (parts: the fields,
// or the elements in ascending order of the index type's values).
struct RefValue {
  std::optional<std::int64_t> simple;
  std::vector<RefValue> parts;

  RefValue() = default;
  RefValue(std::int64_t number) : simple(number) {}  // NOLINT(google-explicit-constructor)

  bool operator==(const RefValue& other) const { return simple == other.simple && parts == other.parts; }
  std::strong_ordering operator<=>(const RefValue& other) const;
};

struct RefMessage {
  std::int32_t kind = 0;
  std::vector<RefValue> fields;
  bool delivered = false;

  bool operator==(const RefMessage&) const = default;
  std::strong_ordering operator<=>(const RefMessage& other) const = default;
  [[nodiscard]] bool same_content(const RefMessage& other) const {
    return kind == other.kind && fields == other.fields;
  }
};

using ChannelEnds = std::pair<std::int64_t, std::int64_t>;  // from, to

// That a process has signed a message of the kind, all of it but its certificates.
struct RefSignature {
  std::int32_t kind = 0;
  std::vector<RefValue> content;
  std::int64_t signer = 0;

  bool operator==(const RefSignature&) const = default;
  std::strong_ordering operator<=>(const RefSignature& other) const = default;
};

// That a process has received a message from a symmetric Byzantine one.
struct RefReceipt {
  std::int64_t receiver = 0;
  std::int64_t sender = 0;
  std::int32_t kind = 0;
  std::vector<RefValue> fields;

  bool operator==(const RefReceipt&) const = default;
  std::strong_ordering operator<=>(const RefReceipt& other) const = default;
};

// A channel that holds nothing has no entry, so that equal states compare equal.
struct RefState {
  std::vector<std::vector<RefValue>> variables;  // of each process
  std::vector<Status> status;                    // of each process
  std::map<ChannelEnds, std::vector<RefMessage>> channels;
  std::vector<RefValue> monitors;
  std::map<std::string, std::set<std::int64_t>> marks;  // by the word of a fault: whom it has befallen
  std::map<std::int64_t, std::int64_t> restarts;        // by process; none: 0
  std::map<std::int64_t, std::int64_t> omitted;         // messages, by process; none: 0
  std::set<ChannelEnds> cut;                            // links, the smaller process first
  std::int64_t cuts = 0;                                // links or partitions, where these are limited
  bool divided = false;
  std::set<RefSignature> signatures;  // of processes that are not Byzantine
  std::set<RefReceipt> receipts;
  std::map<std::int64_t, std::int64_t> copies;  // that the process has received; none: 0

  bool operator==(const RefState&) const = default;
  std::strong_ordering operator<=>(const RefState& other) const = default;
};

template <typename T>
std::vector<std::vector<T>> all_subsets(const std::vector<T>& elements) {
  std::vector<std::vector<T>> subsets = {{}};
  for (const T& element : elements) {
    const auto before = subsets;
    for (auto subset : before) {
      subset.push_back(element);
      subsets.push_back(std::move(subset));
    }
  }
  return subsets;
}

// Everything of one type; composite types included.
std::vector<RefValue> all_values(const Model& model, TypeId type);
RefValue blank_value(const Model& model, TypeId type);
bool all_undefined(const RefValue& value);
bool all_defined(const RefValue& value);

// The elements of a set value of a set type, and back. `where` locates the model error of an element
// that the set type cannot hold.
std::set<std::int64_t> set_elements(const Model& model, TypeId set_type, std::int64_t mask);
std::int64_t set_mask(const Model& model, TypeId set_type, const std::set<std::int64_t>& elements,
                      const Expr& where);

// The value as it is stored in a place of type `to`: undefined parts stay undefined, a defined part
// outside the type is a model error.
RefValue fit(const Model& model, TypeId from, TypeId to, const RefValue& value, const Expr& where);
// The same without the check of scalars: what `let` and function parameters do.
RefValue pass(const Model& model, TypeId from, TypeId to, const RefValue& value, const Expr& where);

}  // namespace quorate
