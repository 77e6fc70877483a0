// States and steps of the decomposed and of the original model correspond one to one [Bokor 2011, 3.3]: the
// variables of a process are those of its parts together, and the channel between two processes holds the
// messages of the channels between their parts. Names of processes are replaced wherever they occur in a
// description. What this gives is executed again on the original model (verify/trace/lifted_result), so that
// an error here is never shown.
#include "system/execute/lift_decomposed.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace quorate {

namespace {

class Lifting {
 public:
  Lifting(const Decomposition& decomposition, const Model& original)
      : decomposition_(decomposition), original_(original) {
    for (std::size_t r = 0; r < decomposition.origin.size(); ++r) {
      const std::string& name = decomposition.model.roles[r].name;
      const std::string& old = original.role(decomposition.origin[r].role).name;
      if (name != old) renamed_.emplace_back(name + "[", old + "[");
    }
  }

  // Replaces the names of processes in a text.
  [[nodiscard]] std::string text(std::string text) const {
    for (const auto& [from, to] : renamed_) {
      for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) {
        const bool inside_name =
            at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_');
        if (!inside_name) text.replace(at, from.size(), to);
      }
    }
    return text;
  }

  [[nodiscard]] StateDescription state(const StateDescription& state) const {
    StateDescription lifted;
    processes(state, lifted);
    channels(state, lifted);
    lifted.monitors = values(state.monitors);
    return in_canonical_order(std::move(lifted), original_.channels);
  }

  [[nodiscard]] StepDescription step(const StepDescription& step) const {
    StepDescription lifted = step;
    lifted.transition = text(step.transition);
    lifted.process = text(step.process);
    lifted.note = text(step.note);
    for (MessageDescription& m : lifted.consumed) m = message(m);
    for (MessageDescription& m : lifted.sent) m = message(m);
    return lifted;
  }

 private:
  [[nodiscard]] Value value(Value v) const {
    if (v.kind == ValueKind::name) v.text = text(v.text);
    for (Value& element : v.elements) element = value(element);
    v.fields = values(v.fields);
    if (v.kind == ValueKind::array) {
      for (NamedValue& field : v.fields) field.name = text(field.name);
    }
    return v;
  }

  [[nodiscard]] std::vector<NamedValue> values(std::vector<NamedValue> all) const {
    for (NamedValue& named : all) named.value = value(named.value);
    return all;
  }

  [[nodiscard]] MessageDescription message(MessageDescription m) const {
    m.from = text(m.from);
    m.to = text(m.to);
    m.fields = values(m.fields);
    return m;
  }

  void processes(const StateDescription& state, StateDescription& lifted) const {
    for (std::int64_t p = 0; p < original_.process_count(); ++p) {
      const Role& role = original_.role(original_.role_of(ProcessId(p)));
      lifted.processes.push_back({original_.process_name(ProcessId(p)), role.name, "", {}});
      lifted.processes.back().variables.resize(role.variables.size());
    }
    for (std::size_t p = 0; p < state.processes.size(); ++p) {
      const ProcessId part(static_cast<std::int64_t>(p));
      const RolePart& origin = decomposition_.origin[decomposition_.model.role_of(part).index()];
      ProcessDescription& whole = lifted.processes[decomposition_.original_process(original_, part).index()];
      whole.status = state.processes[p].status;
      const auto variables = values(state.processes[p].variables);
      for (std::size_t v = 0; v < variables.size(); ++v) {
        whole.variables[static_cast<std::size_t>(origin.variables[v])] = variables[v];
      }
    }
  }

  void channels(const StateDescription& state, StateDescription& lifted) const {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t p = 0; p < lifted.processes.size(); ++p) numbers[lifted.processes[p].name] = p;
    std::map<std::pair<std::size_t, std::size_t>, ChannelDescription> merged;
    for (const ChannelDescription& channel : state.channels) {
      const std::string from = text(channel.from);
      const std::string to = text(channel.to);
      ChannelDescription& content = merged[{numbers.at(from), numbers.at(to)}];
      content.from = from;
      content.to = to;
      for (const MessageDescription& m : channel.waiting) content.waiting.push_back(message(m));
      for (const MessageDescription& m : channel.delivered) content.delivered.push_back(message(m));
    }
    for (auto& [ends, content] : merged) lifted.channels.push_back(std::move(content));
  }

  const Decomposition& decomposition_;
  const Model& original_;
  std::vector<std::pair<std::string, std::string>> renamed_;
};

}  // namespace

StateDescription in_canonical_order(StateDescription state, const Channels& channels) {
  if (channels.fifo) return state;
  const auto text = [](const MessageDescription& message) { return to_text(message); };
  for (ChannelDescription& channel : state.channels) {
    std::ranges::stable_sort(channel.waiting, {}, text);
    std::ranges::stable_sort(channel.delivered, {}, text);
  }
  return state;
}

StateDescription lift(const Decomposition& decomposition, const Model& original,
                      const StateDescription& state) {
  return Lifting(decomposition, original).state(state);
}

TraceDescription lift(const Decomposition& decomposition, const Model& original,
                      const TraceDescription& trace) {
  const Lifting lifting(decomposition, original);
  TraceDescription lifted = trace;
  for (StateDescription& state : lifted.states) state = lifting.state(state);
  for (StepDescription& step : lifted.steps) step = lifting.step(step);
  lifted.failure = lifting.text(trace.failure);
  return lifted;
}

}  // namespace quorate
