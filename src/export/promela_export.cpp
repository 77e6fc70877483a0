#include "export/export.hpp"
namespace quorate {
ExportResult export_promela(const Model&, const ExportOptions&) { return {}; }
}
