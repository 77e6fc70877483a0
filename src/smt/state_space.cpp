// The variables of a symbolic state: one for each cell of the engine's layout, one count for each message
// of each channel. A cell or field that the text never leaves undefined (analysis/definedness) has no
// undefined case, and a status that nothing can assign is not in its domain. That makes domains small, and
// is not assumed: a step that leaves them counts as a model error (Encoding::finish), an initial state
// outside of them is refused (`read`). The number of possible messages is a product over their fields;
// beyond the limits below the model is refused.
#include "smt/state_space.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/message_flow.hpp"
#include "smt/scalar_names.hpp"

namespace quorate {

namespace {

// Limits beyond which formulas are too large for the solver.
constexpr std::size_t message_limit = 3000;     // of one kind
constexpr std::size_t variable_limit = 60'000;  // of a state
constexpr std::int64_t cell_limit = 2000;       // values of a scalar
constexpr std::int64_t largest_saturating = 2;  // "2 and more"

Expr message_field(KindId kind, std::size_t index, TypeId type) {
  Expr e;
  e.kind = ExprKind::message_field;
  e.message_kind = kind;
  e.index = static_cast<std::int32_t>(index);
  e.type = type;
  return e;
}

Expr variable_of(RoleId role, std::size_t index, TypeId type) {
  Expr e;
  e.kind = ExprKind::variable;
  e.role = role;
  e.index = static_cast<std::int32_t>(index);
  e.type = type;
  e.children.emplace_back();
  return e;
}

Expr monitor_variable(std::size_t index, TypeId type) {
  Expr e;
  e.kind = ExprKind::monitor_variable;
  e.index = static_cast<std::int32_t>(index);
  e.type = type;
  return e;
}

bool nothing_local(LocalId) {
  return true;
}

}  // namespace

std::string to_text(ChannelEncoding encoding) {
  if (encoding == ChannelEncoding::exact) return "exact";
  return encoding == ChannelEncoding::saturating ? "saturating" : "kept";
}

StateSpace::StateSpace(const ModelSystem& system, ChannelEncoding encoding, ValueAlgebra& values,
                       std::optional<EncodingProblem>& problem)
    : system_(system), encoding_(encoding), v_(values), f_(values.formulas()) {
  SharedTables tables;
  const Definedness& definedness = tables.definedness(model());
  add_cells(definedness, problem);
  add_messages(definedness, problem);
}

void StateSpace::add_cells(const Definedness& definedness, std::optional<EncodingProblem>& problem) {
  variables_.resize(layout().cells.size());
  const Model& m = model();
  for (std::size_t r = 0; r < m.roles.size(); ++r) {
    const Role& role = m.roles[r];
    for (std::int64_t i = 0; i < role.count; ++i) {
      const ProcessId process(role.first.value + i);
      const auto p = process.index();
      for (std::size_t v = 0; v < role.variables.size(); ++v) {
        const Variable& variable = role.variables[v];
        const bool undefined = definedness.may_be_undefined(
            variable_of(RoleId(static_cast<std::int64_t>(r)), v, variable.type), nothing_local);
        std::uint32_t cell = layout().variable_cells[p][v];
        for (const auto& name : scalar_names(m, variable.type, m.process_name(process) + "." + variable.name))
          add_cell(name, cell++, process, undefined, problem, variable.span, variable.monitor);
      }
      if (layout().status_cells[p] >= 0) {
        add_cell(m.process_name(process) + ".status", static_cast<std::uint32_t>(layout().status_cells[p]),
                 process, false, problem, role.span);
      }
    }
  }
  for (std::size_t v = 0; v < m.monitor.variables.size(); ++v) {
    const Variable& variable = m.monitor.variables[v];
    const bool undefined = definedness.may_be_undefined(monitor_variable(v, variable.type), nothing_local);
    std::uint32_t cell = layout().monitor_cells[v];
    for (const auto& name : scalar_names(m, variable.type, variable.name))
      add_cell(name, cell++, ProcessId(), undefined, problem, variable.span);
  }
}

void StateSpace::add_cell(const std::string& name, std::uint32_t number, ProcessId process,
                          bool may_be_undefined, std::optional<EncodingProblem>& problem, Span span,
                          bool monitor) {
  const Cell& cell = layout().cells[number];
  const Type& type = model().type(cell.type);
  StateVariable variable;
  variable.name = name;
  variable.type = cell.type;
  variable.cell = static_cast<std::int32_t>(number);
  variable.process = process;
  variable.monitor = monitor;
  variable.may_be_undefined = may_be_undefined;
  if (type.unbounded) {
    variable.form = ValueForm::number;
  } else if (type.kind == TypeKind::set) {
    variable.form = ValueForm::set;
    variable.low = model().type(type.element).low;
    variable.size = static_cast<std::size_t>(std::max<std::int64_t>(0, model().type(type.element).size()));
  } else if (type.size() > cell_limit) {
    if (!problem) {
      problem = EncodingProblem{fmt::format("{} has {} values; a proof can use {} at most, or `natural`",
                                            name, type.size(), cell_limit),
                                span};
    }
  } else {
    // A step to another status counts as a model error (Encoding::finish) and an initial state with another
    // one is refused (`read`): a proof then fails, and is not wrong.
    variable.values = cell.type == model().status_type
                          ? possible_statuses(model(), system_.semantics(), model().role_of(process))
                          : model().values_of(cell.type);
    if (variable.values.empty()) variable.may_be_undefined = true;
  }
  variables_[number] = std::move(variable);
}

std::int64_t StateSpace::largest_count() const {
  const Channels& channels = model().channels;
  if (encoding_ == ChannelEncoding::kept || channels.set) return 1;
  if (encoding_ == ChannelEncoding::saturating) return largest_saturating;
  return *channels.bound;
}

// All messages of a kind as the engine packs them: each field has any value of its type, or is undefined
// where the text allows that.
std::vector<std::uint64_t> StateSpace::domain(KindId kind, const Definedness& definedness,
                                              std::optional<EncodingProblem>& problem) const {
  const MessageKind& message = model().message(kind);
  const MessageFormat& format = layout().formats[kind.index()];
  std::vector<std::uint64_t> codes{format.tag};
  for (std::size_t i = 0; i < message.fields.size(); ++i) {
    const bool undefined =
        definedness.may_be_undefined(message_field(kind, i, message.fields[i].type), nothing_local);
    const auto count = scalar_count(model(), message.fields[i].type);
    for (std::uint32_t k = 0; k < count; ++k) {
      const MessageCell& cell = layout().message_cells[format.fields[i] + k];
      const bool fits = cell.high - cell.low < static_cast<std::int64_t>(message_limit);
      std::vector<std::uint64_t> longer;
      for (std::size_t c = 0; c < codes.size() && fits && longer.size() <= message_limit; ++c) {
        if (undefined) longer.push_back(codes[c]);
        for (std::int64_t value = cell.low; value <= cell.high; ++value) {
          if (!model().has_value(cell.type, value)) continue;
          longer.push_back(codes[c] | (static_cast<std::uint64_t>(value - cell.bias) << cell.shift));
        }
      }
      if (!fits || longer.size() > message_limit) {
        if (!problem) {
          problem = EncodingProblem{
              fmt::format("there are more than {} different messages {}: too many for a proof", message_limit,
                          message.name),
              message.span};
        }
        return {};
      }
      codes = std::move(longer);
    }
  }
  if (message.printed) std::erase(codes, format.tag);
  return codes;
}

void StateSpace::add_messages(const Definedness& definedness, std::optional<EncodingProblem>& problem) {
  std::map<KindId, std::vector<std::uint64_t>> domains;
  const std::int64_t largest = largest_count();
  for (std::size_t c = 0; c < layout().channels.size() && !problem; ++c) {
    const ChannelLayout& channel = layout().channels[c];
    const std::size_t first = variables_.size();
    auto& positions = message_positions_.emplace_back();
    const auto& kinds =
        layout().flow.kinds[model().role_of(channel.from).index()][model().role_of(channel.to).index()];
    for (const KindId kind : kinds) {
      if (!domains.contains(kind)) domains[kind] = domain(kind, definedness, problem);
      for (const auto code : domains[kind]) {
        StateVariable variable;
        variable.name = fmt::format("{}->{} {}", model().process_name(channel.from),
                                    model().process_name(channel.to), message_text(code));
        variable.channel = static_cast<std::int32_t>(c);
        variable.message = code;
        for (std::int64_t n = 0; n <= largest; ++n) variable.values.push_back(n);
        positions[code] = variables_.size();
        variables_.push_back(std::move(variable));
      }
    }
    channel_variables_.emplace_back(first, variables_.size());
    if (variables_.size() > variable_limit) {
      problem = EncodingProblem{"the channels can hold too many different messages for a proof",
                                model().channels.span};
    }
  }
}

std::string StateSpace::message_text(std::uint64_t code) const {
  for (std::size_t k = 0; k < layout().formats.size(); ++k) {
    const MessageFormat& format = layout().formats[k];
    if ((code & layout().tag_mask) != format.tag) continue;
    const MessageKind& kind = model().messages[k];
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < kind.fields.size(); ++i) {
      std::uint32_t cell = format.fields[i];
      for (const auto& name : scalar_names(model(), kind.fields[i].type, kind.fields[i].name)) {
        const MessageCell& m = layout().message_cells[cell++];
        const std::uint64_t raw = (code >> m.shift) & m.mask;
        if (raw == 0) continue;
        parts.push_back(name + ": " + model().show(m.type, static_cast<std::int64_t>(raw) + m.bias));
      }
    }
    return parts.empty() ? kind.name : fmt::format("{}({})", kind.name, fmt::join(parts, ", "));
  }
  return "message";
}

}  // namespace quorate
