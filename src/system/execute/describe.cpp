// Turns packed states and steps into descriptions (seam/description.hpp). Nothing here decides anything:
// descriptions are made for reports, and for comparisons of traces.
#include <fmt/format.h>

#include "system/execute/stepper.hpp"

namespace quorate {

Value ModelSystem::scalar_value(TypeId id, std::int64_t number) const {
  const Type& type = model_.type(id);
  Value value;
  if (number == undefined_value) return value;
  value.number = number;
  switch (type.kind) {
    case TypeKind::boolean:
      value.kind = ValueKind::boolean;
      break;
    case TypeKind::enumeration:
    case TypeKind::process:
      value.kind = ValueKind::name;
      value.text = model_.show(id, number);
      value.number = 0;
      break;
    case TypeKind::set:
      value.kind = ValueKind::set;
      value.number = 0;
      for (std::int64_t k = 0; k < model_.type(type.element).size(); ++k) {
        if (((number >> k) & 1) != 0)
          value.elements.push_back(scalar_value(type.element, model_.type(type.element).low + k));
      }
      break;
    default:
      value.kind = ValueKind::integer;
  }
  return value;
}

template <typename Scalar>
Value ModelSystem::composite_value(TypeId id, std::uint32_t first, const Scalar& scalar) const {
  const Type& type = model_.type(id);
  if (type.simple()) return scalar_value(id, scalar(first));
  Value value;
  if (type.kind == TypeKind::record) {
    value.kind = ValueKind::record;
    for (std::size_t f = 0; f < type.fields.size(); ++f) {
      const auto offset = field_offset(model_, type, f);
      value.fields.push_back(
          {type.fields[f].name, composite_value(type.fields[f].type, first + offset, scalar)});
    }
    return value;
  }
  value.kind = ValueKind::array;
  const auto stride = scalar_count(model_, type.element);
  for (const auto index : model_.values_of(type.index)) {
    const auto offset = static_cast<std::uint32_t>(index - model_.type(type.index).low) * stride;
    Value element = composite_value(type.element, first + offset, scalar);
    value.fields.push_back({model_.show(type.index, index), {}});
    value.elements.push_back(std::move(element));
  }
  return value;
}

// A hidden variable is shown by its name where it is set, one in an array with its indexes.
void ModelSystem::add_marks(TypeId type_id, const std::string& name, std::uint32_t first,
                            const std::function<std::int64_t(std::uint32_t)>& scalar,
                            std::vector<std::string>& marks) const {
  const Type& type = model_.type(type_id);
  if (type.kind == TypeKind::array) {
    const auto stride = scalar_count(model_, type.element);
    for (const auto index : model_.values_of(type.index)) {
      const auto offset = static_cast<std::uint32_t>(index - model_.type(type.index).low) * stride;
      add_marks(type.element, fmt::format("{}[{}]", name, model_.show(type.index, index)), first + offset,
                scalar, marks);
    }
    return;
  }
  const std::int64_t value = scalar(first);
  if (value != 0) marks.push_back(name + (type.kind == TypeKind::range ? fmt::format(" {}", value) : ""));
}

Value ModelSystem::value_of(TypeId type, std::uint32_t first_cell, const std::uint64_t* state) const {
  return composite_value(type, first_cell,
                         [&](std::uint32_t cell) { return load(layout_.cells[cell], state); });
}

Value ModelSystem::message_value(TypeId type, std::uint32_t first_cell, std::uint64_t code) const {
  return composite_value(type, first_cell, [&](std::uint32_t number) {
    const MessageCell& cell = layout_.message_cells[number];
    const std::uint64_t raw = (code >> cell.shift) & cell.mask;
    return decoded(raw, cell.bias);
  });
}

MessageDescription ModelSystem::describe_message(ProcessId from, ProcessId to, std::uint64_t code) const {
  MessageDescription message;
  message.from = model_.process_name(from);
  message.to = model_.process_name(to);
  std::size_t kind = 0;
  while (kind + 1 < layout_.formats.size() && layout_.formats[kind].tag != (code & layout_.tag_mask)) ++kind;
  message.kind = model_.messages[kind].name;
  for (std::size_t f = 0; f < model_.messages[kind].fields.size(); ++f) {
    const Field& field = model_.messages[kind].fields[f];
    message.fields.push_back({field.name, message_value(field.type, layout_.formats[kind].fields[f], code)});
  }
  return message;
}

// The pairs of processes for which a hidden array of arrays is true. One of a single role says each twice.
void ModelSystem::describe_links(const Variable& variable, std::uint32_t first, const std::uint64_t* state,
                                 std::vector<std::string>& marks) const {
  const Type& rows = model_.type(variable.type);
  const Type& columns = model_.type(rows.element);
  const std::string word = variable.name.substr(0, variable.name.find_last_not_of('_') + 1);
  std::uint32_t cell = first;
  for (const std::int64_t p : model_.values_of(rows.index)) {
    for (const std::int64_t q : model_.values_of(columns.index)) {
      const bool set = load(layout_.cells[cell++], state) != 0;
      if (!set || (rows.index == columns.index && q < p)) continue;
      marks.push_back(fmt::format("{} {} {}", word, model_.process_name(ProcessId(p)),
                                  model_.process_name(ProcessId(q))));
    }
  }
}

StateDescription ModelSystem::describe(StateView state) const {
  StateDescription description;
  for (std::size_t p = 0; p < layout_.processes; ++p) {
    const ProcessId process(static_cast<std::int64_t>(p));
    const Role& role = model_.role(model_.role_of(process));
    ProcessDescription local{model_.process_name(process), role.name, "", {}};
    if (layout_.status_cells[p] >= 0) {
      local.status =
          model_.show(model_.status_type, static_cast<std::int64_t>(status(process, state.data())));
    }
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      if (role.variables[v].hidden) {
        const Variable& hidden = role.variables[v];
        const bool links =
            model_.type(hidden.type).kind == TypeKind::array && !hidden.knowledge && !hidden.commitment;
        if (links) {
          describe_links(hidden, layout_.variable_cells[p][v], state.data(), local.marks);
          continue;
        }
        const auto scalar = [&](std::uint32_t cell) { return load(layout_.cells[cell], state.data()); };
        add_marks(hidden.type, hidden.name, layout_.variable_cells[p][v], scalar, local.marks);
        continue;
      }
      local.variables.push_back(
          {role.variables[v].name,
           value_of(role.variables[v].type, layout_.variable_cells[p][v], state.data())});
    }
    description.processes.push_back(std::move(local));
  }
  for (const ChannelLayout& channel : layout_.channels) {
    ChannelAccess::Contents contents;
    access_.read(channel, state.data(), contents);
    if (contents.size == 0) continue;
    ChannelDescription content{model_.process_name(channel.from), model_.process_name(channel.to), {}, {}};
    for (std::size_t i = 0; i < contents.size; ++i) {
      const bool delivered = layout_.delivered_flag && access_.delivered(contents.values[i]);
      (delivered ? content.delivered : content.waiting)
          .push_back(describe_message(channel.from, channel.to, access_.message(contents.values[i])));
    }
    description.channels.push_back(std::move(content));
  }
  for (std::size_t v = 0; v < model_.monitor.variables.size(); ++v) {
    const Variable& variable = model_.monitor.variables[v];
    description.monitors.push_back(
        {variable.name, value_of(variable.type, layout_.monitor_cells[v], state.data())});
  }
  return description;
}

void ModelSystem::Stepper::describe_rule(TransitionId transition, const std::vector<Outgoing>& sent,
                                         const std::string& note) {
  if (!buffer_.asked.describe_steps) return;
  const Transition& facts = s_.transitions_[transition.index()];
  const Rule& rule = s_.model_.rules[static_cast<std::size_t>(facts.rule)];
  StepDescription step{rule.fault ? StepKind::fault : StepKind::rule,
                       facts.name,
                       s_.model_.process_name(facts.process),
                       rule.name,
                       {},
                       {},
                       note};
  for (std::size_t i = 0; i < facts.senders.size(); ++i) {
    const Offer& offer = work_.offers[i][work_.picked[i]];
    MessageDescription message = s_.describe_message(facts.senders[i], facts.process, offer.code);
    message.absent = offer.absent;
    message.forged = offer.forged;
    if (offer.sender_crashes) step.note = message.from + " has crashed";
    step.consumed.push_back(std::move(message));
  }
  for (const Outgoing& message : sent)
    step.sent.push_back(s_.describe_message(facts.process, message.to, message.code));
  buffer_.found.descriptions.push_back(std::move(step));
}

void ModelSystem::Stepper::describe_other(TransitionId transition, std::uint64_t message,
                                          const std::string& note) {
  if (!buffer_.asked.describe_steps) return;
  const Transition& facts = s_.transitions_[transition.index()];
  const ChannelLayout* channel = s_.exec_.actions[transition.index()].channel;
  StepDescription step{facts.kind,
                       facts.name,
                       facts.process.valid() ? s_.model_.process_name(facts.process) : "",
                       facts.name.substr(0, facts.name.find('(')),
                       {},
                       {},
                       note};
  if (channel != nullptr) step.consumed.push_back(s_.describe_message(channel->from, channel->to, message));
  buffer_.found.descriptions.push_back(std::move(step));
}

}  // namespace quorate
