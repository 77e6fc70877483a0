#include "random_threshold.hpp"

#include <fmt/format.h>

#include <vector>

#include "random_source.hpp"

namespace quorate {

namespace {

class ThresholdWriter {
 public:
  explicit ThresholdWriter(std::uint64_t seed) : random_(seed) {}

  std::string write() {
    statuses_ = 2 + random_.below(3);
    messages_ = 1 + random_.below(2);
    byzantine_ = random_.percent(40);
    crashes_ = !byzantine_ && random_.percent(40);
    counts_initial_ = random_.percent(20);
    remembers_ = random_.percent(20);
    restless_ = !remembers_ && random_.percent(15);
    const bool plain = random_.percent(45);
    picks_ = !plain && random_.percent(50);
    board_ = !plain && random_.percent(25);
    ticks_ = !plain && random_.percent(20);
    helpers_ = !plain && random_.percent(40);
    trouble_ = plain ? Trouble::none
                     : random_.pick<Trouble>({Trouble::none, Trouble::none, Trouble::none, Trouble::fails,
                                              Trouble::blocks, Trouble::below_zero});
    std::string text = "symbolic int N, T, F;\n";
    text +=
        fmt::format("assume(N > {} * T && T >= {} && 0 <= F && F <= T{});\n", random_.pick<int>({1, 2, 2, 3}),
                    random_.pick<int>({0, 1, 1}), random_.percent(20) ? " + 1" : "");
    for (std::size_t m = 0; m < messages_; ++m) text += fmt::format("int sent{};\n", m);
    if (crashes_) text += "int crashed;\n";
    if (counts_initial_) text += "int ones;\n";
    if (board_) text += "int board;\n";
    if (ticks_) text += "int ticks;\n";
    if (trouble_ == Trouble::below_zero || trouble_ == Trouble::blocks) text += "int level = 1;\n";
    // Which of the two comes first in the text must not matter.
    const bool helpers_first = helpers_ && random_.percent(50);
    if (helpers_first) text += helper();
    text += process();
    if (helpers_ && !helpers_first) text += helper();
    text += propositions();
    for (int i = 0; i < 3; ++i) text += fmt::format("ltl p{} {{ {} }}\n", i, formula());
    if (random_.percent(85)) {
      text += "ltl fairness { []<>(!in_transit)";
      if (random_.percent(40)) text += " && []<>(!some0)";
      text += " }\n";
    }
    return text;
  }

 private:
  std::string threshold() {
    return random_.pick<std::string>(
        {"1", "T + 1", "T + 1", "N - T", "N - T", "F + 1", "2", "2 * T + 1", "(N + T) / 2 + 1", "N / 2 + 1"});
  }

  std::string status() { return fmt::format("{}", random_.below(statuses_)); }

  // Numbers that arbitrary ones are compared with.
  std::string mark() { return random_.pick<std::string>({"0", "1", "3", "T", "N + 1", "7"}); }

  // An arbitrary number: kept, kept after a sum, only compared, or two of them that limit each other.
  std::string pick(const std::string& target) {
    switch (random_.below(8)) {
      case 0:
      case 1:
        return fmt::format("havoc({});\n", target);
      case 2:
        return fmt::format("havoc({0}); assume({0} {1} {2});\n", target,
                           random_.pick<std::string>({"<=", ">", "!="}), mark());
      case 3:
        return fmt::format("havoc(next_any); {} = next_any + 1;\n", target);
      case 4:
        return fmt::format("havoc(next_any); assume(next_any <= {} + 2); {} = next_any - {};\n", mark(),
                           target, random_.pick<std::string>({"0", "0", "1"}));
      case 5:
        return fmt::format(
            "havoc(next_any); if :: next_any > {0} -> {1} = 1; :: next_any <= {0} -> {1} = 0; fi;\n", mark(),
            target);
      case 6:
        return fmt::format("havoc({0}); havoc(next_any); assume({0} + next_any {1} {2});\n", target,
                           random_.pick<std::string>({"<=", "=="}), mark());
      default:
        return fmt::format(
            "havoc(next_any); assume(next_any >= {} || next_any == sent0); {} = 2 * next_any;\n", mark(),
            target);
    }
  }

  // Initialisation that may not come to its end.
  std::string trouble() {
    switch (trouble_) {
      case Trouble::fails:
        return random_.pick<std::string>(
            {"  assert(pc == 0);\n", "  assert(N > 2);\n", "  assert(pc < 2);\n"});
      case Trouble::blocks:
        return random_.pick<std::string>({"  level < 3; level++;\n", "  assume(T > 0);\n", "  pc == 1;\n",
                                          "  if :: level > 0 -> level = 0; :: level == 0; fi;\n"});
      case Trouble::below_zero:
        return random_.pick<std::string>(
            {"  level = level - 1;\n", "  level = T - 1;\n", "  level = N - 2 * T - 1;\n"});
      case Trouble::none:
        break;
    }
    return "";
  }

  // A second kind of process, which sends and may see what the others did before the start.
  std::string helper() {
    std::string text = fmt::format("active[{}] proctype Q() {{\n  byte state = 0;\n",
                                   random_.pick<std::string>({"1", "T", "F", "2"}));
    if (random_.percent(30) && (trouble_ == Trouble::below_zero || trouble_ == Trouble::blocks))
      text += random_.percent(50) ? "  level++;\n" : "  if :: level > 0 -> state = 1; :: else; fi;\n";
    if (random_.percent(30)) text += "  if :: state = 0; :: state = 1; fi;\n";
    text += "step: atomic {\n    if\n";
    text += fmt::format("      :: state == 0 && sent0 >= {} -> state = 1; sent0++;\n", random_.below(2));
    if (board_ && random_.percent(50))
      text += fmt::format("      :: state == 1 && board > {} -> state = 2;\n", mark());
    text += "      :: state >= 1 -> state = 2;\n";
    if (random_.percent(50)) text += "      :: else;\n";
    return text + "    fi;\n  } goto step;\n}\n";
  }

  std::string guard() {
    std::string text = fmt::format("pc == {}", status());
    if (random_.percent(75)) {
      const std::string counter = fmt::format("next_got{}", random_.below(messages_));
      text += fmt::format(" && {} {} {}", counter, random_.percent(85) ? ">=" : "<", threshold());
    }
    if (random_.percent(15))
      text += fmt::format(" || next_got{} >= {}", random_.below(messages_), threshold());
    if (picks_ && random_.percent(50)) text += fmt::format(" && choice > {}", mark());
    if (board_ && random_.percent(30)) text += fmt::format(" && board <= {}", mark());
    if (messages_ == 2 && random_.percent(15)) text += " && next_got0 + next_got1 >= N - T";
    if (remembers_ && random_.percent(60)) text += fmt::format(" && oldest == {}", status());
    return text;
  }

  std::string receive(std::size_t m) {
    const std::string more = byzantine_ ? " + F" : random_.percent(20) ? " - F" : "";
    if (more != " - F" && random_.percent(20))
      return fmt::format(
          "    havoc(next_got{0}); assume(got{0} <= next_got{0} && next_got{0} <= sent{0}{1});\n", m, more);
    return fmt::format(
        "    if :: got{0} < sent{0}{1} -> next_got{0} = got{0} + 1; :: next_got{0} = got{0}; fi;\n", m, more);
  }

  // Statuses mostly grow, so that every process sends finitely often.
  std::string compute() {
    std::string text = "    if\n";
    const std::size_t branches = 1 + random_.below(3);
    for (std::size_t i = 0; i < branches; ++i) {
      const std::size_t target = statuses_ == 2 ? 1 : 1 + random_.below(statuses_ - 1);
      text += fmt::format("      :: ({}) && pc < {} -> next_pc = {};\n", guard(), target, target);
    }
    if (crashes_) text += "      :: crashed < F && pc != 9 -> next_pc = 9; crashed++;\n";
    text += random_.percent(70)   ? "      :: else -> next_pc = pc;\n"
            : random_.percent(50) ? "      :: next_pc = pc;\n"
                                  : "";
    return text + "    fi;\n";
  }

  std::string send() {
    std::string text = "    if\n";
    for (std::size_t m = 0; m < messages_; ++m) {
      const std::size_t limit = 1 + random_.below(statuses_);
      text += fmt::format("      :: pc < {0} && next_pc >= {0} && next_pc != 9 -> sent{1}++;\n", limit, m);
    }
    return text + "      :: else;\n    fi;\n";
  }

  std::string process() {
    std::string text =
        fmt::format("active[{}] proctype P() {{\n  byte pc = 0, next_pc = 0;\n", byzantine_ ? "N - F" : "N");
    for (std::size_t m = 0; m < messages_; ++m)
      text += fmt::format("  int got{0} = 0, next_got{0} = 0;\n", m);
    if (remembers_) text += "  byte older = 0, oldest = 0;\n";
    if (picks_ || board_) text += "  int next_any = 0;\n";
    if (picks_) text += "  int choice = 0;\n";
    if (restless_) text += "  byte mood = 0;\n";
    if (random_.percent(75)) {
      text += fmt::format("  if :: pc = 0; :: pc = {}{} fi;\n", 1, counts_initial_ ? " -> ones++;" : ";");
    } else {
      text += "  pc = 0;\n";
    }
    text += trouble();
    if (picks_ && random_.percent(40)) text += "  " + pick("choice");
    if (board_ && random_.percent(20)) text += "  " + pick("board");
    text += "end: do :: atomic {\n";
    if (crashes_ && random_.percent(70)) text += "    pc != 9;\n";
    for (std::size_t m = 0; m < messages_; ++m) text += receive(m);
    if (picks_ && random_.percent(60))
      text += "    if :: pc == 0 -> " + pick("choice") + "       :: else; fi;\n";
    if (board_) text += "    if :: pc == 1 -> " + pick("board") + "       :: else; fi;\n";
    text += compute() + send() + "    pc = next_pc;\n";
    for (std::size_t m = 0; m < messages_; ++m)
      text += fmt::format("    got{0} = next_got{0}; next_got{0} = 0;\n", m);
    // A process that never rests, and comes back to where it was.
    if (restless_) text += "    if :: mood == 0 -> mood = 1; :: mood == 1 -> mood = 0; fi;\n";
    // A value that is copied only is read, too.
    if (remembers_) text += "    oldest = older; older = pc;\n";
    // Without an end, or with one.
    if (ticks_)
      text += random_.percent(60) ? "    ticks++;\n" : "    if :: ticks < 3 -> ticks++; :: else; fi;\n";
    if (picks_ || board_) text += "    next_any = 0;\n";
    return text + "    next_pc = 0;\n  } od; }\n";
  }

  std::string propositions() {
    std::string text;
    for (std::size_t s = 0; s < statuses_; ++s)
      text += fmt::format("atomic some{0} = some(P:pc == {0});\natomic all{0} = all(P:pc == {0});\n", s);
    text += "atomic in_transit = some(";
    for (std::size_t m = 0; m < messages_; ++m)
      text += fmt::format("{}P:got{} < sent{}", m == 0 ? "" : " || ", m, m);
    text += crashes_ ? ");\natomic over = all(P:pc == 9);\n" : ");\natomic over = (sent0 == 0);\n";
    text += fmt::format("atomic many = (card(P:pc == {}) >= {});\n", status(), threshold());
    text += fmt::format("atomic sent = (sent0 >= {});\n", threshold());
    text += fmt::format("atomic got = some(P:got0 >= {} && P:pc == {});\n", threshold(), status());
    if (picks_) text += fmt::format("atomic chosen = some(P:choice > {});\n", mark());
    if (board_) text += fmt::format("atomic written = (board > {});\n", mark());
    if (ticks_) text += fmt::format("atomic late = (ticks > {});\n", mark());
    if (helpers_) text += "atomic helped = all(Q:state == 2);\n";
    if (restless_) text += "atomic glad = some(P:mood == 1);\n";
    if (remembers_) text += fmt::format("atomic old = some(P:oldest == {});\n", status());
    return text;
  }

  std::string atom() {
    const std::string negation = random_.percent(30) ? "!" : "";
    if (remembers_ && random_.percent(20)) return negation + "old";
    if (restless_ && random_.percent(20)) return negation + "glad";
    if (picks_ && random_.percent(30)) return negation + "chosen";
    if (board_ && random_.percent(30)) return negation + "written";
    if (helpers_ && random_.percent(20)) return negation + "helped";
    if (ticks_ && random_.percent(25)) return negation + "late";
    if (random_.percent(40))
      return negation + random_.pick<std::string>({"many", "sent", "got", "over", "in_transit"});
    return negation + (random_.percent(60) ? "some" : "all") + status();
  }

  std::string formula() {
    switch (random_.below(9)) {
      case 0:
        return fmt::format("[]({} || {})", atom(), atom());
      case 1:
        return fmt::format("{} -> []{}", atom(), atom());
      case 2:
      case 3:
        return fmt::format("[]({} -> <>{})", atom(), atom());
      case 4:
        return fmt::format("[]({} -> []{})", atom(), atom());
      case 5:
        return fmt::format("<>({} && {})", atom(), atom());
      case 6:
        return fmt::format("<>[]({} || {})", atom(), atom());
      case 7:
        return fmt::format("({} U {}) || []{}", atom(), atom(), atom());
      default:
        return fmt::format("[]<>{} -> <>{}", atom(), atom());
    }
  }

  enum class Trouble { none, fails, blocks, below_zero };

  Random random_;
  std::size_t statuses_ = 2;
  std::size_t messages_ = 1;
  bool byzantine_ = false;
  bool crashes_ = false;
  bool counts_initial_ = false;
  bool remembers_ = false;
  bool restless_ = false;
  bool picks_ = false;               // processes keep an arbitrary number
  bool board_ = false;               // a shared variable is one
  bool ticks_ = false;               // a shared variable grows at every step
  bool helpers_ = false;             // a second proctype
  Trouble trouble_ = Trouble::none;  // of the initialisation
};

}  // namespace

std::string random_threshold(std::uint64_t seed) {
  return ThresholdWriter(seed).write();
}

}  // namespace quorate
