#include "search/store_kind.hpp"

namespace quorate {

std::string to_text(StoreKind store) {
  switch (store) {
    case StoreKind::tree:
      return "tree";
    case StoreKind::compact:
      return "compact";
    case StoreKind::hash:
      return "hash";
    case StoreKind::bitstate:
      return "bitstate";
  }
  return "";
}

}  // namespace quorate
