// The text that all emitted functions need: channels with constant shifts, statuses, crashes, and sending
// with full channels and recipients that are deaf. The conditions on statuses are those of
// faults/fault_conditions.hpp, printed by status_text.
#include "native/emit_parts.hpp"

#include <algorithm>

#include "native/status_text.hpp"

namespace quorate {

namespace {

template <typename CellLike>
std::string cell_text(const CellLike& cell, std::uint32_t word) {
  return fmt::format("{{{}, {}, {}ul, {}, {}, {}, {}ul}},\n", word, cell.shift, cell.mask, cell.bias,
                     cell.low, cell.high, cell.members);
}

template <typename Numbers>
std::string list(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) text += fmt::format("{},", number);
  return text;
}

}  // namespace

void emit_tables(const EmitContext& context, NativeText& text) {
  const Layout& layout = context.layout;
  text.put("constexpr Count words = {};\nconstexpr Count processes = {};\n", layout.words, layout.processes);
  text.put("constexpr CellData cells[] = {{\n");
  for (const Cell& cell : layout.cells) text.put("{}", cell_text(cell, cell.word));
  if (layout.cells.empty()) text.put("{{}}");
  text.put("}};\nconstexpr CellData message_cells[] = {{\n");
  for (const MessageCell& cell : layout.message_cells) text.put("{}", cell_text(cell, 0));
  if (layout.message_cells.empty()) text.put("{{}}");
  text.put("}};\n");
  const auto& indexes = context.programs.tables.indexes;
  for (std::size_t k = 0; k < indexes.size(); ++k)
    text.put("constexpr Value table_{}[] = {{{}}};\n", k, list(indexes[k].entries));
  for (std::size_t k = 0; k < context.exec.forged.size(); ++k) {
    if (context.exec.forged[k].empty()) continue;
    text.put("constexpr Word forged_{}[] = {{{}}};\n", k, list(context.exec.forged[k]));
  }
}

namespace {

// Slots in the same word are written together.
void emit_channel(const EmitContext& context, const ChannelLayout& channel, NativeText& text) {
  text.put("struct C{} : Network {{\nstatic constexpr Count slots = {};\n", context.number(channel),
           channel.slot_count);
  const Slot* const slots = context.layout.slots.data() + channel.first_slot;
  text.put("[[gnu::always_inline]] static void read(const Word* s, Word* v) {{\n");
  for (std::uint32_t i = 0; i < channel.slot_count; ++i)
    text.put("v[{}] = (s[{}] >> {}) & {}ul;\n", i, slots[i].word, slots[i].shift, slots[i].mask);
  text.put("}}\n[[gnu::always_inline]] static void write(Word* t, const Word* v) {{\n");
  for (std::uint32_t i = 0; i < channel.slot_count;) {
    const std::uint32_t word = slots[i].word;
    std::uint64_t mask = 0;
    std::string values;
    for (; i < channel.slot_count && slots[i].word == word; ++i) {
      mask |= slots[i].mask << slots[i].shift;
      values += fmt::format(" | v[{}] << {}", i, slots[i].shift);
    }
    text.put("t[{}] = (t[{}] & {}ul){};\n", word, word, ~mask, values);
  }
  text.put("}}\n}};\n");
}

}  // namespace

void emit_channels(const EmitContext& context, NativeText& text) {
  const Channels& channels = context.model.channels;
  text.put(
      "struct Network {{\nstatic constexpr bool fifo = {};\nstatic constexpr bool set = {};\n"
      "static constexpr Count flag = {};\n}};\nconstexpr Word tag_mask = {}ul;\n",
      channels.fifo, channels.set, context.layout.delivered_flag ? 1 : 0, context.layout.tag_mask);
  for (const ChannelLayout& channel : context.layout.channels) emit_channel(context, channel, text);
}

namespace {

void emit_status(const EmitContext& context, ProcessId process, NativeText& text) {
  const auto p = process.index();
  if (!context.tracked(process)) {
    text.put("{} Value status_{}(const Word*) {{ return correct; }}\n", inlined, p);
    text.put("{} bool forges_{}(const Word*) {{ return false; }}\n", inlined, p);
    return;
  }
  const Cell& cell = context.layout.cells[static_cast<std::size_t>(context.layout.status_cells[p])];
  text.put("{} Value status_{}(const Word* s) {{\nconst Word code = (s[{}] >> {}) & {}ul;\n", inlined, p,
           cell.word, cell.shift, cell.mask);
  text.put("return code == 0 ? Value{{correct}} : static_cast<Value>(code) + {};\n}}\n", cell.bias);
  const auto faults = faults_in(context, "s");
  text.put("{} bool forges_{}([[maybe_unused]] const Word* s) {{ return {}; }}\n", inlined, p,
           faults.forges(process));
}

void emit_crash(const EmitContext& context, ProcessId process, NativeText& text) {
  const auto p = process.index();
  if (!context.tracked(process)) return;
  text.put("inline bool may_crash_{}(const Word* s) {{ return {}; }}\n", p,
           faults_in(context, "s").may_crash(process));
  const Cell& cell = context.layout.cells[static_cast<std::size_t>(context.layout.status_cells[p])];
  text.put("inline void crash_{}(Word* t) {{\nt[{}] = (t[{}] & {}ul) | (raw(crashed, {}) << {});\n", p,
           cell.word, cell.word, ~(cell.mask << cell.shift), cell.bias, cell.shift);
  for (const ChannelLayout* channel : context.exec.inputs_of[p]) {
    for (std::uint32_t i = 0; i < channel->slot_count; ++i) {
      const Slot& slot = context.layout.slots[channel->first_slot + i];
      text.put("t[{}] &= {}ul;\n", slot.word, ~(slot.mask << slot.shift));
    }
  }
  text.put("}}\n");
}

void emit_delivered(const EmitContext& context, ProcessId process, NativeText& text) {
  text.put("inline Count delivered_{}(const Word* s) {{\nreturn 0", process.index());
  for (const ChannelLayout* channel : context.exec.inputs_of[process.index()])
    text.put(" + delivered_in<C{}>(s)", context.number(*channel));
  text.put(";\n}}\n");
}

}  // namespace

void emit_processes(const EmitContext& context, NativeText& text) {
  const auto each = [&](const auto& emit) {
    for (std::size_t p = 0; p < context.layout.processes; ++p)
      emit(context, ProcessId(static_cast<std::int64_t>(p)), text);
  };
  each(emit_status);
  each(emit_crash);
  if (context.semantics.traffic == Traffic::rm) each(emit_delivered);
}

void emit_sending(const EmitContext& context, NativeText& text) {
  text.put("{} bool no_message(Value kind, Word code) {{\nswitch (kind) {{\n", inlined);
  const auto& formats = context.layout.formats;
  std::string whole = "false";
  for (std::size_t k = 0; k < formats.size(); ++k) {
    text.put("case {}: return code == {}ul;\n", k, formats[k].tag);
    if (context.model.messages[k].printed) whole += fmt::format(" || code == {}ul", formats[k].tag);
  }
  text.put("default: return {};\n}}\n}}\n", whole);
  for (const ChannelLayout& channel : context.layout.channels) {
    text.put("{} int deliver_{}(Word* t, Word code, Steps& out) {{\n", inlined, context.number(channel));
    text.put("{}", if_true(faults_in(context, "t").is_deaf(channel.to), "return vanished;\n"));
    text.put("if (insert<C{}>(t, code)) return arrived;\n", context.number(channel));
    if (channel.at_bound && context.model.channels.replacing) {
      text.put("out.bound_reached = 1;\nremove<C{0}>(t, 0);\ninsert<C{0}>(t, code);\nreturn arrived;\n}}\n",
               context.number(channel));
    } else if (channel.at_bound) {
      text.put("out.bound_reached = 1;\nreturn {};\n}}\n",
               context.model.channels.lossy ? "vanished" : "blocked");
    } else {
      text.put("return unknown;\n}}\n");
    }
  }
  const bool in_part = std::ranges::any_of(context.exec.actions, &Action::cut_off);
  if (!context.exec.faults.crash_steps && !in_part) return;
  for (std::size_t from = 0; from < context.layout.processes; ++from) {
    text.put("inline int deliver_from_{}(Word* t, Count to, Word code, Steps& out) {{\nswitch (to) {{\n",
             from);
    for (const ChannelLayout& channel : context.layout.channels) {
      if (channel.from.index() != from) continue;
      text.put("case {}: return deliver_{}(t, code, out);\n", channel.to.index(), context.number(channel));
    }
    text.put("default: return unknown;\n}}\n}}\n");
  }
}

std::string finish_lines(const EmitContext& context, const std::string& transition, bool observed) {
  std::string lines = "Word* const next = place<words>(out);\nif (next == nullptr) return more_room;\n";
  lines += "copy<words>(next, t);\n";
  if (observed && context.observes()) lines += "if (observe(next) != 0) return interpret;\n";
  return lines + fmt::format("keep(out, {});\n", transition);
}

}  // namespace quorate
