// Puts an emitted program together: tables, channels, processes, sending, `observe`, then a function for each
// rule of each process and for each other transition, then predicates and canonical forms. `successors` calls
// the functions in the order of transitions, so that steps come in the order of the interpreter.
#include "native/emit_system.hpp"

#include "native/emit_canonical.hpp"
#include "native/emit_parts.hpp"

namespace quorate {

namespace {

std::string emit_predicate(const EmitContext& context, const Program& predicate, NativeText& text) {
  return text.function("predicate", "", "const Word* s",
                       program_body(predicate, context.programs, ProgramUse::test, 0, 0));
}

// The end of the run of transitions of one rule and process, which share a function.
std::size_t group_end(const EmitContext& context, std::size_t first) {
  const auto transitions = context.system.transitions();
  std::size_t end = first + 1;
  while (end < transitions.size() && transitions[end].kind == StepKind::rule &&
         transitions[end].rule == transitions[first].rule &&
         transitions[end].process == transitions[first].process) {
    ++end;
  }
  return end;
}

std::string emit_whole(const ModelSystem& system, const StatePermutation* permutation,
                       const std::string& name, const std::string& key) {
  const EmitContext context(system);
  NativeText text;
  text.put("namespace quorate::native::model_{} {{\n", name);
  emit_tables(context, text);
  emit_channels(context, text);
  emit_processes(context, text);
  emit_sending(context, text);
  if (context.observes()) {
    text.put("[[gnu::noinline]] static int observe(Word* t) {{\n{}}}\n",
             program_body(context.exec.observe, context.programs, ProgramUse::observe, 0, 0));
  }
  std::string calls;
  const auto transitions = system.transitions();
  for (std::size_t t = 0; t < transitions.size();) {
    const bool rule = transitions[t].kind == StepKind::rule;
    const TransitionGroup group{t, rule ? group_end(context, t) : t + 1};
    const std::string function = rule ? emit_rule(context, group, text) : emit_other(context, t, text);
    calls += fmt::format("if (const int o = {}(state, out); o != done) return o;\n", function);
    t = group.end;
  }
  text.put(
      "static int successors(const Word* state, Steps* steps) {{\nSteps& out = *steps;\n{}return done;\n}}\n",
      calls);
  std::string predicates;
  for (const Program& predicate : context.exec.predicates)
    predicates += emit_predicate(context, predicate, text) + ",\n";
  text.put("static const Predicate predicates[] = {{\n{}nullptr}};\n", predicates);
  const std::string canonical = permutation == nullptr ? "nullptr" : emit_canonical(*permutation, text);
  text.put("static constexpr Canonicalize canonical = {};\n}}\n", canonical);
  text.put(
      "extern \"C\" {{\nextern const quorate::native::Functions quorate_{0};\n"
      "const quorate::native::Functions quorate_{0} = {{\nquorate::native::interface_version, {1}, {2}, "
      "\"{3}\",\n"
      "quorate::native::model_{0}::successors, quorate::native::model_{0}::predicates, "
      "quorate::native::model_{0}::canonical, &quorate::native::spent}};\n}}\n",
      name, context.layout.words, context.exec.predicates.size(), key);
  return text.take();
}

}  // namespace

std::string not_emitted(const Model& model) {
  if (model.channels.several) return "native code cannot send several messages to one process in a step";
  if (find_compound_rule(model) != nullptr)
    return "native code cannot take messages of several kinds, or several of one sender, in a step";
  return "";
}

std::optional<std::string> emit_system(const ModelSystem& system, const StatePermutation* permutation,
                                       const std::string& name, const std::string& key) {
  if (!not_emitted(system.model()).empty()) return std::nullopt;
  try {
    return emit_whole(system, permutation, name, key);
  } catch (const TooLargeToCompile&) {
    return std::nullopt;
  }
}

}  // namespace quorate
