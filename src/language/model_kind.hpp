// The kinds of model that a text can be, and which commands read them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace quorate {

enum class ModelKind : std::uint8_t {
  ftdp,        // a Model
  parametric,  // parametric Promela: a ThresholdModel
  plain,       // Promela of a fixed size, as SPIN reads it: a PlainModel
};

class ModelKinds {
 public:
  constexpr ModelKinds() = default;
  constexpr ModelKinds(ModelKind kind) : bits_(bit(kind)) {}  // NOLINT: a set of one
  [[nodiscard]] constexpr bool has(ModelKind kind) const { return (bits_ & bit(kind)) != 0; }
  [[nodiscard]] constexpr bool meet(ModelKinds other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool operator==(const ModelKinds&) const = default;
  friend constexpr ModelKinds operator|(ModelKinds a, ModelKinds b) {
    ModelKinds both;
    both.bits_ = a.bits_ | b.bits_;
    return both;
  }

 private:
  static constexpr unsigned bit(ModelKind kind) { return 1U << static_cast<unsigned>(kind); }
  unsigned bits_ = 0;
};

inline constexpr ModelKinds promela_models = ModelKinds(ModelKind::parametric) | ModelKind::plain;
inline constexpr ModelKinds all_models = ModelKinds(ModelKind::ftdp) | promela_models;

// The reader of a text: a command, or one of its functions.
struct Reader {
  std::string_view command;
  ModelKinds kinds;
};

namespace readers {
inline constexpr Reader check{"check", all_models};
inline constexpr Reader param{"param", ModelKind::parametric};
inline constexpr Reader prove{"prove", ModelKind::ftdp};
inline constexpr Reader symmetries{"symmetries", ModelKind::ftdp};
inline constexpr Reader analyze{"analyze", ModelKind::ftdp};
inline constexpr Reader export_text{"export", ModelKind::ftdp};
inline constexpr Reader export_picture{"export", ModelKind::parametric};
}  // namespace readers

}  // namespace quorate
