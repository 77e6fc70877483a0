// How a state of an instance is packed: shared variables, then for each process one code of its status and
// counting variables.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "parameterized/instance/parameter_values.hpp"
#include "parameterized/instance/threshold_instance.hpp"

namespace quorate {

// Exact variables are followed up to `highest`: a few times the number of processes and the parameters,
// since most algorithms send a message once for each process. A step beyond it is left out and the search
// is told so (into_range).
void ThresholdInstance::lay_out(GrowingValues growing) {
  std::int64_t highest = 8;
  for (const std::size_t size : sizes_) highest += 2 * static_cast<std::int64_t>(size);
  for (const std::int64_t value : parameters_) highest += value;
  for (const auto& shared : rules_->model->shared) highest = std::max(highest, shared.initial);
  highest = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(highest + 1))) - 1;
  classes_ = value_classes(*rules_, parameter_values(parameters_, quotients_), sizes_, highest, growing);
  const auto width = [](const ValueClass& values) {
    return static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(values.cap)));
  };
  FieldPacker packer;
  for (const auto& shared : classes_.shared) shared_fields_.push_back(packer.next(width(shared)));
  for (std::size_t kind = 0; kind < sizes_.size(); ++kind) {
    const RuleProcess& process = rules_->processes[kind];
    Kind layout;
    layout.status_width = static_cast<std::uint32_t>(std::bit_width(process.statuses.size()));
    layout.code_width = layout.status_width;
    for (const auto& counter : classes_.counters[kind]) {
      layout.counter_widths.push_back(width(counter));
      layout.code_width += width(counter);
    }
    if (layout.code_width > 64 && problem_.empty())
      problem_ = fmt::format(
          "the variables of a process {} take {} bits at these parameters, and at most 64 can be checked",
          rules_->model->processes[kind].name, layout.code_width);
    const std::uint32_t kept = std::min<std::uint32_t>(layout.code_width, 64);
    for (std::size_t i = 0; i < sizes_[kind]; ++i) layout.slots.push_back(packer.next(kept));
    kinds_.push_back(std::move(layout));
  }
  shape_ = packer.shape();
}

std::uint64_t ThresholdInstance::encode(std::size_t kind, const LocalState& local) const {
  std::uint64_t code = 0;
  for (std::size_t i = local.counters.size(); i-- > 0;)
    code = (code << kinds_[kind].counter_widths[i]) | static_cast<std::uint64_t>(local.counters[i]);
  return (code << kinds_[kind].status_width) | static_cast<std::uint64_t>(local.status);
}

ThresholdInstance::LocalState ThresholdInstance::decode(std::size_t kind, std::uint64_t code) const {
  LocalState local;
  local.status = static_cast<std::int32_t>(code & mask_of_width(kinds_[kind].status_width));
  code >>= kinds_[kind].status_width;
  for (const std::uint32_t width : kinds_[kind].counter_widths) {
    local.counters.push_back(static_cast<std::int64_t>(code & mask_of_width(width)));
    code >>= width;
  }
  return local;
}

std::vector<std::int64_t> ThresholdInstance::load_shared(StateView state) const {
  std::vector<std::int64_t> shared;
  for (const auto& field : shared_fields_)
    shared.push_back(static_cast<std::int64_t>(field.load(state.data())));
  return shared;
}

void ThresholdInstance::load(StateView state, std::vector<std::int64_t>& shared, Codes& codes) const {
  shared = load_shared(state);
  codes.assign(kinds_.size(), {});
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    for (const auto& slot : kinds_[kind].slots) codes[kind].push_back(slot.load(state.data()));
  }
}

void ThresholdInstance::store(std::uint64_t* state, const std::vector<std::int64_t>& shared,
                              const Codes& codes) const {
  std::fill_n(state, shape_.words, 0);
  for (std::size_t i = 0; i < shared.size(); ++i)
    shared_fields_[i].store(state, static_cast<std::uint64_t>(shared[i]));
  for (std::size_t kind = 0; kind < codes.size(); ++kind) {
    for (std::size_t i = 0; i < codes[kind].size(); ++i) kinds_[kind].slots[i].store(state, codes[kind][i]);
  }
}

std::vector<std::uint64_t> ThresholdInstance::sorted(StateView state) const {
  std::vector<std::int64_t> shared;
  Codes codes;
  load(state, shared, codes);
  for (auto& kind : codes) std::ranges::sort(kind, std::greater<>());
  std::vector<std::uint64_t> result(shape_.words);
  store(result.data(), shared, codes);
  return result;
}

ThresholdInstance::GlobalState ThresholdInstance::decode(StateView state) const {
  GlobalState result;
  Codes codes;
  load(state, result.shared, codes);
  for (std::size_t kind = 0; kind < codes.size(); ++kind) {
    result.processes.emplace_back();
    for (const std::uint64_t code : codes[kind]) result.processes.back().push_back(decode(kind, code));
  }
  return result;
}

}  // namespace quorate
