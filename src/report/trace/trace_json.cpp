// Values are written as natural JSON. What that loses (sets look like arrays, arrays have no names of
// indices) is learned from every value of a variable or field while it is written, and added once at the end
// as `shapes`.
#include "report/trace/trace_json.hpp"

#include <nlohmann/json.hpp>

#include "report/trace/step_kind.hpp"

namespace quorate {
namespace {

class TraceJsonWriter {
 public:
  Json write(const TraceDescription& trace) {
    Json json = Json::object();
    json["format"] = "quorate-trace-1";
    json["loop_start"] = trace.loop_start ? Json(*trace.loop_start) : Json();
    json["states"] = Json::array();
    for (const StateDescription& state : trace.states) json["states"].push_back(state_json(state));
    json["steps"] = Json::array();
    for (const StepDescription& step : trace.steps) json["steps"].push_back(step_json(step));
    json["failure"] = failure_json(trace);
    if (Json told = shapes(); !told.is_null()) json["shapes"] = std::move(told);
    return json;
  }

 private:
  // All values of one variable or field have one shape, wherever they are.
  static Json values(Json& shapes, const std::vector<NamedValue>& named) {
    Json json = Json::object();
    for (const NamedValue& one : named) {
      json[one.name] = value_json(one.value);
      learn_shape(shapes[one.name], one.value);
    }
    return json;
  }

  // The shapes without those that say nothing.
  static Json told(const Json& shapes) {
    Json json;
    for (const auto& [name, shape] : shapes.items()) {
      if (!shape.is_null()) json[name] = shape;
    }
    return json;
  }

  static Json told_by_owner(const Json& owners) {
    Json json;
    for (const auto& [owner, shapes] : owners.items()) json[owner] = told(shapes);
    return told(json);
  }

  Json shapes() const {
    Json json;
    json["roles"] = told_by_owner(roles_);
    json["messages"] = told_by_owner(kinds_);
    json["monitors"] = told(monitors_);
    return told(json);
  }

  void add_messages(Json& list, const std::vector<MessageDescription>& messages, bool delivered) {
    for (const MessageDescription& message : messages) {
      Json json = Json::object();
      json["kind"] = message.kind;
      json["fields"] = values(kinds_[message.kind], message.fields);
      json["delivered"] = delivered;
      list.push_back(std::move(json));
    }
  }

  Json state_json(const StateDescription& state) {
    Json processes = Json::object();
    for (const ProcessDescription& process : state.processes) {
      Json json = values(roles_[process.role], process.variables);
      if (!process.status.empty()) json["status"] = process.status;
      if (!process.marks.empty()) json["faults"] = process.marks;
      processes[process.name] = std::move(json);
    }
    Json channels = Json::array();
    for (const ChannelDescription& channel : state.channels) {
      Json messages = Json::array();
      add_messages(messages, channel.delivered, true);
      add_messages(messages, channel.waiting, false);
      channels.push_back({{"from", channel.from}, {"to", channel.to}, {"messages", std::move(messages)}});
    }
    Json json = Json::object();
    json["processes"] = std::move(processes);
    json["channels"] = std::move(channels);
    json["monitors"] = values(monitors_, state.monitors);
    return json;
  }

  Json messages_json(const std::vector<MessageDescription>& messages) {
    Json list = Json::array();
    for (const MessageDescription& message : messages) {
      Json json = Json::object();
      json["from"] = message.from;
      json["to"] = message.to;
      json["kind"] = message.kind;
      json["fields"] = values(kinds_[message.kind], message.fields);
      if (message.absent) json["absent"] = true;
      if (message.forged) json["forged"] = true;
      list.push_back(std::move(json));
    }
    return list;
  }

  Json step_json(const StepDescription& step) {
    Json json = Json::object();
    json["kind"] = step_kind_word(step.kind);
    json["transition"] = step.transition;
    json["process"] = step.process;
    json["rule"] = step.rule;
    json["consumed"] = messages_json(step.consumed);
    json["sent"] = messages_json(step.sent);
    if (!step.note.empty()) json["note"] = step.note;
    return json;
  }

  static Json failure_json(const TraceDescription& trace) {
    if (trace.failure.empty()) return nullptr;
    return {{"message", trace.failure}, {"begin", trace.failure_span.begin}, {"end", trace.failure_span.end}};
  }

  Json roles_;     // role -> variable -> shape
  Json kinds_;     // message kind -> field -> shape
  Json monitors_;  // variable -> shape
};

}  // namespace

Json trace_json(const TraceDescription& trace) {
  return TraceJsonWriter().write(trace);
}

}  // namespace quorate
