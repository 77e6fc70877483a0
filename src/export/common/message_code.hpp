// Messages as numbers, the same in every target: 0 is "no message", and each message kind has an interval of
// codes. A code is its kind's first code plus one digit for each scalar (or set) in the message, in mixed
// radix; digit 0 says that this scalar is undefined. Equal messages have equal codes and no others do, so
// that a channel of codes kept in a fixed order is canonical.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// One scalar or set of a message. The path leads to it from the message: first the position of the field,
// then positions of record fields and index values of arrays.
struct CodeLeaf {
  std::vector<std::int64_t> path;
  std::string name;  // "val", "best_propNo", "votes_2"
  TypeId type;
  std::int64_t weight = 1;
  std::int64_t radix = 2;
};

struct KindCode {
  std::int64_t first = 0;  // the code of the message with no field defined
  std::int64_t last = 0;
  std::vector<CodeLeaf> leaves;
};

class MessageCodes {
 public:
  explicit MessageCodes(const Model& model);

  [[nodiscard]] const KindCode& kind(KindId id) const { return kinds_[id.index()]; }
  [[nodiscard]] std::int64_t last() const { return last_; }
  // More messages than can be numbered in 62 bits: nothing else may be asked then.
  [[nodiscard]] bool too_many() const { return too_many_; }
  // Codes of the messages of a kind all of whose fields are defined, ascending.
  [[nodiscard]] std::vector<std::int64_t> complete(KindId id) const;
  [[nodiscard]] std::int64_t complete_count(KindId id) const;

 private:
  void add_leaves(const std::string& name, TypeId type, const std::vector<std::int64_t>& path,
                  std::vector<CodeLeaf>& leaves) const;
  [[nodiscard]] std::vector<std::int64_t> digits(const CodeLeaf& leaf) const;

  const Model& model_;
  std::vector<KindCode> kinds_;
  std::int64_t last_ = 0;
  bool too_many_ = false;
};

// Values of a simple type, sets included, as the Model writes them; ascending.
std::vector<std::int64_t> simple_values(const Model& model, TypeId type);
// Number of codes of a defined value: 0..code_size-1 stand for low.. (a scalar) or for the masks (a set).
std::int64_t code_size(const Model& model, TypeId type);
// The least value: what digit 1 stands for.
std::int64_t code_low(const Model& model, TypeId type);

}  // namespace quorate
