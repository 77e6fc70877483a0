// What `quorate check` prints and writes, from a CheckReport.
#pragma once

#include <string>

#include "base/source.hpp"
#include "model/model.hpp"
#include "report/paragraph.hpp"
#include "report/result_json.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

std::string check_text(const Model& model, const SourceText& source, const CheckOptions& options,
                       const CheckReport& report, const TextStyle& style);
ReportData check_data(const Model& model, const CheckOptions& options, const CheckReport& report);
// As the values of --search: "bfs", "dfs".
std::string to_text(SearchOrder order);
// "traffic m, crashes explicit".
std::string semantics_line(const Model& model, const Semantics& semantics);
// The place of the trace's model error, as a diagnostic; empty if there is none.
std::string failure_place(const TraceDescription& trace, const SourceText& source);

}  // namespace quorate
