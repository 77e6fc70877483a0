// What is printed if a check has no results (Trouble).
#pragma once

#include <string>

#include "base/source.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// For standard error; with the places in the text, if the text is wrong.
std::string trouble_text(const Model& model, const SourceText& source, const Trouble& trouble);

}  // namespace quorate
