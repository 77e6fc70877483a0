#include "model/semantics.hpp"

namespace quorate {

std::string to_text(Traffic traffic) {
  return traffic == Traffic::m ? "m" : traffic == Traffic::grm ? "grm" : "rm";
}

std::string to_text(CrashModel crash) {
  if (crash == CrashModel::receipt) return "receipt";
  return crash == CrashModel::explicit_ ? "explicit" : "implicit";
}

std::string to_text(LossModel loss) {
  return loss == LossModel::explicit_ ? "explicit" : "implicit";
}

}  // namespace quorate
