// Each part has a counter that bounds its steps, a process, a set of processes and an array over processes.
// Every place for processes is tagged with the part whose processes it shall hold, and values are mostly
// taken from places with the right tag. A wrong one now and then joins two parts, which the decomposition
// must notice.
#include "random_servers.hpp"

#include <vector>

#include "random_source.hpp"

namespace quorate {

namespace {

struct Tagged {
  std::string text;
  std::size_t tag = 0;
};

struct Kind {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t carried = 0;  // the tag of its process field
};

class Servers {
 public:
  explicit Servers(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    parts_ = static_cast<std::size_t>(random_.between(2, 3));
    for (std::size_t p = 0; p < parts_; ++p) {
      variable_tags_.push_back(random_.below(parts_));
      set_tags_.push_back(random_.below(parts_));
      array_tags_.push_back(random_.below(parts_));
    }
    grouped_ = random_.percent(30);
    const std::size_t kinds = random_.below(3) + 1;
    for (std::size_t k = 0; k < kinds; ++k) {
      const std::size_t from = k > 0 && random_.percent(30) ? kinds_[0].from : random_.below(parts_);
      kinds_.push_back({from, random_.below(parts_), random_.below(parts_)});
    }
    const bool client_first = random_.percent(50);
    std::string all = "protocol servers\n" + channels();
    if (client_first) all += client();
    all += role();
    if (!client_first) all += client();
    all += init();
    for (std::size_t k = 0; k < kinds; ++k) all += "message K" + number(k) + "(v: 0..3, w: node)\n";
    for (std::size_t p = 0; p < parts_; ++p) all += internal_rule(p);
    for (std::size_t k = 0; k < kinds; ++k) all += receiving_rule(k);
    return all + poked_rule() + monitor() + properties();
  }

 private:
  static std::string number(std::size_t n) { return std::to_string(n); }

  std::string channels() {
    std::string text = "channels asynchronous";
    text += random_.percent(30) ? ", lossy" : ", reliable";
    const std::size_t order = random_.below(12);
    if (order < 3) text += ", set";
    if (order == 3) text += ", fifo";
    if (random_.percent(80)) text += ", loopback";
    if (random_.percent(8)) text += ", bound 1";
    return text + "\n";
  }

  // A second role, and what both have in common: values of a group have a part for each of its roles.
  std::string client() {
    if (!grouped_) return "";
    return "role client var c: 0..2 := 0; last: anybody\ngroup anybody = node + client\nmessage POKE(w: "
           "anybody)\n"
           "rule poke of client c: when c.c < 1 do c.c := c.c + 1; send POKE(c) to all " +
           std::string(random_.percent(50) ? "anybody" : "node") +
           "\nrule hear of client c on POKE from anybody q: when c.c < 2 do c.c := c.c + 1; c.last := " +
           (random_.percent(50) ? "q" : "msg.w") + "\n";
  }

  std::string poked_rule() {
    if (!grouped_) return "";
    const std::string own = number(random_.below(parts_));
    static const std::vector<std::string> conditions = {"", " and q in i.gs", " and msg.w != i.g",
                                                        " and i.g + 0 > 1",
                                                        " and some(z: anybody | not (z in i.gs))"};
    static const std::vector<std::string> effects = {"", "; i.g := q", "; i.gs := i.gs + {q}",
                                                     "; i.gs := {z: anybody | z = q}"};
    return "rule poked of node i on POKE from " + std::string(random_.percent(60) ? "anybody" : "client") +
           " q: when i.x" + own + " < 2" + random_.pick(conditions) + " do i.x" + own + " := i.x" + own +
           " + 1" + random_.pick(effects) + (random_.percent(40) ? "; send POKE(i) to all anybody" : "") +
           "\n";
  }

  std::string role() {
    std::string text = "role node[" + number(random_.percent(70) ? 2 : 3) + "]\n  var ";
    for (std::size_t p = 0; p < parts_; ++p) {
      text += "x" + number(p) + ": 0..3 := 0; w" + number(p) + ": node := node(" +
              number(random_.below(2) + 1) + "); s" + number(p) + ": set of node := {}; a" + number(p) +
              ": array[node] of bool := false";
      text += p + 1 < parts_ ? ";\n      " : "\n";
    }
    if (grouped_) text += "  var g: anybody := node(2); gs: set of anybody := {node(1)}\n";
    if (random_.percent(30)) text += "faults node: at most 1 crash\n";
    return text;
  }

  std::string init() {
    if (random_.percent(60)) return "";
    const std::size_t p = random_.below(parts_);
    const std::size_t q = random_.percent(85) ? variable_tags_[p] : random_.below(parts_);
    std::string text = "init [](b: node)[](c: node) start: node[b].w" + number(p) + " := c";
    if (random_.percent(40)) text += "; node[c].x" + number(q) + " := 1";
    if (random_.percent(20)) text += "; undefine node";
    if (text.ends_with("undefine node")) {  // nothing may be read before it is assigned
      for (std::size_t k = 0; k < parts_; ++k) {
        const std::string i = number(k);
        text += "; for z" + i + ": node do node[z" + i + "].x" + i + " := 1; node[z" + i + "].s" + i +
                " := {}; node[z" + i + "].w" + i + " := node(1); for y" + i + ": node do node[z" + i + "].a" +
                i + "[y" + i + "] := false endfor endfor";
      }
    }
    return text + "\n";
  }

  // Processes that a rule of part p knows.
  std::vector<Tagged> known(std::size_t p) const {
    return {{"i", p}, {"i.w" + number(p), variable_tags_[p]}};
  }

  std::string process(const std::vector<Tagged>& all, std::size_t tag) {
    std::vector<Tagged> right;
    for (const Tagged& value : all) {
      if (value.tag == tag || random_.percent(2)) right.push_back(value);
    }
    if (right.empty() || random_.percent(10)) return "node(" + number(random_.below(2) + 1) + ")";
    return random_.pick(right).text;
  }

  std::string condition(std::size_t p, const std::vector<Tagged>& all) {
    const std::string own = number(p);
    switch (random_.below(6)) {
      case 0:
        return "i.x" + own + " >= " + number(random_.below(2));
      case 1:
        return process(all, set_tags_[p]) + " in i.s" + own;
      case 2:
        return "not i.a" + own + "[" + process(all, array_tags_[p]) + "]";
      case 3: {
        const std::size_t tag = random_.below(parts_);
        return process(all, tag) + (random_.percent(50) ? " = " : " != ") + process(all, tag);
      }
      case 4:
        return "count(z: node | i.a" + own + "[z]) < 2";
      default:
        return "all(z: i.s" + own + " | z != " + process(all, set_tags_[p]) + ")";
    }
  }

  std::string assignment(std::size_t p, const std::vector<Tagged>& all) {
    const std::string own = number(p);
    switch (random_.below(4)) {
      case 0:
        return "i.w" + own + " := " + process(all, variable_tags_[p]);
      case 1:
        return "i.s" + own + " := i.s" + own + (random_.percent(70) ? " + {" : " - {") +
               process(all, set_tags_[p]) + "}";
      case 2:
        return "i.a" + own + "[" + process(all, array_tags_[p]) + "] := true";
      default:
        return "i.s" + own + " := {z: node | i.a" + own + "[z]" +
               (set_tags_[p] == array_tags_[p] || random_.percent(5) ? "}" : " and false}");
    }
  }

  std::string message(std::size_t k, const std::vector<Tagged>& all) {
    return "K" + number(k) + "(" + number(random_.below(4)) + ", " + process(all, kinds_[k].carried) + ")";
  }

  std::string send(std::size_t p, const std::vector<Tagged>& all) {
    std::vector<std::size_t> own;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      if (kinds_[k].from == p || random_.percent(3)) own.push_back(k);
    }
    if (own.empty()) return "skip";
    const std::size_t k = random_.pick(own);
    const std::string head = "send " + message(k, all) + " to ";
    const std::size_t form = random_.below(10);
    if (form < 6) return head + "all node";
    if (form < 8) return head + process(all, kinds_[k].to);
    if (form == 8 && set_tags_[p] == kinds_[k].to) return head + "i.s" + number(p);
    const std::size_t other = random_.pick(own);
    return "if " + condition(p, all) + " then " + head + "all node else send " + message(other, all) +
           " to all node endif";
  }

  std::string body(std::size_t p, const std::vector<Tagged>& all) {
    const std::string own = "i.x" + number(p);
    std::string text = "  when " + own + " < 2";
    if (random_.percent(60)) text += " and " + condition(p, all);
    text += " do " + own + " := " + own + " + 1";
    if (random_.percent(70)) text += "; " + assignment(p, all);
    if (random_.percent(70)) text += "; " + send(p, all);
    if (random_.percent(12)) text += "; " + send(p, all);
    if (random_.percent(4)) text += "; i.x" + number(random_.below(parts_)) + " := 2";
    return text + "\n";
  }

  std::string internal_rule(std::size_t p) {
    return "rule go" + number(p) + " of node i:\n" + body(p, known(p));
  }

  std::string receiving_rule(std::size_t k) {
    const Kind& kind = kinds_[k];
    auto all = known(kind.to);
    const std::string head = "rule take" + number(k) + " of node i on K" + number(k) + " from ";
    if (random_.percent(65)) {
      all.push_back({"j", kind.from});
      all.push_back({"msg.w", kind.carried});
      return head + "node j:\n" + body(kind.to, all);
    }
    all.push_back({"any(z: Q | msg[z].v >= 0)", kind.from});
    all.push_back({"msg[any Q].w", kind.carried});
    // Choices are for bodies only: the guard is made of what the process itself knows.
    std::string text = head + "quorum Q[" + (random_.percent(30) ? ">= 1" : "2") + "] of node:\n  when i.x" +
                       number(kind.to) + " < 2 and " + condition(kind.to, known(kind.to)) + " do i.x" +
                       number(kind.to) + " := i.x" + number(kind.to) + " + 1";
    if (random_.percent(60)) text += "; " + assignment(kind.to, all);
    if (random_.percent(60)) text += "; " + send(kind.to, all);
    return text + "\n";
  }

  std::string monitor() {
    if (random_.percent(70)) return "";
    const std::size_t p = random_.below(parts_);
    return "monitor var seen: set of node := {}; observe: seen := seen + {z: node | z.x" + number(p) +
           " = 2}\n";
  }

  std::string properties() {
    const std::string p = number(random_.below(parts_));
    const std::string q = number(random_.below(parts_));
    std::string text = "invariant few: count(z: node | z.x" + p + " = 2) < 2\n";
    text += "invariant apart: all(y: node | all(z: node | y.x" + p + " = 2 => z.x" + q + " > 0))\n";
    if (random_.percent(10)) text += "invariant tied: all(z: node | z.x0 + z.x1 < 4)\n";
    return text + "property ends: no deadlock unless some(z: node | z.x" + q + " = 2)\n";
  }

  Random random_;
  std::size_t parts_ = 2;
  bool grouped_ = false;
  std::vector<std::size_t> variable_tags_;
  std::vector<std::size_t> set_tags_;
  std::vector<std::size_t> array_tags_;
  std::vector<Kind> kinds_;
};

}  // namespace

std::string random_servers(std::uint64_t seed) {
  return Servers(seed).text();
}

}  // namespace quorate
