// The values of enumerations as words of the command line. to_text is the one place that has the word of a
// value; both from_text and the help use it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/semantics.hpp"
#include "native/native_engine.hpp"
#include "reduction/stubborn/transition_relations.hpp"
#include "report/results/check_report.hpp"
#include "search/search.hpp"
#include "verify/run/check.hpp"

namespace quorate {

enum class Switch { on, off };
enum class ExportTarget { murphi, promela, dot };
enum class LemmaChoice { all, declared, discovered, none };

std::string to_text(Switch value);
std::string to_text(ExportTarget target);
std::string to_text(LemmaChoice lemmas);

// All values, in the order of the help.
template <typename Enum>
struct AllValues;
template <>
struct AllValues<Switch> {
  static constexpr std::array list{Switch::on, Switch::off};
};
template <>
struct AllValues<ExportTarget> {
  static constexpr std::array list{ExportTarget::murphi, ExportTarget::promela, ExportTarget::dot};
};
template <>
struct AllValues<LemmaChoice> {
  static constexpr std::array list{LemmaChoice::all, LemmaChoice::declared, LemmaChoice::discovered,
                                   LemmaChoice::none};
};
template <>
struct AllValues<Traffic> {
  static constexpr std::array list{Traffic::m, Traffic::grm, Traffic::rm};
};
template <>
struct AllValues<CrashModel> {
  static constexpr std::array list{CrashModel::implicit_, CrashModel::explicit_, CrashModel::receipt};
};
template <>
struct AllValues<LossModel> {
  static constexpr std::array list{LossModel::implicit_, LossModel::explicit_};
};
template <>
struct AllValues<SearchOrder> {
  static constexpr std::array list{SearchOrder::breadth_first, SearchOrder::depth_first};
};
template <>
struct AllValues<Symmetry> {
  static constexpr std::array list{Symmetry::none, Symmetry::node, Symmetry::role};
};
template <>
struct AllValues<PartialOrder> {
  static constexpr std::array list{PartialOrder::none, PartialOrder::lpor, PartialOrder::dpor};
};
template <>
struct AllValues<Split> {
  static constexpr std::array list{Split::none, Split::quorum, Split::reply, Split::combined};
};
template <>
struct AllValues<Engine> {
  static constexpr std::array list{Engine::automatic, Engine::interpreted, Engine::native};
};
template <>
struct AllValues<StoreKind> {
  static constexpr std::array list{StoreKind::tree, StoreKind::compact, StoreKind::hash, StoreKind::bitstate};
};

template <typename Enum>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const Enum value : AllValues<Enum>::list) words.push_back(to_text(value));
  return words;
}

// None if no value has this word.
template <typename Enum>
std::optional<Enum> from_text(std::string_view text) {
  for (const Enum value : AllValues<Enum>::list) {
    if (to_text(value) == text) return value;
  }
  return std::nullopt;
}

}  // namespace quorate
