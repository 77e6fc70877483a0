// The variables of the trace are fixed before the first state is written: one for each variable of each role,
// `status` if the trace has a status or a mark of a fault anywhere, `monitors` if there are monitor
// variables.
#include "report/trace/trace_itf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "report/trace/step_kind.hpp"

namespace quorate {
namespace {

Json itf_integer(std::int64_t number) {
  return {{"#bigint", std::to_string(number)}};
}

Json itf_set(Json elements) {
  return {{"#set", std::move(elements)}};
}

// Takes a list of [key, value] pairs.
Json itf_map(Json pairs) {
  return {{"#map", std::move(pairs)}};
}

Json pair(Json first, Json second) {
  Json json = Json::array();
  json.push_back(std::move(first));
  json.push_back(std::move(second));
  return json;
}

// Index names that are numbers become integers.
Json itf_index(const std::string& name) {
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool numeric = error == std::errc{} && stop == name.data() + name.size();
  return numeric ? itf_integer(number) : Json(name);
}

Json itf_record(const std::vector<NamedValue>& fields);

// Of a value that is not undefined.
Json itf_value(const Value& value) {
  switch (value.kind) {
    case ValueKind::undefined:
      return nullptr;
    case ValueKind::boolean:
      return value.number != 0;
    case ValueKind::integer:
      return itf_integer(value.number);
    case ValueKind::name:
      return value.text;
    case ValueKind::set: {
      Json elements = Json::array();
      for (const Value& element : value.elements) elements.push_back(itf_value(element));
      return itf_set(std::move(elements));
    }
    case ValueKind::array: {
      Json pairs = Json::array();
      for (std::size_t k = 0; k < value.elements.size(); ++k) {
        if (value.elements[k].kind == ValueKind::undefined) continue;
        const std::string index = k < value.fields.size() ? value.fields[k].name : std::to_string(k + 1);
        pairs.push_back(pair(itf_index(index), itf_value(value.elements[k])));
      }
      return itf_map(std::move(pairs));
    }
    case ValueKind::record:
      return itf_record(value.fields);
  }
  return nullptr;
}

Json itf_record(const std::vector<NamedValue>& fields) {
  Json record = Json::object();
  for (const NamedValue& field : fields) {
    if (field.value.kind != ValueKind::undefined) record[field.name] = itf_value(field.value);
  }
  return record;
}

Json itf_message(const MessageDescription& message) {
  return {{"tag", message.kind}, {"value", itf_record(message.fields)}};
}

Json itf_messages(const std::vector<MessageDescription>& messages) {
  Json list = Json::array();
  for (const MessageDescription& message : messages) list.push_back(itf_message(message));
  return list;
}

Json itf_channels(const std::vector<ChannelDescription>& channels) {
  Json elements = Json::array();
  for (const ChannelDescription& channel : channels) {
    elements.push_back({{"from", channel.from},
                        {"to", channel.to},
                        {"waiting", itf_messages(channel.waiting)},
                        {"delivered", itf_messages(channel.delivered)}});
  }
  return itf_set(std::move(elements));
}

Json itf_exchanged(const std::vector<MessageDescription>& messages) {
  Json list = Json::array();
  for (const MessageDescription& message : messages) {
    list.push_back({{"from", message.from},
                    {"to", message.to},
                    {"message", itf_message(message)},
                    {"absent", message.absent},
                    {"forged", message.forged}});
  }
  return list;
}

Json itf_step(const StepDescription& step, std::string_view kind) {
  return {{"kind", kind},
          {"process", step.process},
          {"rule", step.rule},
          {"transition", step.transition},
          {"note", step.note},
          {"consumed", itf_exchanged(step.consumed)},
          {"sent", itf_exchanged(step.sent)}};
}

// One variable of one role, and what it is called in the trace.
struct RoleVariable {
  std::string role;
  std::string variable;
  std::string itf_name;
};

class ItfWriter {
 public:
  explicit ItfWriter(const TraceDescription& trace) : trace_(trace) {
    names_ = {"channels", "step"};
    if (trace.states.empty()) return;
    for (const ProcessDescription& process : trace.states.front().processes) {
      for (const NamedValue& variable : process.variables) add_variable(process.role, variable.name);
      has_status_ = has_status_ || !process.status.empty();
    }
    for (const StateDescription& state : trace.states) {
      has_status_ =
          has_status_ || std::ranges::any_of(state.processes, [](const ProcessDescription& process) {
            return !process.marks.empty();
          });
    }
    if (has_status_) names_.push_back("status");
    has_monitors_ = !trace.states.front().monitors.empty();
    if (has_monitors_) names_.push_back("monitors");
  }

  Json write(const std::string& source) {
    Json json = Json::object();
    json["#meta"] = meta(source);
    json["vars"] = names_;
    json["states"] = Json::array();
    for (std::size_t k = 0; k < trace_.states.size(); ++k) json["states"].push_back(state(k));
    if (trace_.loop_start) json["loop"] = loop_index();
    return json;
  }

 private:
  // Two pairs of role and variable may give the same name ("a_b" and "c", "a" and "b_c"): the second gets an
  // underscore more.
  void add_variable(const std::string& role, const std::string& variable) {
    const bool known = std::any_of(variables_.begin(), variables_.end(), [&](const RoleVariable& v) {
      return v.role == role && v.variable == variable;
    });
    if (known) return;
    std::string name = fmt::format("{}_{}", role, variable);
    while (std::find(names_.begin(), names_.end(), name) != names_.end()) name += '_';
    names_.push_back(name);
    variables_.push_back({role, variable, name});
  }

  [[nodiscard]] Json meta(const std::string& source) const {
    Json json = {{"format", "ITF"},
                 {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
                 {"description", "Written by Quorate; what is undefined is left out of its map or record"}};
    if (!source.empty()) json["source"] = source;
    if (!trace_.failure.empty()) json["failure"] = trace_.failure;
    return json;
  }

  // A loop of a TraceDescription ends with a repetition of the state that it starts with; the format wants
  // the state that follows the last.
  [[nodiscard]] std::size_t loop_index() const {
    const std::size_t start = *trace_.loop_start;
    const std::size_t last = trace_.states.size() - 1;
    return start < last && trace_.states[start] == trace_.states[last] ? start + 1 : start;
  }

  [[nodiscard]] Json state(std::size_t index) const {
    const StateDescription& description = trace_.states[index];
    Json json = Json::object();
    json["#meta"] = {{"index", index}};
    json["channels"] = itf_channels(description.channels);
    json["step"] = index == 0
                       ? itf_step({}, "initial")
                       : itf_step(trace_.steps[index - 1], step_kind_word(trace_.steps[index - 1].kind));
    for (const RoleVariable& variable : variables_)
      json[variable.itf_name] = role_variable(description, variable);
    if (has_status_) json["status"] = statuses(description);
    if (has_monitors_) json["monitors"] = itf_record(description.monitors);
    return json;
  }

  [[nodiscard]] static Json role_variable(const StateDescription& state, const RoleVariable& wanted) {
    Json pairs = Json::array();
    for (const ProcessDescription& process : state.processes) {
      if (process.role != wanted.role) continue;
      for (const NamedValue& variable : process.variables) {
        if (variable.name != wanted.variable || variable.value.kind == ValueKind::undefined) continue;
        pairs.push_back(pair(process.name, itf_value(variable.value)));
      }
    }
    return itf_map(std::move(pairs));
  }

  [[nodiscard]] static Json statuses(const StateDescription& state) {
    Json pairs = Json::array();
    for (const ProcessDescription& process : state.processes) {
      std::string status = process.status.empty() ? "corr" : process.status;
      for (const std::string& mark : process.marks) status += " " + mark;
      pairs.push_back(pair(process.name, status));
    }
    return itf_map(std::move(pairs));
  }

  const TraceDescription& trace_;
  std::vector<std::string> names_;
  std::vector<RoleVariable> variables_;
  bool has_status_ = false;
  bool has_monitors_ = false;
};

}  // namespace

Json trace_itf(const TraceDescription& trace, const std::string& source) {
  return ItfWriter(trace).write(source);
}

}  // namespace quorate
