// Senders count up to a bound, so that there are few states; receivers may go through a cycle of local
// states.
#include "random_receivers.hpp"

#include <fmt/format.h>

#include <vector>

#include "random_source.hpp"

namespace quorate {

namespace {

class Receivers {
 public:
  explicit Receivers(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    senders_ = random_.between(1, 2);
    answers_ = random_.percent(30);
    std::string all = "protocol receivers\nchannels " +
                      random_.pick<std::string>({"reliable", "reliable", "lossy"}) + ", " +
                      random_.pick<std::string>({"unordered", "unordered", "set"}) + "\n";
    if (random_.percent(15)) all += "faults sender: at most 1 byzantine\n";
    all += fmt::format("role sender[{}] var sent: 0..3 := 0; heard: bool := false\n", senders_);
    all += "role keeper var left: 0..1 := 1\n";
    all += fmt::format(
        "role receiver[{}] var at: 0..3 := {}; low: 0..3 := {}; table: array[0..2] of bool := true\n",
        random_.percent(75) ? 1 : 2, random_.below(3), random_.below(2));
    all += "message K0(n: 0..3), K1(n: 0..3), ANSWER\n";
    for (std::size_t k = random_.below(2) + 1; k > 0; --k) all += speak();
    if (random_.percent(40))
      all +=
          "rule key of keeper k: when k.left > 0 do k.left := 0; send K1(" + digit() + ") to all receiver\n";
    for (std::size_t k = random_.below(3) + 1; k > 0; --k) all += heed();
    for (std::size_t k = random_.below(3); k > 0; --k) all += turn();
    if (senders_ == 2 && random_.percent(40)) all += gather();
    if (answers_)
      all += "rule hear of sender s on ANSWER from receiver r: when not s.heard do s.heard := true\n";
    if (random_.percent(30))
      all += "monitor var seen: set of 0..3 := {}\n  observe: seen := seen + {r.at | r: receiver}\n";
    return all + "invariant wanted: all(r: receiver | r.at != " + digit() + " or r.low <= " + digit() + ")\n";
  }

 private:
  std::string digit() { return std::to_string(random_.below(4)); }
  std::string rule() { return "rule r" + std::to_string(rules_++); }
  std::string kind() { return random_.percent(65) ? "K0" : "K1"; }

  std::string speak() {
    std::string guard = "s.sent < " + std::to_string(random_.between(1, 3));
    if (answers_ && random_.percent(40)) guard += " and s.heard";
    const std::string number = random_.percent(60) ? "s.sent" : digit();
    return rule() + " of sender s: when " + guard + " do s.sent := s.sent + 1; send " + kind() + "(" +
           number + ") to all receiver\n";
  }

  // A condition on the received message, called `message`, and the variables of the receiver.
  std::string comparison(const std::string& message) {
    const std::string variable = random_.percent(60) ? "r.at" : "r.low";
    switch (random_.below(6)) {
      case 0:
        return message + " > " + variable;
      case 1:
        return message + " = " + variable;
      case 2:
        return variable + " = " + digit();
      case 3:
        return message + " >= " + digit() + " and " + variable + " < " + digit();
      case 4:
        return random_.percent(30) ? "r.table[" + message + "]" : message + " <= " + variable;
      default:
        return message + " != " + variable;
    }
  }

  std::string effect(const std::string& message) {
    switch (random_.below(4)) {
      case 0:
        return "r.at := " + message;
      case 1:
        return "r.low := " + message;
      case 2:
        return "if r.at < 3 then r.at := r.at + 1 end";
      default:
        return "r.at := " + digit();
    }
  }

  std::string heed() {
    const std::string from = random_.percent(75) ? "sender s" : "keeper k";
    std::string text = rule() + " of receiver r on " + (from == "keeper k" ? "K1" : kind()) + " from " +
                       from + ": when " + comparison("msg.n") + " do " + effect("msg.n");
    if (answers_ && from == "sender s" && random_.percent(50)) text += "; send ANSWER to s";
    return text + "\n";
  }

  std::string turn() {
    return rule() + " of receiver r: when r.at = " + digit() + " do r." +
           random_.pick<std::string>({"at", "at", "low"}) + " := " + digit() + "\n";
  }

  std::string gather() {
    return rule() + " of receiver r on K0 from quorum Q[2] of sender: when all(j: Q | " +
           comparison("msg[j].n") + ") do r.low := " + digit() + "\n";
  }

  Random random_;
  std::int64_t senders_ = 1;
  bool answers_ = false;
  std::size_t rules_ = 0;
};

}  // namespace

std::string random_receivers(std::uint64_t seed) {
  return Receivers(seed).text();
}

}  // namespace quorate
