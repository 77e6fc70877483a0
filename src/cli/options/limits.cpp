#include "cli/options/limits.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/budget.hpp"
#include "base/units.hpp"

namespace quorate {

namespace {

// The memory of the machine, or of the container that the program runs in. The kernel kills a program that
// takes more, without a message; so the default of --memory is a little less.
std::uint64_t memory_there_is() {
  auto bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t group = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group) bytes = std::min(bytes, group);
  return bytes;
}

}  // namespace

void apply_limits(const OptionValues& values) {
  BudgetLimits limits;
  limits.seconds = parse_seconds(values.text(Opt::time)).value_or(limits.seconds);
  limits.bytes = parse_bytes(values.text(Opt::memory)).value_or(memory_there_is() / 20 * 19);
  Budget::limit(limits);
}

}  // namespace quorate
