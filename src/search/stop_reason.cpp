#include "search/search.hpp"

namespace quorate {

StopReason stop_reason(Spent spent) {
  switch (spent) {
    case Spent::nothing:
      return StopReason::finished;
    case Spent::time:
      return StopReason::time_limit;
    case Spent::memory:
      return StopReason::memory_limit;
    case Spent::interruption:
      return StopReason::interrupted;
  }
  return StopReason::interrupted;
}

}  // namespace quorate
