#include "system/execute/forged_messages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/message_flow.hpp"

namespace quorate {

namespace {

// Not every code between the smallest and the largest is a value: a group, and a set of its processes, may
// have gaps.
std::vector<std::uint64_t> extended(const Model& model, const std::vector<std::uint64_t>& codes,
                                    const MessageCell& cell) {
  std::vector<std::uint64_t> longer;
  for (const auto code : codes) {
    for (std::int64_t value = cell.low; value <= cell.high && longer.size() <= message_limit; ++value) {
      if (!model.has_value(cell.type, value)) continue;
      longer.push_back(code | (static_cast<std::uint64_t>(value - cell.bias) << cell.shift));
    }
  }
  return longer;
}

bool some_sender_faulty(const Model& model, const FaultModel& faults, const Receive& receive) {
  return std::ranges::any_of(model.type(receive.sender_type).roles,
                             [&](RoleId role) { return faults.has_status[role.index()]; });
}

}  // namespace

std::vector<std::uint64_t> messages_with(const Model& model, const Layout& layout, KindId kind,
                                         const std::set<std::int32_t>& fields) {
  const MessageFormat& format = layout.formats[kind.index()];
  std::vector<std::uint64_t> codes{format.tag};
  for (const auto field : fields) {
    const std::uint32_t first = format.fields[field];
    const auto count = scalar_count(model, model.message(kind).fields[field].type);
    for (std::uint32_t k = 0; k < count && codes.size() <= message_limit; ++k)
      codes = extended(model, codes, layout.message_cells[first + k]);
  }
  return codes;
}

std::vector<std::uint64_t> forged_messages(const Model& model, const Layout& layout, const FaultModel& faults,
                                           const Rule& rule, std::size_t input, SharedTables& shared) {
  const Receive& receive = rule.input(input);
  if (receive.kind == ReceiveKind::none || !some_sender_faulty(model, faults, receive)) return {};
  std::vector<std::uint64_t> codes =
      messages_with(model, layout, receive.message_kind, message_fields_read(model, rule, input));
  if (codes.size() <= message_limit) return codes;
  shared.problems.push_back(
      {fmt::format(
           "a Byzantine sender could send more than {} different messages here; write its strategy as a "
           "byzantine rule, or make the fields' types smaller",
           message_limit),
       rule.name_span});
  return {};
}

}  // namespace quorate
