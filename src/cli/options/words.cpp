#include "cli/options/words.hpp"

namespace quorate {

std::string to_text(Switch value) {
  return value == Switch::on ? "on" : "off";
}

std::string to_text(ExportTarget target) {
  if (target == ExportTarget::dot) return "dot";
  return target == ExportTarget::murphi ? "murphi" : "promela";
}

std::string to_text(LemmaChoice lemmas) {
  switch (lemmas) {
    case LemmaChoice::all:
      return "all";
    case LemmaChoice::declared:
      return "declared";
    case LemmaChoice::discovered:
      return "discovered";
    case LemmaChoice::none:
      return "none";
  }
  return "";
}

}  // namespace quorate
