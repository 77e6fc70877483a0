#include "system/execute/model_system.hpp"

#include "system/execute/workspace.hpp"

namespace quorate {

ModelSystem::Workspace& ModelSystem::workspace(StepBuffer& buffer) const {
  if (!buffer.scratch) {
    auto work = std::make_unique<Workspace>();
    work->machine.outgoing.resize(layout_.processes);
    work->machine.outgoing_kind.assign(layout_.processes, -1);
    work->machine.failure = &work->failure;
    buffer.scratch = std::move(work);
  }
  return static_cast<Workspace&>(*buffer.scratch);
}

Truth ModelSystem::holds(PredicateId predicate, StateView state, StepBuffer& buffer) const {
  if (const native::Functions* const functions = native_.load(std::memory_order_acquire)) {
    const native::Predicate evaluate = functions->predicates[predicate.index()];
    const int truth = evaluate == nullptr ? 2 : evaluate(state.data());
    if (truth != 2) return truth != 0 ? Truth::yes : Truth::no;
  }
  Workspace& work = workspace(buffer);
  work.failure.clear();
  work.machine.choices = nullptr;
  // Programs of predicates never write to the state.
  work.machine.state = const_cast<std::uint64_t*>(state.data());
  const Interpreter interpreter{layout_, shared_.tables, model_};
  const std::int64_t result = interpreter.run(exec_.predicates[predicate.index()], work.machine);
  if (work.failure.failed()) {
    buffer.trouble.failure = work.failure;
    return Truth::error;
  }
  return result != 0 ? Truth::yes : Truth::no;
}

bool ModelSystem::observe(std::uint64_t* state, Workspace& work, StepBuffer& buffer) const {
  if (model_.monitor.observe.empty() || work.observed.recall(observed_bits_, state)) return true;
  work.failure.clear();
  work.machine.choices = nullptr;
  work.machine.state = state;
  const Interpreter interpreter{layout_, shared_.tables, model_};
  interpreter.run(exec_.observe, work.machine);
  if (!work.failure.failed()) {
    work.observed.remember(observed_bits_, state);
    return true;
  }
  buffer.trouble.failure = work.failure;
  return false;
}

void ModelSystem::crash(ProcessId process, std::uint64_t* state) const {
  store(layout_.cells[layout_.status_cells[process.index()]], state,
        static_cast<std::int64_t>(Status::crashed));
  for (const ChannelLayout* channel : exec_.inputs_of[process.index()]) access_.clear(*channel, state);
}

}  // namespace quorate
