// Reads what trace_json.cpp writes. Anybody may have edited the text, so every access is checked, and the
// first problem is kept with its path ("states[2].channels[0]: `from` must be a string").
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "report/trace/step_kind.hpp"
#include "report/trace/trace_json.hpp"

namespace quorate {
namespace {

class TraceJsonReader {
 public:
  explicit TraceJsonReader(const Json& json) : json_(json), shapes_(member(json, "shapes")) {}

  TraceReading read() {
    TraceDescription trace;
    if (text(json_, "format", "trace") != "quorate-trace-1")
      complain("trace", "`format` must be \"quorate-trace-1\"");
    for_each("", json_, "states", [&](const Json& state, const std::string& path) {
      trace.states.push_back(read_state(state, path));
    });
    for_each("", json_, "steps", [&](const Json& step, const std::string& path) {
      trace.steps.push_back(read_step(step, path));
    });
    if (problem_.empty() && trace.states.size() != trace.steps.size() + 1) {
      complain("trace", "there must be one state more than steps");
    }
    read_loop_start(trace);
    read_failure(trace);
    if (!problem_.empty()) return {std::nullopt, problem_};
    return {std::move(trace), {}};
  }

 private:
  void complain(const std::string& path, const std::string& what) {
    if (problem_.empty()) problem_ = fmt::format("{}: {}", path, what);
  }

  std::string text(const Json& object, const char* key, const std::string& path) {
    const Json& found = member(object, key);
    if (found.is_string()) return found.get<std::string>();
    complain(path, fmt::format("`{}` must be a string", key));
    return {};
  }

  // A key that is missing is false.
  bool flag(const Json& object, const char* key, const std::string& path) {
    const Json& found = member(object, key);
    if (!found.is_null() && !found.is_boolean())
      complain(path, fmt::format("`{}` must be true or false", key));
    return found.is_boolean() && found.get<bool>();
  }

  std::uint64_t natural(const Json& found, const char* key, const std::string& path) {
    if (found.is_number_unsigned()) return found.get<std::uint64_t>();
    if (found.is_number_integer() && found.get<std::int64_t>() >= 0) {
      return static_cast<std::uint64_t>(found.get<std::int64_t>());
    }
    complain(path, fmt::format("`{}` must be a number that is not negative", key));
    return 0;
  }

  template <typename Use>
  void for_each(const std::string& prefix, const Json& object, const char* key, Use use) {
    const Json& list = member(object, key);
    const std::string path = prefix.empty() ? key : fmt::format("{}.{}", prefix, key);
    if (!list.is_array()) return complain(path, "must be an array");
    for (std::size_t k = 0; k < list.size() && problem_.empty(); ++k)
      use(list[k], fmt::format("{}[{}]", path, k));
  }

  std::vector<NamedValue> read_values(const Json& object, const Json& shapes, const std::string& path) {
    std::vector<NamedValue> values;
    if (!object.is_object()) {
      complain(path, "must be an object");
      return values;
    }
    for (const auto& [name, json] : object.items()) {
      auto value = value_from_json(json, member(shapes, name));
      if (!value) complain(path, fmt::format("`{}` is not a value", name));
      values.push_back({name, value.value_or(Value{})});
    }
    return values;
  }

  [[nodiscard]] const Json& shapes_of(const char* section, const std::string& owner) const {
    return member(member(shapes_, section), owner);
  }

  ProcessDescription read_process(const std::string& name, const Json& json, const std::string& path) {
    ProcessDescription process;
    process.name = name;
    process.role = name.substr(0, name.find('['));
    process.variables = read_values(json, shapes_of("roles", process.role), path);
    std::erase_if(process.variables, [](const NamedValue& variable) {
      return variable.name == "status" || variable.name == "faults";
    });
    if (!member(json, "status").is_null()) process.status = text(json, "status", path);
    for (const Json& mark : member(json, "faults")) {
      if (!mark.is_string()) complain(path, "`faults` must be words");
      process.marks.push_back(mark.is_string() ? mark.get<std::string>() : "");
    }
    return process;
  }

  StateDescription read_state(const Json& json, const std::string& path) {
    StateDescription state;
    const Json& processes = member(json, "processes");
    if (!processes.is_object()) complain(path, "`processes` must be an object");
    for (const auto& [name, process] : processes.items()) {
      state.processes.push_back(read_process(name, process, fmt::format("{}.{}", path, name)));
    }
    for_each(path, json, "channels", [&](const Json& channel, const std::string& place) {
      state.channels.push_back(read_channel(channel, place));
    });
    state.monitors = read_values(member(json, "monitors"), member(shapes_, "monitors"), path + ".monitors");
    return state;
  }

  ChannelDescription read_channel(const Json& json, const std::string& path) {
    ChannelDescription channel;
    channel.from = text(json, "from", path);
    channel.to = text(json, "to", path);
    for_each(path, json, "messages", [&](const Json& message, const std::string& place) {
      auto& list = flag(message, "delivered", place) ? channel.delivered : channel.waiting;
      list.push_back(read_message(message, channel.from, channel.to, place));
    });
    return channel;
  }

  MessageDescription read_message(const Json& json, std::string from, std::string to,
                                  const std::string& path) {
    MessageDescription message;
    message.from = std::move(from);
    message.to = std::move(to);
    message.kind = text(json, "kind", path);
    message.absent = flag(json, "absent", path);
    message.forged = flag(json, "forged", path);
    message.fields =
        read_values(member(json, "fields"), shapes_of("messages", message.kind), path + ".fields");
    return message;
  }

  std::vector<MessageDescription> read_messages(const Json& json, const char* key, const std::string& path) {
    std::vector<MessageDescription> messages;
    for_each(path, json, key, [&](const Json& message, const std::string& place) {
      messages.push_back(
          read_message(message, text(message, "from", place), text(message, "to", place), place));
    });
    return messages;
  }

  StepDescription read_step(const Json& json, const std::string& path) {
    StepDescription step;
    const std::string kind = text(json, "kind", path);
    const auto known = step_kind_of(kind);
    if (!known) complain(path, fmt::format("`{}` is no kind of step", kind));
    step.kind = known.value_or(StepKind::rule);
    step.transition = text(json, "transition", path);
    step.process = text(json, "process", path);
    step.rule = text(json, "rule", path);
    step.consumed = read_messages(json, "consumed", path);
    step.sent = read_messages(json, "sent", path);
    if (!member(json, "note").is_null()) step.note = text(json, "note", path);
    return step;
  }

  void read_loop_start(TraceDescription& trace) {
    const Json& loop_start = member(json_, "loop_start");
    if (loop_start.is_null()) return;
    trace.loop_start = natural(loop_start, "loop_start", "trace");
    if (*trace.loop_start >= trace.states.size())
      complain("trace", "`loop_start` must be the number of a state");
  }

  void read_failure(TraceDescription& trace) {
    const Json& failure = member(json_, "failure");
    if (failure.is_null()) return;
    trace.failure = text(failure, "message", "failure");
    trace.failure_span.begin =
        static_cast<std::uint32_t>(natural(member(failure, "begin"), "begin", "failure"));
    trace.failure_span.end = static_cast<std::uint32_t>(natural(member(failure, "end"), "end", "failure"));
  }

  const Json& json_;
  const Json& shapes_;
  std::string problem_;
};

}  // namespace

TraceReading trace_from_json(const Json& json) {
  return TraceJsonReader(json).read();
}

}  // namespace quorate
