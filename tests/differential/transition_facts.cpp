#include "transition_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "search/search.hpp"
#include "system/model_system.hpp"

namespace quorate {

namespace {

using Words = std::vector<std::uint64_t>;

template <typename T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

class FactChecker {
 public:
  FactChecker(const Model& model, const ModelSystem& system, bool crashes)
      : system_(system),
        layout_(system.layout()),
        crashes_(crashes),
        all_(system.shape().words),
        some_(system.shape().words) {
    for (std::size_t p = 0; p < layout_.processes; ++p) {
      const ProcessId process(static_cast<std::int64_t>(p));
      const auto& variables = model.role(model.role_of(process)).variables;
      for (std::size_t v = 0; v < variables.size(); ++v) {
        if (variables[v].monitor) add_monitor(model, layout_.variable_cells[p][v], variables[v].type);
      }
    }
    for (std::size_t v = 0; v < model.monitor.variables.size(); ++v) {
      add_monitor(model, layout_.monitor_cells[v], model.monitor.variables[v].type);
    }
    for (const std::int32_t cell : layout_.status_cells) {
      if (cell >= 0) free_cells_.insert(static_cast<std::uint32_t>(cell));
    }
  }

  // The facts at one state; its successors are left in `next`.
  std::string check(const Words& state, std::vector<Words>& next) {
    all_.clear();
    system_.successors(state, {}, all_);
    if (all_.stopped()) return "";
    std::multiset<std::pair<TransitionId, Words>> together;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      next.emplace_back(all_.state(i).begin(), all_.state(i).end());
      together.emplace(all_.transition(i), next.back());
      const std::string text = check_step(state, next.back(), all_.transition(i));
      if (!text.empty()) return text;
    }
    const auto transitions = system_.transitions();
    std::multiset<std::pair<TransitionId, Words>> separately;
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      if (transitions[t].kind == StepKind::otherwise) continue;  // depends on all the others
      const TransitionId id(static_cast<std::int64_t>(t));
      some_.clear();
      system_.successors(state, std::span(&id, 1), some_);
      for (std::size_t i = 0; i < some_.size(); ++i) {
        separately.emplace(some_.transition(i), Words(some_.state(i).begin(), some_.state(i).end()));
      }
    }
    std::erase_if(together, [&](const auto& step) {
      return transitions[step.first.index()].kind == StepKind::otherwise;
    });
    return together == separately ? "" : "facts: the steps of single transitions are not all steps";
  }

 private:
  void add_monitor(const Model& model, std::uint32_t first, TypeId type) {
    for (std::uint32_t k = 0; k < scalar_count(model, type); ++k) free_cells_.insert(first + k);
  }

  std::string check_step(const Words& before, const Words& after, TransitionId id) {
    const Transition& transition = system_.transitions()[id.index()];
    for (std::uint32_t c = 0; c < layout_.cells.size(); ++c) {
      if (load(layout_.cells[c], before.data()) == load(layout_.cells[c], after.data())) continue;
      if (!free_cells_.contains(c) && !contains(transition.writes, c)) {
        return fmt::format("facts: {} writes cell {}, which is not among its writes", transition.name, c);
      }
    }
    for (const ChannelLayout& channel : layout_.channels) {
      if (same_content(channel, before, after)) continue;
      const bool consumed =
          channel.to == transition.process && (crashes_ || contains(transition.senders, channel.from));
      const bool sent = channel.from == transition.process && contains(transition.recipients, channel.to);
      const bool emptied = crashes_ && contains(transition.senders, channel.to);
      if (!consumed && !sent && !emptied) {
        return fmt::format("facts: {} changes the channel from {} to {}", transition.name, channel.from.value,
                           channel.to.value);
      }
    }
    return "";
  }

  bool same_content(const ChannelLayout& channel, const Words& before, const Words& after) const {
    for (std::uint32_t k = 0; k < channel.slot_count; ++k) {
      const Slot& slot = layout_.slots[channel.first_slot + k];
      if (((before[slot.word] ^ after[slot.word]) >> slot.shift & slot.mask) != 0) return false;
    }
    return true;
  }

  const ModelSystem& system_;
  const Layout& layout_;
  bool crashes_;
  std::set<std::uint32_t> free_cells_;  // statuses, and what `observe` may write in any step
  StepBuffer all_;
  StepBuffer some_;
};

}  // namespace

std::string wrong_fact(const Model& model, const Setting& setting, std::size_t max_states) {
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(model, semantics_of(setting.options), {}, problems);
  if (!system) return "";
  StepBuffer buffer(system->shape().words);
  system->initial_states(buffer);
  if (buffer.stopped()) return "";
  std::set<Words> known;
  std::vector<Words> queue;
  for (std::size_t i = 0; i < buffer.size(); ++i)
    queue.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
  FactChecker checker(model, *system, setting.options.crash != ReferenceOptions::Crash::implicit_);
  for (std::size_t i = 0; i < queue.size() && known.size() < max_states; ++i) {
    const Words state = queue[i];
    if (!known.insert(state).second) continue;
    const std::string text = checker.check(state, queue);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace quorate
