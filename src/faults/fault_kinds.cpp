#include "faults/fault_kinds.hpp"

#include <algorithm>
#include <array>

#include "faults/kinds/detectors.hpp"
#include "faults/kinds/duplication.hpp"
#include "faults/kinds/network.hpp"
#include "faults/kinds/omission.hpp"
#include "faults/kinds/recovery.hpp"

namespace quorate {

std::span<const DeclarableFault> declarable_faults() {
  static const auto omissions = omission_faults();
  static const std::array list{
      DeclarableFault{"crash", FaultKind::crash, {}, true},
      DeclarableFault{"byzantine", FaultKind::byzantine, {}},
      DeclarableFault{detector_word, FaultKind::lowered, detector_forms(), false, "failure detectors"},
      DeclarableFault{recovery_word, FaultKind::lowered, recovery_forms(), true},
      omissions[0],
      omissions[1],
      omissions[2],
      DeclarableFault{network_word, FaultKind::lowered, network_forms()},
      // After recovery: steps that a crash cuts short can receive a copy as well.
      DeclarableFault{duplication_word, FaultKind::lowered, duplication_forms(), false, "", true},
  };
  return list;
}

const DeclarableFault* find_declarable_fault(std::string_view word) {
  const auto list = declarable_faults();
  const auto found = std::ranges::find(list, word, &DeclarableFault::word);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace quorate
