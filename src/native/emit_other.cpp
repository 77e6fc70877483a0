// Steps that are no rules: deliveries, losses, crashes, and the ELSE step. Each function does what the
// function of the same name in system/execute/sending.cpp does, in the same order.
#include "native/status_text.hpp"

namespace quorate {

namespace {

constexpr const char* given = "const Word* s, Steps& out";

std::string copied() {
  return "Word t[words];\ncopy<words>(t, s);\n";
}

// A visit of the messages of a channel: `body` can use the slot's value v and its position `at`.
std::string visiting(const EmitContext& context, const ChannelLayout& channel, const std::string& body) {
  return fmt::format(
      "const int o = each_message<C{}>(s, [&](Word v, Count at) -> int {{\n{}}});\nreturn o == stop ? done : "
      "o;\n",
      context.number(channel), body);
}

std::string delivery(const EmitContext& context, std::size_t t) {
  const ChannelLayout& channel = *context.exec.actions[t].channel;
  std::string body = "if ((v & 1) != 0) return done;\n" + copied();
  body += fmt::format("deliver<C{}>(t, at);\n", context.number(channel)) +
          finish_lines(context, std::to_string(t), false);
  body += context.model.channels.fifo ? "return stop;\n" : "return done;\n";
  return visiting(context, channel, body);
}

std::string loss(const EmitContext& context, std::size_t t) {
  const ChannelLayout& channel = *context.exec.actions[t].channel;
  std::string body = context.layout.delivered_flag ? "if ((v & 1) != 0) return done;\n" : "";
  body += copied() + fmt::format("remove<C{}>(t, at);\n", context.number(channel));
  return visiting(context, channel,
                  body + finish_lines(context, std::to_string(t), false) + "return done;\n");
}

std::string crash(const EmitContext& context, std::size_t t) {
  const auto p = context.system.transitions()[t].process.index();
  return fmt::format("if (!may_crash_{}(s)) return done;\n", p) + copied() +
         fmt::format("crash_{}(t);\n", p) +
         finish_lines(context, std::to_string(t), context.exec.faults.observe_reads_status) +
         "return done;\n";
}

std::string crash_at_receipt(const EmitContext& context, std::size_t t) {
  const ChannelLayout& channel = *context.exec.actions[t].channel;
  const auto from = channel.from.index();
  const auto faults = faults_in(context, "s");
  std::string text =
      if_true(StatusText::negation(faults.may_be_found_crashed(channel.from)), "return done;\n");
  text += fmt::format("if (status_{}(s) == crashed) return done;\n", channel.to.index());
  const std::string body =
      copied() + fmt::format("remove<C{}>(t, at);\ncrash_{}(t);\n", context.number(channel), from) +
      finish_lines(context, std::to_string(t), context.exec.faults.observe_reads_status) + "return done;\n";
  return text + fmt::format("return each_offer<C{}, 0, 0>(s, [&](Word, Count at) -> int {{\n{}}});\n",
                            context.number(channel), body);
}

std::string otherwise(const EmitContext& context, std::size_t t) {
  return "if (out.count != 0) return done;\nconst Word* const t = s;\n" +
         finish_lines(context, std::to_string(t), false) + "return done;\n";
}

}  // namespace

std::string emit_other(const EmitContext& context, std::size_t t, NativeText& text) {
  const bool of_channel = context.exec.actions[t].channel != nullptr;
  std::string body;
  switch (context.system.transitions()[t].kind) {
    case StepKind::delivery:
      body = delivery(context, t);
      break;
    case StepKind::loss:
      body = loss(context, t);
      break;
    case StepKind::crash:
      body = of_channel ? crash_at_receipt(context, t) : crash(context, t);
      break;
    default:
      body = otherwise(context, t);
  }
  return text.function("other", "", given, body);
}

}  // namespace quorate
