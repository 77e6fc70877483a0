// One execution of a rule: the guard, the body, the sending, and the crash during sending. It follows
// Stepper::execute and sending.cpp in system/execute. Wherever something would have to be reported, the
// function returns `interpret`. A step that is asleep is only counted, without executing the body, if the
// guard alone decides that there is exactly one step.
#include "native/emit_step.hpp"

#include <algorithm>

namespace quorate {

namespace {

std::string number_of(const StepShape& shape) {
  return shape.family ? "row.transition" : std::to_string(shape.transition);
}

}  // namespace

std::string StepPrinter::message_parameters(std::size_t count) const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", Word m{}", i);
  for (std::size_t i = 0; synchronous_ && i < count; ++i) text += fmt::format(", bool a{}", i);
  return text;
}

std::string StepPrinter::message_arguments(std::size_t count) const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", m{}", i);
  for (std::size_t i = 0; synchronous_ && i < count; ++i) text += fmt::format(", a{}", i);
  return text;
}

std::string StepPrinter::step_parameters(const StepShape& shape) const {
  const std::size_t senders = transition(shape.transition).senders.size();
  std::string text = "const Word* s, Steps& out";
  if (shape.family) text += fmt::format(", const {}& row", shape.row_type);
  text += message_parameters(senders);
  for (std::size_t i = 0; i < senders; ++i) text += fmt::format(", __INT32_TYPE__ p{}", i);
  for (std::size_t i = 0; synchronous_ && i < senders; ++i) text += fmt::format(", bool c{}", i);
  return text;
}

std::string StepPrinter::partial_guard(const StepShape& shape, std::size_t known) {
  const Program& guard = action(shape.transition).guard;
  const std::size_t senders = transition(shape.transition).senders.size();
  if (guard.always_true || senders <= known || !partial_is_useful(guard, known)) return "";
  return text_.function(
      "perhaps", inlined,
      fmt::format("const Word* s{}{}", shape.family ? ", const Value* k" : "", message_parameters(known)),
      program_body(guard, c_.programs, ProgramUse::partial, senders, known, shape.guard));
}

// The guard, then the body with all its choices.
std::string StepPrinter::step(const StepShape& shape) {
  const Action& act = action(shape.transition);
  const std::size_t senders = transition(shape.transition).senders.size();
  std::string body;
  if (!act.guard.always_true) {
    const std::string guard = text_.function(
        "guard", inlined,
        fmt::format("const Word* s{}{}", shape.family ? ", const Value* k" : "", message_parameters(senders)),
        program_body(act.guard, c_.programs, ProgramUse::test, senders, senders, shape.guard));
    body += fmt::format("const int enabled = {}(s{}{});\n", guard, shape.family ? ", row.k" : "",
                        message_arguments(senders));
    body += "if (enabled != 1) return enabled == 0 ? done : interpret;\n";
  }
  if (one_step(shape.transition)) {
    body += fmt::format("if (asleep(out, {})) {{\n++out.asleep_count;\nreturn done;\n}}\n", number_of(shape));
  }
  std::string run = execute_lines(shape);
  if (has_choice(act.effect)) {
    run = "Choices choices;\ndo {\nconst auto once = [&]() -> int {\n" + run +
          "};\nif (const int o = once(); o != done) return o;\n} while (choices.advance());\nreturn done;\n";
  }
  if (keeps_some(shape.transition)) {
    run = fmt::format("return each_part_of_size({}, {}, [&](Word kept) -> int {{\n", senders, act.keeps) +
          run + "});\n";
  }
  body += run;
  return text_.function("step", shape.family ? "[[gnu::noinline]]" : "", step_parameters(shape), body);
}

// One execution of the body: consuming, the effect and sending.
std::string StepPrinter::execute_lines(const StepShape& shape) {
  const std::size_t t = shape.transition;
  const Program& effect = action(t).effect;
  const std::size_t senders = transition(t).senders.size();
  const bool sends = std::ranges::any_of(effect.code, [](const Instruction& i) { return i.op >= Op::send; });
  std::string text = "Word t[words];\ncopy<words>(t, s);\n" + consume_lines(shape);
  std::string parameters = "Word* t";
  std::string arguments = "t";
  const auto pass = [&](const char* parameter, const char* argument) {
    parameters += parameter;
    arguments += argument;
  };
  if (sends) {
    text += mail_lines(t);
    pass(", Mail<processes>& mail", ", mail");
  }
  if (has_choice(effect)) pass(", Choices& choices", ", choices");
  if (shape.family) pass(", const Value* k", ", row.k");
  const std::string name =
      text_.function("effect", inlined, parameters + message_parameters(senders),
                     program_body(effect, c_.programs, ProgramUse::effect, senders, senders, shape.effect));
  text += fmt::format("if ({}({}{}) != 0) return interpret;\n", name, arguments, message_arguments(senders));
  const bool cut_off = action(t).cut_off;
  const bool crashes = crashes_ && !action(t).fault;
  if (crashes) text += fmt::format("const bool crashes = may_crash_{}(s);\n", process_.index());
  if (crashes || cut_off) {
    text +=
        "Word before[words];\ncopy<words>(before, t);\n"
        "Count sent = 0;\nCount sent_to[processes];\nWord sent_code[processes];\n";
  }
  if (sends) text += send_lines(t);
  if (!cut_off) text += "{\n" + finish_lines(c_, number_of(shape), action(t).observed) + "}\n";
  if (cut_off) text += part_lines(shape, "");
  if (crashes)
    text += "if (crashes) {\n" + part_lines(shape, fmt::format("crash_{}(t);\n", process_.index())) + "}\n";
  return text + "return done;\n";
}

std::string StepPrinter::consume_lines(const StepShape& shape) const {
  const auto& senders = transition(shape.transition).senders;
  std::string text;
  const bool some = keeps_some(shape.transition);
  if (!some && action(shape.transition).keeps > 0) return crashing_senders(shape.transition);
  for (std::size_t i = 0; i < senders.size(); ++i) {
    if (some) text += fmt::format("if (((kept >> {}) & 1) == 0) ", i);
    if (shape.family) {
      text += fmt::format("{}(t, row.sender[{}], p{});\n", shape.take, i, i);
      continue;
    }
    const ChannelLayout* channel = action(shape.transition).inputs[i];
    if (channel == nullptr) {
      if (some) text += "{}\n";
      continue;
    }
    if (c_.tracked(senders[i])) text += fmt::format("if (p{} >= 0) ", i);
    text += fmt::format("remove<C{}>(t, static_cast<Count>(p{}));\n", c_.number(*channel), i);
  }
  return text + (shape.family ? "" : crashing_senders(shape.transition));
}

// Crashes of senders, where these are noticed at receipt: correct senders first, as in Stepper::consume.
std::string StepPrinter::crashing_senders(std::size_t t) const {
  const auto& senders = transition(t).senders;
  std::string text;
  if (!synchronous_ || !c_.exec.faults.crash_at_receipt) return text;
  for (const char* const status : {"correct", "crash"}) {
    for (std::size_t i = 0; i < senders.size(); ++i) {
      const auto q = senders[i].index();
      if (!c_.tracked(senders[i])) continue;
      text += fmt::format("if (c{} && status_{}(s) == {}) {{\n", i, q, status);
      text += fmt::format("if (!may_crash_{}(t)) return done;\ncrash_{}(t);\n}}\n", q, q);
    }
  }
  return text;
}

// Whether there is a choice of the messages that stay (or too few of them, and no step).
bool StepPrinter::keeps_some(std::size_t t) const {
  return action(t).keeps > 0 && action(t).keeps != transition(t).senders.size();
}

// Whether there is exactly one step if the guard holds.
bool StepPrinter::one_step(std::size_t t) const {
  if (has_choice(action(t).effect) || crashes_ || keeps_some(t) || action(t).cut_off ||
      c_.exec.faults.crash_at_receipt)
    return false;
  if (c_.model.channels.lossy || c_.model.channels.replacing) return true;
  return std::ranges::none_of(transition(t).recipients, [&](ProcessId to) {
    const ChannelLayout* const channel = c_.layout.channel(process_, to);
    return channel != nullptr && channel->at_bound;
  });
}

bool StepPrinter::may_send_to(std::size_t t, ProcessId to) const {
  return std::ranges::find(transition(t).recipients, to) != transition(t).recipients.end() &&
         c_.layout.channel(process_, to) != nullptr;
}

std::string StepPrinter::mail_lines(std::size_t t) const {
  std::string text = "Mail<processes> mail;\n";
  for (std::size_t p = 0; p < c_.layout.processes; ++p) {
    const bool possible = may_send_to(t, ProcessId(static_cast<std::int64_t>(p)));
    text += fmt::format("mail.kind[{}] = {};\n", p, possible ? "nothing_sent" : "never_sent_to");
  }
  return text;
}

std::string StepPrinter::send_lines(std::size_t t) const {
  std::string text;
  for (std::size_t p = 0; p < c_.layout.processes; ++p) {
    const ProcessId to(static_cast<std::int64_t>(p));
    if (!may_send_to(t, to)) continue;
    text += fmt::format("if (mail.kind[{}] >= 0 && !no_message(mail.kind[{}], mail.code[{}])) {{\n", p, p, p);
    text += fmt::format("const int arrival = deliver_{}(t, mail.code[{}], out);\n",
                        c_.number(*c_.layout.channel(process_, to)), p);
    text += "if (arrival >= blocked) return arrival == blocked ? done : interpret;\n";
    if (crashes_ || action(t).cut_off) {
      text += fmt::format(
          "if (arrival == arrived) {{\nsent_to[sent] = {};\nsent_code[sent++] = mail.code[{}];\n}}\n", p, p);
    }
    text += "}\n";
  }
  return text;
}

// The steps in which not all messages arrive, as in Stepper::send_in_part. `then`: what happens to the
// process.
std::string StepPrinter::part_lines(const StepShape& shape, const std::string& then) const {
  std::string text =
      "if (sent > most_cut_messages) return interpret;\n"
      "const int o = each_part_but_all(sent, [&](Word part) -> int {\n";
  if (const auto withheld = action(shape.transition).withheld; withheld != 0)
    text += fmt::format("if (!leaves_out(part, static_cast<unsigned>(sent), {})) return done;\n", withheld);
  text +=
      "copy<words>(t, before);\n"
      "for (Count i = 0; i < sent; ++i) {\n";
  text += fmt::format(
      "if (((part >> i) & 1) != 0 && deliver_from_{}(t, sent_to[i], sent_code[i], out) == unknown) return "
      "interpret;\n}}\n",
      process_.index());
  return text + then + finish_lines(c_, number_of(shape), action(shape.transition).observed) +
         "return done;\n});\nif (o != done) return o;\n";
}

}  // namespace quorate
