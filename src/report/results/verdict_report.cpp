#include "report/results/verdict_report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

namespace quorate {

namespace {

// Of the whole program so far, in bytes.
std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

std::string verdict_word(Verdict verdict, bool colour) {
  const std::string word = fmt::format("{:<12}", to_text(verdict));
  if (!colour) return word;
  const char* const code = verdict == Verdict::holds ? "32" : verdict == Verdict::violated ? "31" : "33";
  return fmt::format("\033[1;{}m{}\033[0m", code, word);
}

void put_statistics(PropertyReport& property, const Statistics& statistics) {
  property.states = statistics.states;
  property.transitions = statistics.transitions;
  property.initial_states = statistics.initial_states;
  property.depth = statistics.depth;
  property.seconds = statistics.seconds;
  property.peak_memory_bytes = peak_memory();
  if (statistics.states > 0)
    property.bytes_per_state =
        static_cast<double>(statistics.store_bytes) / static_cast<double>(statistics.states);
}

}  // namespace quorate
