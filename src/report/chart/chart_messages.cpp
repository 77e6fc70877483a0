// The steps are read in order. A message that a step sends starts a flight; a message that a step consumes,
// delivers or loses ends or continues the earliest flight of an equal message on the same channel that still
// waits. Delivered messages are taken first. A forged message, and one noticed absent that nobody sent, start
// a flight in the step that consumes them.
#include "report/chart/chart_messages.hpp"

#include <algorithm>

namespace quorate {
namespace {

class Matcher {
 public:
  explicit Matcher(const TraceDescription& trace) : trace_(trace) {}

  std::vector<Flight> match() {
    for (std::size_t step = 0; step < trace_.steps.size(); ++step) {
      for (const MessageDescription& message : trace_.steps[step].consumed) receive(message, step);
      for (const MessageDescription& message : trace_.steps[step].sent) start(message, step);
    }
    return std::move(flights_);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> position(const std::string& process) const {
    const auto& processes = trace_.states.front().processes;
    const auto found = std::find_if(processes.begin(), processes.end(),
                                    [&](const ProcessDescription& p) { return p.name == process; });
    if (found == processes.end()) return std::nullopt;
    return static_cast<std::size_t>(found - processes.begin());
  }

  // None if the trace does not know one of the processes.
  Flight* start(const MessageDescription& message, std::optional<std::size_t> step) {
    const auto from = position(message.from);
    const auto to = position(message.to);
    if (!from || !to || *from == *to) return nullptr;
    flights_.push_back({message, *from, *to, step, std::nullopt, std::nullopt, Fate::waiting});
    return &flights_.back();
  }

  // `absent` is not compared: the message may have been sent and be withheld.
  Flight* find(const MessageDescription& message, bool delivered) {
    const auto found = std::find_if(flights_.begin(), flights_.end(), [&](const Flight& flight) {
      const MessageDescription& sent = flight.message;
      return flight.fate == Fate::waiting && flight.delivered_at.has_value() == delivered &&
             sent.from == message.from && sent.to == message.to && sent.kind == message.kind &&
             sent.fields == message.fields;
    });
    return found == flights_.end() ? nullptr : &*found;
  }

  void receive(const MessageDescription& message, std::size_t step) {
    const StepKind kind = trace_.steps[step].kind;
    Flight* flight = nullptr;
    if (kind == StepKind::delivery) {
      flight = find(message, false);
      if (flight != nullptr) flight->delivered_at = step;
      return;
    }
    if (!message.forged) flight = find(message, true);
    if (!message.forged && flight == nullptr) flight = find(message, false);
    if (flight == nullptr) flight = start(message, std::nullopt);
    if (flight == nullptr) return;
    flight->ended_at = step;
    flight->fate = kind == StepKind::rule ? Fate::consumed : Fate::lost;
  }

  const TraceDescription& trace_;
  std::vector<Flight> flights_;
};

}  // namespace

std::vector<Flight> flights_of(const TraceDescription& trace) {
  return trace.states.empty() ? std::vector<Flight>{} : Matcher(trace).match();
}

}  // namespace quorate
