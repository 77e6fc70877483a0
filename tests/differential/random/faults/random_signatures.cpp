// Signers sign values; collectors pass on signatures that they have received, and certificates of several;
// takers accept them. Some of each may be Byzantine. Now and then a process shows a signature that it does
// not know of, which is a model error if there is none.
#include "random_signatures.hpp"

#include <fmt/format.h>

#include <vector>

#include "random_source.hpp"

namespace quorate {

namespace {

class Signatures {
 public:
  explicit Signatures(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    synchronous_ = random_.percent(10);
    symmetric_ = !synchronous_ && random_.percent(35);
    pair_ = random_.percent(40);
    constant_ = pair_ && random_.percent(50);
    counted_ = random_.percent(40);
    grouped_ = random_.percent(25);
    std::string all = "protocol signatures\n" + channels() + faults() + roles() + messages();
    all += sign("signer");
    if (grouped_) all += sign("taker");
    if (random_.percent(70)) all += pass();
    if (random_.percent(70)) all += collect();
    for (std::size_t k = random_.below(3) + 1; k > 0; --k) all += take();
    if (random_.percent(30)) all += liar();
    all += "invariant first: all(t: taker | isundefined(t.got) or t.got != " + digit() + ")\n";
    return all +
           "invariant backed: all(t: taker | isundefined(t.got) or some(s: signer | isdefined(s.value) and "
           "s.value "
           "= t.got))\n";
  }

 private:
  std::string digit() { return std::to_string(random_.below(2)); }
  std::string rule() { return "rule r" + std::to_string(rules_++); }

  std::string channels() {
    std::string text = synchronous_ ? "channels synchronous" : "channels asynchronous";
    text += random_.percent(25) ? ", lossy" : ", reliable";
    text += random_.pick<std::string>({", unordered", ", unordered", ", set", ", fifo"});
    if (random_.percent(30) && !synchronous_) text += ", bound 1";
    return text + "\n";
  }

  std::string faults() {
    const std::string word = symmetric_ ? " symmetric byzantine\n" : " byzantine\n";
    const std::string amount = random_.percent(50) ? "exactly 1" : "at most 1";
    std::string text = "faults " + amount + " of " +
                       random_.pick<std::string>({"signer", "collector", "collector", "signer, collector"}) +
                       word;
    if (random_.percent(20)) text += "faults taker: at most 1 crash\n";
    return text;
  }

  std::string roles() {
    signers_ = random_.between(1, 2);
    return fmt::format(
        "role signer[{}] var left: 0..2 := {}; value: 0..1\nrole collector[{}] var passed: bool := false; "
        "got: 0..1\nrole taker[{}] var got: 0..1; left: 0..1 := 1; value: 0..1\n{}",
        signers_, random_.between(1, 2), 1, random_.percent(30) ? 2 : 1,
        grouped_ ? "group anyone = signer + taker\n" : "");
  }

  std::string messages() {
    std::string text = "message SIGN (v: 0..1" + std::string(pair_ ? ", w: bool" : "") + ")";
    if (!symmetric_ || random_.percent(50)) text += " signed";
    signed_ = text.ends_with("signed");
    if (symmetric_) text += random_.pick<std::string>({"", " same for v"});
    const std::string w = !pair_ ? "" : constant_ ? ", true" : ", w";
    const std::string field = pair_ && !constant_ ? ", w: bool" : "";
    const std::string content = "SIGN(v" + w + ")";
    text += "\nmessage PASS (v: 0..1" + field + (signed_ ? ", by: signer of " + content : "") + ")";
    if (symmetric_) text += random_.pick<std::string>({"", " same for v"});
    // A symmetric process sends values of simple types only.
    if (symmetric_ && !counted_) return text + "\nmessage SHOW (v: 0..1" + field + ", enough: bool)\n";
    text += "\nmessage SHOW (v: 0..1" + field + ", ";
    if (!signed_) return text + "enough: bool)\n";
    return text + (counted_ ? "enough: at least " + std::to_string(random_.between(1, 2)) + " " : "proof: ") +
           "signers of " + content + ")\n";
  }

  [[nodiscard]] bool has_proof() const { return signed_ && !counted_ && !symmetric_; }
  [[nodiscard]] std::string second(const std::string& value) const { return pair_ ? ", " + value : ""; }
  [[nodiscard]] std::string shown(const std::string& value) const {
    return pair_ && !constant_ ? ", " + value : "";
  }

  std::string sign(const std::string& role) {
    return rule() + "(v: 0..1" + (pair_ ? ", w: bool" : "") + ") of " + role + " s: when s.left > 0" +
           (random_.percent(60) ? " and isundefined(s.value)" : "") +
           " do s.left := s.left - 1; s.value := v; send SIGN(v" + second("w") + ") to all collector\n";
  }

  std::string pass() {
    const std::string sender = grouped_ && random_.percent(60) ? "anyone" : "signer";
    const std::string only = constant_ ? " and msg.w" : "";
    return rule() + " of collector c on SIGN from " + sender + " s: when not c.passed" + only +
           " do c.passed := true; c.got := msg.v; send PASS(msg.v" + shown("msg.w") + (signed_ ? ", s" : "") +
           ") to all taker\n";
  }

  std::string collect() {
    const std::string same = "all(j: Q | msg[j].v = " + digit() + (constant_ ? " and msg[j].w" : "") + ")";
    const std::string value = "max(j: Q | msg[j].v)";
    const std::string w = pair_ && !constant_ ? " and all(j: Q | msg[j].w)" : "";
    return rule() + fmt::format(
                        " of collector c on SIGN from quorum Q[{}] of {}: when not c.passed and {}{} do "
                        "c.passed := true; send SHOW({}{}, {}) to all taker\n",
                        random_.between(1, signers_), grouped_ ? "anyone" : "signer", same, w, value,
                        shown("true"),
                        has_proof()           ? "Q"
                        : counted_ && signed_ ? "size(Q) > 1"
                                              : "true");
  }

  std::string take() {
    const bool single = random_.percent(50);
    const std::string guard = random_.percent(70) ? "isundefined(t.got)" : "t.left > 0";
    std::string condition;
    if (single) {
      if (signed_ && random_.percent(60))
        condition = random_.percent(50) ? " and msg.by in {s: signer | true}" : "";
    } else if (has_proof()) {
      condition = random_.pick<std::string>({"", " and size(msg.proof) >= 1", " and size(msg.proof) >= 2"});
    } else {
      condition = random_.pick<std::string>({"", " and msg.enough"});
    }
    if (synchronous_) condition = " and not msg.absent" + condition;
    return rule() + " of taker t on " + (single ? "PASS" : "SHOW") + " from collector c: when " + guard +
           condition + " do t.got := msg.v" + (random_.percent(40) ? "; t.left := 0" : "") + "\n";
  }

  std::string liar() {
    if (!signed_) return "";
    return rule() + " of collector c: when not c.passed do c.passed := true; send PASS(" + digit() +
           shown("true") + ", " +
           (grouped_ ? "any(s: anyone | true)" : "any(s: signer | isundefined(c.got))") + ") to all taker\n";
  }

  Random random_;
  bool synchronous_ = false;
  bool symmetric_ = false;
  bool signed_ = true;
  bool pair_ = false;      // a signature covers two values
  bool constant_ = false;  // certificates are about one of the second
  bool counted_ = false;
  bool grouped_ = false;
  std::int64_t signers_ = 1;
  std::size_t rules_ = 0;
};

}  // namespace

std::string random_signatures(std::uint64_t seed) {
  return Signatures(seed).text();
}

}  // namespace quorate
