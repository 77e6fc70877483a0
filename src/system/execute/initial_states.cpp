// Initial states: all combinations of the variables' initial values, of which processes are Byzantine, of the
// initial rules, and of what channels hold at first. Choices are combined recursively; duplicates are
// removed; `observe` runs in each state.
#include <fmt/format.h>

#include <functional>
#include <set>

#include "base/budget.hpp"
#include "faults/declared_faults.hpp"
#include "system/execute/initial_contents.hpp"
#include "system/execute/workspace.hpp"

namespace quorate {

namespace {

// One alternative of a choice: values for cells.
using Assignment = std::vector<std::pair<std::uint32_t, std::int64_t>>;

// The limit on the alternatives of one choice, and on the number of initial states.
constexpr std::size_t initial_state_limit = 500'000;

}  // namespace

class ModelSystem::Initializer {
 public:
  Initializer(const ModelSystem& system, StepBuffer& buffer)
      : s_(system), buffer_(buffer), work_(system.workspace(buffer)), state_(system.layout_.words, 0) {}

  void run() {
    statuses();
    for (std::size_t r = 0; r < s_.model_.roles.size(); ++r) role(s_.model_.roles[r]);
    for (std::size_t v = 0; v < s_.model_.monitor.variables.size(); ++v) {
      variable(s_.model_.monitor.variables[v], {s_.layout_.monitor_cells[v]});
    }
    byzantine_lines();
    channels();
    combine(0);
  }

 private:
  void statuses() {
    for (const auto cell : s_.layout_.status_cells) {
      if (cell >= 0) store(s_.layout_.cells[cell], state_.data(), static_cast<std::int64_t>(Status::correct));
    }
  }

  void role(const Role& role) {
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      std::vector<std::uint32_t> first_cells;
      for (std::int64_t i = 0; i < role.count; ++i) {
        first_cells.push_back(s_.layout_.variable_cells[role.first.index() + static_cast<std::size_t>(i)][v]);
      }
      variable(role.variables[v], first_cells);
    }
  }

  // The choices for one variable in all processes of its role.
  void variable(const Variable& variable, const std::vector<std::uint32_t>& first_cells) {
    const auto count = scalar_count(s_.model_, variable.type);
    if (variable.initial_value == InitialValue::distinct) {
      choices_.push_back(injections(first_cells));
      return;
    }
    for (const auto first : first_cells) {
      for (std::uint32_t k = 0; k < count; ++k) scalar(variable, first + k);
    }
  }

  void scalar(const Variable& variable, std::uint32_t cell_number) {
    const Cell& cell = s_.layout_.cells[cell_number];
    if (variable.initial_value == InitialValue::expression) {
      store_checked(cell, variable);
    } else if (variable.initial_value == InitialValue::any) {
      std::vector<Assignment> alternatives;
      for (std::int64_t value = cell.low; value <= cell.high; ++value) {
        if (s_.model_.has_value(cell.type, value)) alternatives.push_back({{cell_number, value}});
        if (full(alternatives)) break;
      }
      choices_.push_back(std::move(alternatives));
    }
  }

  void store_checked(const Cell& cell, const Variable& variable) {
    Compiler compiler(s_.model_, s_.layout_, tables_, {});
    const Program program = compiler.predicate(variable.initial);
    work_.failure = {};
    work_.machine.state = state_.data();
    work_.machine.choices = nullptr;
    const std::int64_t value = Interpreter{s_.layout_, tables_.tables, s_.model_}.run(program, work_.machine);
    if (work_.failure.failed()) {
      buffer_.trouble.failure = work_.failure;
    } else if (value < cell.low || value > cell.high || !s_.model_.has_value(cell.type, value)) {
      buffer_.trouble.failure = {
          fmt::format("the initial value {} is outside the type of {}", value, variable.name), variable.span};
    } else {
      store(cell, state_.data(), value);
    }
  }

  std::vector<Assignment> injections(const std::vector<std::uint32_t>& cells) {
    std::vector<Assignment> all;
    if (cells.empty()) return {{}};
    const auto values = s_.model_.values_of(s_.layout_.cells[cells[0]].type);
    std::vector<bool> used(values.size(), false);
    Assignment current;
    const std::function<void()> extend = [&] {
      Budget::ask();
      if (current.size() == cells.size()) {
        all.push_back(current);
        return;
      }
      for (std::size_t v = 0; v < values.size() && !full(all); ++v) {
        if (used[v]) continue;
        used[v] = true;
        current.emplace_back(cells[current.size()], values[v]);
        extend();
        current.pop_back();
        used[v] = false;
      }
    };
    extend();
    return all;
  }

  void byzantine_lines() {
    for (const FaultAssumption& fault : s_.model_.faults) {
      if (fault.kind != FaultKind::byzantine) continue;
      std::vector<std::uint32_t> cells;
      for (const ProcessId p : processes_of(s_.model_, fault))
        cells.push_back(static_cast<std::uint32_t>(s_.layout_.status_cells[p.index()]));
      choices_.push_back(subsets(cells, fault));
    }
  }

  std::vector<Assignment> subsets(const std::vector<std::uint32_t>& cells, const FaultAssumption& fault) {
    std::vector<Assignment> all;
    Assignment current;
    const std::function<void(std::size_t)> extend = [&](std::size_t from) {
      Budget::ask();
      const auto size = static_cast<std::int64_t>(current.size());
      if (!fault.exactly || size == fault.count) all.push_back(current);
      if (size == fault.count || full(all)) return;
      for (std::size_t i = from; i < cells.size(); ++i) {
        current.emplace_back(cells[i], static_cast<std::int64_t>(Status::byzantine));
        extend(i + 1);
        current.pop_back();
      }
    };
    if (fault.count >= 0) extend(0);
    return all;
  }

  void channels() {
    if (s_.model_.channels.initially.empty()) return;
    for (const ChannelLayout& channel : s_.layout_.channels) {
      contents_.push_back(initial_contents(s_.model_, s_.layout_, channel, initial_state_limit));
      full(contents_.back());
    }
  }

  template <typename Alternative>
  bool full(const std::vector<Alternative>& alternatives) {
    if (alternatives.size() > initial_state_limit) buffer_.trouble.too_many = true;
    return buffer_.trouble.too_many;
  }

  void combine(std::size_t from) {
    Budget::ask();
    if (buffer_.trouble.failure.failed() || buffer_.trouble.too_many) return;
    if (from == choices_.size()) {
      initial_rules();
      return;
    }
    for (const Assignment& assignment : choices_[from]) {
      const auto saved = state_;
      for (const auto& [cell, value] : assignment) store(s_.layout_.cells[cell], state_.data(), value);
      combine(from + 1);
      state_ = saved;
      if (buffer_.trouble.failure.failed() || buffer_.trouble.too_many) return;
    }
  }

  void initial_rules() {
    if (s_.model_.initial_rules.empty()) {
      finish(state_);
      return;
    }
    const Interpreter interpreter{s_.layout_, s_.shared_.tables, s_.model_};
    for (const InitialProgram& program : s_.initial_programs_) {
      Budget::ask();
      auto state = state_;
      work_.failure = {};
      work_.machine.choices = nullptr;
      work_.machine.state = state.data();
      const bool enabled = program.guard.always_true || interpreter.run(program.guard, work_.machine) != 0;
      if (enabled && !work_.failure.failed()) interpreter.run(program.effect, work_.machine);
      if (work_.failure.failed()) {
        buffer_.trouble.failure = work_.failure;
        return;
      }
      if (enabled) finish(state);
      if (buffer_.trouble.failure.failed()) return;
    }
  }

  void finish(std::vector<std::uint64_t> state) {
    for (std::size_t p = 0; p < s_.layout_.processes; ++p) {
      const ProcessId process(static_cast<std::int64_t>(p));
      const Status status = s_.status(process, state.data());
      if (status == Status::crash && s_.semantics_.crash == CrashModel::implicit_) {
        store(s_.layout_.cells[s_.layout_.status_cells[p]], state.data(),
              static_cast<std::int64_t>(Status::correct));
      }
      if (s_.forges(process, state.data())) forget(process, state.data());
    }
    fill_channels(0, state);
  }

  // Puts contents into the channels from this one on. Nothing is on its way to a process that is deaf.
  void fill_channels(std::size_t from, std::vector<std::uint64_t>& state) {
    if (from == contents_.size()) return add(state);
    const ChannelLayout& channel = s_.layout_.channels[from];
    const bool deaf = s_.faults_in(state.data()).is_deaf(channel.to);
    for (const ChannelContent& content : contents_[from]) {
      for (const std::uint64_t message : content) s_.access_.insert(channel, state.data(), message);
      fill_channels(from + 1, state);
      s_.access_.clear(channel, state.data());
      if (deaf || buffer_.trouble.failure.failed() || buffer_.trouble.too_many) return;
    }
  }

  void add(std::vector<std::uint64_t> state) {
    Budget::ask();
    if (!s_.observe(state.data(), work_, buffer_)) return;
    if (!seen_.insert(state).second) return;
    buffer_.append(TransitionId(), state.data());
    if (buffer_.asked.describe_steps) buffer_.found.descriptions.emplace_back();
    if (seen_.size() > initial_state_limit) buffer_.trouble.too_many = true;
  }

  void forget(ProcessId process, std::uint64_t* state) {
    const Role& role = s_.model_.role(s_.model_.role_of(process));
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      if (role.variables[v].hidden) continue;
      const auto first = s_.layout_.variable_cells[process.index()][v];
      for (std::uint32_t k = 0; k < scalar_count(s_.model_, role.variables[v].type); ++k) {
        store(s_.layout_.cells[first + k], state, undefined_value);
      }
    }
  }

  const ModelSystem& s_;
  StepBuffer& buffer_;
  Workspace& work_;
  SharedTables tables_;
  std::vector<std::uint64_t> state_;
  std::vector<std::vector<Assignment>> choices_;
  std::vector<std::vector<ChannelContent>> contents_;  // [channel]; empty: all are empty at first
  std::set<std::vector<std::uint64_t>> seen_;
};

void ModelSystem::initial_states(StepBuffer& buffer) const {
  Initializer(*this, buffer).run();
}

}  // namespace quorate
