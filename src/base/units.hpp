// Quantities as people write and read them: 16G, 10m, 1,577,161.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace quorate {

std::optional<std::uint64_t> parse_bytes(const std::string& text);   // 512M, 16G, 16GB, 1000000
std::optional<double> parse_seconds(const std::string& text);        // 90, 90s, 10m, 2h, 500ms
std::string with_separators(std::uint64_t number);                   // 1,577,161
std::string counted(std::uint64_t number, const std::string& what);  // 1 step, 2,500 steps
std::string show_bytes(std::uint64_t bytes);                         // 1.5 GiB
std::string show_seconds(double seconds);                            // 0.42 s, 3 m 12 s

}  // namespace quorate
