// The line that opens a report: "paxos (m = 2, n = 3): paxos.ftdp".
#pragma once

#include <string>

#include "base/source.hpp"
#include "model/model.hpp"

namespace quorate {

std::string model_heading(const Model& model, const SourceText& source);

}  // namespace quorate
