// The steps of a rule of one process. All its transitions (for the choices of its parameters and its sets of
// senders) are made by one function, so that what they share is looked at once: the process's status, what
// the senders offer, and the part of the guard that looks at no message ("partial guard"), which usually is
// the process's control state. Transitions of a rule whose partial guard is false cost one test altogether.
//
// A partial guard is the guard's own program that answers "perhaps" as soon as it would look at a message
// or meet a model error. So it says no only where the whole guard says no without an error, whatever the
// messages are, and nothing is reordered.
#include <algorithm>
#include <map>

#include "native/emit_parts.hpp"

namespace quorate {

namespace {

// More offers of one sender than this are left to the interpreter.
constexpr std::size_t offer_limit = 1024;

class RulePrinter {
 public:
  RulePrinter(const EmitContext& context, TransitionGroup group, NativeText& text)
      : c_(context),
        group_(group),
        text_(text),
        process_(transition(group.first).process),
        crashes_(c_.semantics.crash == CrashModel::explicit_ && c_.tracked(process_)),
        synchronous_(c_.model.channels.synchronous) {}

  std::string print() {
    std::string body = status_test();
    if (too_many_offers()) {
      body += "return interpret;\n";
      return text_.function("rule", "", "const Word* s, Steps& out", body);
    }
    if (c_.semantics.traffic == Traffic::rm)
      body += fmt::format("const Count delivered = delivered_{}(s);\n", process_.index());
    const bool materialized = std::ranges::any_of(members(), [&](std::size_t t) { return !direct(t); });
    const std::string shared = shared_partial();
    if (!shared.empty()) body += fmt::format("if ({}(s) == 0) return done;\n", shared);
    if (materialized) body += collect_all();
    std::string open;  // the partial guard of the transitions before
    for (const auto t : members()) {
      const std::string partial = shared.empty() ? partial_guard(t, 0) : "";
      if (partial != open) {
        if (!open.empty()) body += "}\n";
        if (!partial.empty()) body += fmt::format("if ({}(s) != 0) {{\n", partial);
        open = partial;
      }
      body += direct(t) ? direct_lines(t) : quorum_lines(t);
    }
    if (!open.empty()) body += "}\n";
    return text_.function("rule", "", "const Word* s, Steps& out", body + "return done;\n");
  }

 private:
  [[nodiscard]] const Transition& transition(std::size_t t) const { return c_.system.transitions()[t]; }
  [[nodiscard]] const Action& action(std::size_t t) const { return c_.exec.actions[t]; }
  [[nodiscard]] std::vector<std::size_t> members() const {
    std::vector<std::size_t> numbers;
    for (std::size_t t = group_.first; t < group_.end; ++t) numbers.push_back(t);
    return numbers;
  }

  std::string status_test() const {
    if (!c_.tracked(process_)) return action(group_.first).byzantine ? "return done;\n" : "";
    return fmt::format(
        "const Value status = status_{}(s);\n"
        "if (status == crashed || (status == byzantine) != {}) return done;\n",
        process_.index(), action(group_.first).byzantine);
  }

  // A transition without messages, or with one that only a channel can offer.
  [[nodiscard]] bool direct(std::size_t t) const {
    const auto& senders = transition(t).senders;
    return senders.empty() || (senders.size() == 1 && !c_.tracked(senders[0]));
  }

  // What the senders of the group's materialized transitions can offer at most.
  [[nodiscard]] std::size_t capacity(std::size_t t, std::size_t sender) const {
    const ChannelLayout* channel = action(t).inputs[sender];
    const std::size_t slots = channel == nullptr ? 0 : channel->slot_count;
    if (!c_.tracked(transition(t).senders[sender])) return std::max<std::size_t>(1, slots);
    return std::max<std::size_t>(1, 2 * slots + 2 * c_.exec.forged[action(t).forged_list].size());
  }

  [[nodiscard]] bool too_many_offers() const {
    return std::ranges::any_of(members(), [&](std::size_t t) {
      for (std::size_t i = 0; i < transition(t).senders.size(); ++i) {
        if (capacity(t, i) > offer_limit) return true;
      }
      return false;
    });
  }

  // Offers o<q> of every sender of the group, in the order of Stepper::collect.
  std::string collect_all() const {
    std::map<std::size_t, std::string> lines;
    for (const auto t : members()) {
      if (direct(t)) continue;
      for (std::size_t i = 0; i < transition(t).senders.size(); ++i)
        lines.try_emplace(transition(t).senders[i].index(), collect_lines(t, i));
    }
    std::string text;
    for (const auto& [sender, line] : lines) text += line;
    return text;
  }

  [[nodiscard]] std::string collect_lines(std::size_t t, std::size_t i) const {
    const ProcessId sender = transition(t).senders[i];
    const auto q = sender.index();
    const ChannelLayout* channel = action(t).inputs[i];
    const auto from_channel = [&](const char* crashes) {
      return fmt::format("collect<C{}, tag_mask, {}ul>(s, {}, o{});\n", c_.number(*channel), action(t).tag,
                         crashes, q);
    };
    std::string text = fmt::format("Offers<{}> o{};\n", capacity(t, i), q);
    if (channel != nullptr) text += from_channel("false");
    if (!c_.tracked(sender)) return text;
    const std::size_t list = action(t).forged_list;
    const bool forged = !c_.exec.forged[list].empty();
    if (forged) text += fmt::format("if (forges_{}(s)) forge(forged_{}, false, o{});\n", q, list, q);
    if (!synchronous_) return text;
    const std::string silent =
        channel == nullptr ? "true" : fmt::format("empty<C{}>(s)", c_.number(*channel));
    if (forged) {
      text += fmt::format(
          "if (forges_{}(s) || ((status_{}(s) == byzantine || status_{}(s) == crashed) && {}))\n"
          "forge(forged_{}, true, o{});\n",
          q, q, q, silent, list, q);
    }
    if (c_.semantics.crash == CrashModel::receipt && channel != nullptr) {
      text += fmt::format("if (status_{}(s) == crashed || may_crash_{}(s)) {}", q, q, from_channel("true"));
    }
    return text;
  }

  // The name of the function, or empty if it would say nothing.
  std::string partial_guard(std::size_t t, std::size_t known) {
    const Program& guard = action(t).guard;
    const std::size_t senders = transition(t).senders.size();
    if (guard.always_true || senders == 0 || senders <= known) return "";
    if (!partial_is_useful(guard, known)) return "";
    return text_.function("perhaps", "[[gnu::always_inline]] inline",
                          "const Word* s" + message_parameters(known),
                          program_body(guard, c_.programs, ProgramUse::partial, senders, known));
  }

  // If all transitions of the group have the same.
  std::string shared_partial() {
    std::string shared;
    for (const auto t : members()) {
      const std::string mine = partial_guard(t, 0);
      if (mine.empty() || (!shared.empty() && mine != shared)) return "";
      shared = mine;
    }
    return shared;
  }

  [[nodiscard]] std::string message_parameters(std::size_t count) const {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format(", Word m{}", i);
    for (std::size_t i = 0; synchronous_ && i < count; ++i) text += fmt::format(", bool a{}", i);
    return text;
  }
  [[nodiscard]] std::string message_arguments(std::size_t count) const {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format(", m{}", i);
    for (std::size_t i = 0; synchronous_ && i < count; ++i) text += fmt::format(", a{}", i);
    return text;
  }

  // Of a step's function: where its messages lie, and which senders are seen to crash.
  [[nodiscard]] std::string step_parameters(std::size_t senders) const {
    std::string text = "const Word* s, Steps& out" + message_parameters(senders);
    for (std::size_t i = 0; i < senders; ++i) text += fmt::format(", __INT32_TYPE__ p{}", i);
    for (std::size_t i = 0; synchronous_ && i < senders; ++i) text += fmt::format(", bool c{}", i);
    return text;
  }

  [[nodiscard]] std::string when_all_is_consumed(const std::string& consumed) const {
    return c_.semantics.traffic == Traffic::rm ? fmt::format("if (delivered == {}) ", consumed) : "";
  }

  std::string direct_lines(std::size_t t) {
    const std::string step = emit_step(t);
    if (transition(t).senders.empty()) {
      return when_all_is_consumed("0") +
             fmt::format("if (const int o = {}(s, out); o != done) return o;\n", step);
    }
    const ChannelLayout* channel = action(t).inputs[0];
    if (channel == nullptr || channel->slot_count == 0) return "";
    const std::string arguments = synchronous_ ? "code, false, static_cast<__INT32_TYPE__>(at), false"
                                               : "code, static_cast<__INT32_TYPE__>(at)";
    return when_all_is_consumed("1") + fmt::format(
                                           "if (const int o = each_offer<C{}, tag_mask, {}ul>(s, [&](Word "
                                           "code, Count at) {{ return {}(s, out, "
                                           "{}); }}); o != done) return o;\n",
                                           c_.number(*channel), action(t).tag, step, arguments);
  }

  // Loops over all combinations of offers, the first sender's innermost.
  std::string quorum_lines(std::size_t t) {
    const auto& senders = transition(t).senders;
    const std::string step = emit_step(t);
    std::string text = "if (";
    for (const ProcessId q : senders) text += fmt::format("o{}.count != 0 && ", q.index());
    text += "true) {\n";
    const auto first = senders[0].index();
    const std::string filter = capacity(t, 0) <= 64 && senders.size() > 1 ? partial_guard(t, 1) : "";
    if (!filter.empty()) {
      text += fmt::format("Word possible = 0;\nfor (Count i = 0; i < o{}.count; ++i) {{\n", first);
      text += fmt::format("if ({}(s, o{}.at[i].code{}) != 0) possible |= Word{{1}} << i;\n}}\n", filter,
                          first, synchronous_ ? fmt::format(", o{}.at[i].absent", first) : "");
      text += "if (possible != 0) {\n";
    }
    for (std::size_t i = senders.size(); i-- > 1;)
      text += fmt::format("for (Count i{} = 0; i{} < o{}.count; ++i{}) {{\n", i, i, senders[i].index(), i);
    text += filter.empty() ? fmt::format("for (Count i0 = 0; i0 < o{}.count; ++i0) {{\n", first)
                           : "for (Word rest = possible; rest != 0; rest &= rest - 1) {\nconst Count i0 = "
                             "static_cast<Count>(__builtin_ctzll(rest));\n";
    text += call_with_offers(t, step);
    for (std::size_t i = 0; i < senders.size() + 1 + (filter.empty() ? 0 : 1); ++i) text += "}\n";
    return text;
  }

  std::string call_with_offers(std::size_t t, const std::string& step) const {
    const auto& senders = transition(t).senders;
    std::string text;
    std::string consumed = "Count{0}";
    for (std::size_t i = 0; i < senders.size(); ++i) {
      text += fmt::format("const Offer& f{} = o{}.at[i{}];\n", i, senders[i].index(), i);
      consumed += fmt::format(" + (f{}.position >= 0)", i);
    }
    std::string arguments;
    const auto add = [&](const char* member) {
      for (std::size_t i = 0; i < senders.size(); ++i) arguments += fmt::format(", f{}.{}", i, member);
    };
    add("code");
    if (synchronous_) add("absent");
    add("position");
    if (synchronous_) add("sender_crashes");
    return text + when_all_is_consumed(consumed) +
           fmt::format("if (const int o = {}(s, out{}); o != done) return o;\n", step, arguments);
  }

  // The guard, and then the body in all ways.
  std::string emit_step(std::size_t t) {
    const std::size_t senders = transition(t).senders.size();
    std::string body;
    if (!action(t).guard.always_true) {
      const std::string guard = text_.function(
          "guard", "[[gnu::always_inline]] inline", "const Word* s" + message_parameters(senders),
          program_body(action(t).guard, c_.programs, ProgramUse::test, senders, senders));
      body += fmt::format(
          "const int enabled = {}(s{});\nif (enabled != 1) return enabled == 0 ? done : interpret;\n", guard,
          message_arguments(senders));
    }
    if (!has_choice(action(t).effect)) {
      body += execute_lines(t);
    } else {
      body +=
          "Choices choices;\ndo {\nconst auto once = [&]() -> int {\n" + execute_lines(t) +
          "};\nif (const int o = once(); o != done) return o;\n} while (choices.advance());\nreturn done;\n";
    }
    return text_.function("step", "", step_parameters(senders), body);
  }

  // One execution of the body: what is consumed, done and sent.
  std::string execute_lines(std::size_t t) {
    const Program& effect = action(t).effect;
    const std::size_t senders = transition(t).senders.size();
    const bool sends =
        std::ranges::any_of(effect.code, [](const Instruction& i) { return i.op >= Op::send; });
    std::string text = "Word t[words];\ncopy<words>(t, s);\n" + consume_lines(t);
    std::string parameters = "Word* t";
    std::string arguments = "t";
    if (sends) {
      text += mail_lines(t);
      parameters += ", Mail<processes>& mail";
      arguments += ", mail";
    }
    if (has_choice(effect)) {
      parameters += ", Choices& choices";
      arguments += ", choices";
    }
    const std::string name =
        text_.function("effect", "[[gnu::always_inline]] inline", parameters + message_parameters(senders),
                       program_body(effect, c_.programs, ProgramUse::effect, senders, senders));
    text +=
        fmt::format("if ({}({}{}) != 0) return interpret;\n", name, arguments, message_arguments(senders));
    if (crashes_) {
      text += fmt::format(
          "const bool crashes = may_crash_{}(s);\nWord before[words];\ncopy<words>(before, t);\n"
          "Count sent = 0;\nCount sent_to[processes];\nWord sent_code[processes];\n",
          process_.index());
    }
    if (sends) text += send_lines(t);
    text += "{\n" + finish_lines(c_, t, action(t).observed) + "}\n";
    if (crashes_) text += crash_lines(t);
    return text + "return done;\n";
  }

  std::string consume_lines(std::size_t t) const {
    const auto& senders = transition(t).senders;
    std::string text;
    for (std::size_t i = 0; i < senders.size(); ++i) {
      const ChannelLayout* channel = action(t).inputs[i];
      if (channel == nullptr) continue;
      if (c_.tracked(senders[i])) text += fmt::format("if (p{} >= 0) ", i);
      text += fmt::format("remove<C{}>(t, static_cast<Count>(p{}));\n", c_.number(*channel), i);
    }
    if (!synchronous_ || c_.semantics.crash != CrashModel::receipt) return text;
    for (const char* const status : {"correct", "crash"}) {
      for (std::size_t i = 0; i < senders.size(); ++i) {
        const auto q = senders[i].index();
        if (!c_.tracked(senders[i])) continue;
        text += fmt::format(
            "if (c{} && status_{}(s) == {}) {{\nif (!may_crash_{}(t)) return done;\ncrash_{}(t);\n}}\n", i, q,
            status, q, q);
      }
    }
    return text;
  }

  [[nodiscard]] bool may_send_to(std::size_t t, ProcessId to) const {
    return std::ranges::find(transition(t).recipients, to) != transition(t).recipients.end() &&
           c_.layout.channel(process_, to) != nullptr;
  }

  std::string mail_lines(std::size_t t) const {
    std::string text = "Mail<processes> mail;\n";
    for (std::size_t p = 0; p < c_.layout.processes; ++p) {
      const bool possible = may_send_to(t, ProcessId(static_cast<std::int64_t>(p)));
      text += fmt::format("mail.kind[{}] = {};\n", p, possible ? "nothing_sent" : "never_sent_to");
    }
    return text;
  }

  std::string send_lines(std::size_t t) const {
    std::string text;
    for (std::size_t p = 0; p < c_.layout.processes; ++p) {
      const ProcessId to(static_cast<std::int64_t>(p));
      if (!may_send_to(t, to)) continue;
      text +=
          fmt::format("if (mail.kind[{}] >= 0 && !no_message(mail.kind[{}], mail.code[{}])) {{\n", p, p, p);
      text += fmt::format("const int arrival = deliver_{}(t, mail.code[{}], out);\n",
                          c_.number(*c_.layout.channel(process_, to)), p);
      text += "if (arrival >= blocked) return arrival == blocked ? done : interpret;\n";
      if (crashes_)
        text += fmt::format(
            "if (arrival == arrived) {{\nsent_to[sent] = {};\nsent_code[sent++] = mail.code[{}];\n}}\n", p,
            p);
      text += "}\n";
    }
    return text;
  }

  // Every proper subset of what arrived, in the order of Stepper::crash_while_sending.
  std::string crash_lines(std::size_t t) const {
    std::string text =
        "if (crashes) {\nif (sent > 20) return interpret;\n"
        "for (Count subset = 0; subset + 1 < (Count{1} << sent); ++subset) {\ncopy<words>(t, before);\n"
        "for (Count i = 0; i < sent; ++i) {\n";
    text += fmt::format(
        "if (((subset >> i) & 1) != 0 && deliver_from_{}(t, sent_to[i], sent_code[i], out) == unknown) "
        "return "
        "interpret;\n}}\n",
        process_.index());
    text += fmt::format("crash_{}(t);\n", process_.index());
    return text + finish_lines(c_, t, action(t).observed) + "}\n}\n";
  }

  const EmitContext& c_;
  const TransitionGroup group_;
  NativeText& text_;
  const ProcessId process_;
  const bool crashes_;  // the process may crash while it sends
  const bool synchronous_;
};

}  // namespace

std::string emit_rule(const EmitContext& context, TransitionGroup group, NativeText& text) {
  return RulePrinter(context, group, text).print();
}

}  // namespace quorate
