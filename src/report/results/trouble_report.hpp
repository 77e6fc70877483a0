// What is said where a check has no results (Trouble).
#pragma once

#include <string>

#include "base/source.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// For standard error; located where the text is to blame.
std::string trouble_text(const Model& model, const SourceText& source, const Trouble& trouble);

}  // namespace quorate
