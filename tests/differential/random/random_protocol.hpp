// Random small protocols as FTDP text, so that the parser and the checker are exercised together with
// the engine. Well-typed by construction: a text that is rejected shows a bug in the generator, the
// parser or the checker. The same seed and options give the same text.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

struct GeneratorOptions {
  int max_processes = 5;
  int wild_percent = 15;     // protocols whose effects are not kept inside their types: model errors
  int printed_percent = 20;  // protocols in the printed notation
  int compound_percent =
      20;  // protocols with several messages a step; twice as many with rules that take several
  int symmetric_percent = 40;  // protocols whose processes are interchangeable, or nearly so
};

std::string random_protocol(std::uint64_t seed, const GeneratorOptions& options = {});

}  // namespace quorate
