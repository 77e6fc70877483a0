// Builds the executable system: every rule is instantiated for each process, each value of its parameters and
// each set of senders, and compiled with these as constants. Instances whose guard is false for these
// constants are dropped. Deliveries, losses and crashes that are steps in the chosen semantics become
// transitions as well. For each transition it is computed which cells it reads and writes, and whether
// `observe` can change anything after it.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "analysis/message_flow.hpp"
#include "analysis/monitor.hpp"
#include "faults/kinds/commitments.hpp"
#include "faults/kinds/signatures.hpp"
#include "system/execute/forged_messages.hpp"
#include "system/execute/model_system.hpp"
#include "system/execute/rule_instances.hpp"

namespace quorate {

namespace {

constexpr std::size_t transition_limit = 200'000;
constexpr double most_looked_at = 2e8;  // instances of a rule, including those that its guard excludes

}  // namespace

class ModelSystem::Builder {
 public:
  explicit Builder(ModelSystem& system)
      : s_(system),
        model_(system.model_),
        faults_(system.exec_.faults),
        tracked_(faults_.has_status),
        instances_(model_, faults_, s_.layout_.flow) {}

  void build() {
    inputs();
    if (!countable()) return;
    for (std::size_t r = 0; r < model_.rules.size(); ++r) rule(r);
    other_transitions();
    quick_tests();
    properties();
    initial_rules();
    observe();
  }

 private:
  void inputs() {
    s_.exec_.inputs_of.resize(s_.layout_.processes);
    for (const ChannelLayout& channel : s_.layout_.channels)
      s_.exec_.inputs_of[channel.to.index()].push_back(&channel);
  }

  void rule(std::size_t index) {
    if (!instances_.any(model_.rules[index])) return;
    const std::size_t forged = s_.exec_.forged.size();
    for (std::size_t i = 0; i < std::max<std::size_t>(1, model_.rules[index].input_count()); ++i) {
      s_.exec_.forged.push_back(
          forged_messages(model_, s_.layout_, faults_, model_.rules[index], i, s_.shared_));
    }
    instances_.for_each(model_.rules[index],
                        [&](const Instantiation& one) { return transition(index, one, forged); });
  }

  // Whether there are few enough instances. If there might be too many, those that no guard excludes are
  // counted before any is built, since one takes some kilobytes.
  bool countable() {
    double possible = 0;
    for (std::size_t r = 0; r < model_.rules.size(); ++r) {
      const double of_rule = instances_.most(model_.rules[r]);
      if (of_rule > most_looked_at) return refuse_instances(r);
      possible += of_rule;
    }
    if (possible <= static_cast<double>(transition_limit)) return true;
    std::size_t count = 0;
    for (std::size_t r = 0; r < model_.rules.size(); ++r) {
      SharedTables ignored;
      const bool few = instances_.for_each(model_.rules[r], [&](const Instantiation& one) {
        Compiler guard(model_, s_.layout_, ignored, one);
        if (!guard.predicate(model_.rules[r].guard).always_false) ++count;
        return count <= transition_limit;
      });
      if (!few) return refuse_instances(r);
    }
    return true;
  }

  bool refuse_instances(std::size_t rule) {
    s_.shared_.problems.push_back(
        {fmt::format("the rules have more than {} instances", transition_limit), model_.rules[rule].span});
    return false;
  }

  // False if there are too many.
  bool transition(std::size_t index, const Instantiation& instantiation, std::size_t forged) {
    if (s_.transitions_.size() >= transition_limit) return refuse_instances(index);
    const Rule& rule = model_.rules[index];
    Compiler guard(model_, s_.layout_, s_.shared_, instantiation);
    Compiler effect(model_, s_.layout_, s_.shared_, instantiation);
    Action action;
    action.guard = guard.predicate(rule.guard);
    if (action.guard.always_false) return true;
    action.tests = GuardTests(action.guard, s_.layout_);
    action.effect = effect.effect(rule.body);
    action.forged_list = forged;
    action.byzantine = rule.byzantine;
    action.fault = rule.fault;
    action.exempt = rule.exempt;
    action.cut_off = rule.cut_off;
    action.withheld = rule.withheld;
    action.keeps = rule.receive.keeps == keeps_all ? instantiation.senders.size()
                                                   : static_cast<std::size_t>(rule.receive.keeps);
    action.observed = rule.observed;
    const ProcessId self(instantiation.self);
    if (rule.receive.kind != ReceiveKind::none)
      action.tag = s_.layout_.formats[rule.receive.message_kind.index()].tag;
    for (const ProcessId q : instantiation.senders) action.inputs.push_back(s_.layout_.channel(q, self));
    compound(action, instantiation, forged);
    if (!action.compound.empty()) {
      action.tag = action.compound.front().tag;
      action.forged_list = action.compound.front().forged_list;
    }
    Transition facts;
    facts.kind = StepKind::rule;
    facts.process = self;
    facts.rule = static_cast<std::int32_t>(index);
    facts.senders = instantiation.senders;
    for (const RuleParameter& parameter : rule.parameters) {
      facts.parameters.push_back(instantiation.locals[parameter.local.index()].value);
    }
    facts.name = transition_name(rule, instantiation);
    footprint(facts, guard.footprint(), effect.footprint());
    traffic(facts, rule);
    s_.transitions_.push_back(std::move(facts));
    s_.exec_.actions.push_back(std::move(action));
    return true;
  }

  void compound(Action& action, const Instantiation& instantiation, std::size_t forged) const {
    for (std::size_t i = 0; i < instantiation.inputs.size(); ++i) {
      const Instantiation::Input& input = instantiation.inputs[i];
      for (std::size_t k = 0; k < input.count; ++k) {
        const std::size_t slot = action.compound.size();
        const ProcessId sender = instantiation.senders[slot];
        const bool again = input.by_position && k > 0 && instantiation.senders[slot - 1] == sender;
        const auto earlier = instantiation.senders.begin() + static_cast<std::ptrdiff_t>(slot);
        const bool shares = std::find(instantiation.senders.begin(), earlier, sender) != earlier;
        action.compound.push_back(
            {s_.layout_.formats[input.message_kind.index()].tag, forged + i, again, shares});
      }
    }
  }

  void footprint(Transition& facts, const Footprint& guard, const Footprint& effect) const {
    facts.guard_reads.assign(guard.reads.begin(), guard.reads.end());
    auto reads = guard.reads;
    reads.insert(effect.reads.begin(), effect.reads.end());
    facts.reads.assign(reads.begin(), reads.end());
    facts.writes.assign(effect.writes.begin(), effect.writes.end());
  }

  void traffic(Transition& facts, const Rule& rule) const {
    for (std::size_t i = 0; i < rule.input_count(); ++i) {
      if (std::ranges::find(facts.kinds_in, rule.input(i).message_kind) == facts.kinds_in.end())
        facts.kinds_in.push_back(rule.input(i).message_kind);
    }
    const RuleSends sends = rule_sends(model_, rule);
    facts.kinds_out.assign(sends.kinds.begin(), sends.kinds.end());
    for (const RoleId role : sends.roles) {
      for (const auto p : model_.values_of(model_.role(role).type)) {
        if (instances_.reaches(facts.process.value, p)) facts.recipients.emplace_back(p);
      }
    }
  }

  std::string transition_name(const Rule& rule, const Instantiation& instantiation) const {
    std::string name = rule.name + "(" + model_.process_name(ProcessId(instantiation.self));
    for (const RuleParameter& parameter : rule.parameters) {
      name += ", " + model_.show(parameter.type, instantiation.locals[parameter.local.index()].value);
    }
    for (const ProcessId q : instantiation.senders) name += ", " + model_.process_name(q);
    return name + ")";
  }

  void other_transitions() {
    for (const ChannelLayout& channel : s_.layout_.channels) {
      if (s_.semantics_.traffic != Traffic::m) other(StepKind::delivery, "deliver", channel.to, &channel);
    }
    for (const ChannelLayout& channel : s_.layout_.channels) {
      if (faults_.loss_steps) other(StepKind::loss, "lose", channel.to, &channel);
    }
    if (faults_.crash_at_receipt && !model_.channels.synchronous) {
      for (const ChannelLayout& channel : s_.layout_.channels) {
        if (tracked_[model_.role_of(channel.from).index()])
          other(StepKind::crash, "crash", channel.from, &channel);
      }
    }
    if (faults_.crash_steps) {
      for (std::size_t p = 0; p < s_.layout_.processes; ++p) {
        const ProcessId process(static_cast<std::int64_t>(p));
        if (tracked_[model_.role_of(process).index()]) other(StepKind::crash, "crash", process, nullptr);
      }
    }
    if (model_.has_else) other(StepKind::otherwise, "ELSE", ProcessId(), nullptr);
  }

  void other(StepKind kind, const std::string& word, ProcessId process, const ChannelLayout* channel) {
    Transition facts;
    facts.kind = kind;
    facts.process = process;
    facts.name = word;
    if (channel != nullptr) {
      facts.name += "(" + model_.process_name(channel->from) + ", " + model_.process_name(channel->to) + ")";
      facts.senders = {channel->from};
    } else if (process.valid()) {
      facts.name += "(" + model_.process_name(process) + ")";
    }
    Action action;
    action.channel = channel;
    s_.transitions_.push_back(std::move(facts));
    s_.exec_.actions.push_back(std::move(action));
  }

  // Tests for rules whose first sender offers only what is in the channel, and for steps of channels.
  void quick_tests() {
    for (std::size_t t = 0; t < s_.transitions_.size(); ++t) {
      const Action& action = s_.exec_.actions[t];
      const ChannelLayout* channel = action.channel;
      if (!action.inputs.empty() && !tracked_[model_.role_of(s_.transitions_[t].senders[0]).index()])
        channel = action.inputs[0];
      QuickTest test;
      if (channel != nullptr && channel->slot_count > 0) {
        const Slot& slot = s_.layout_.slots[channel->first_slot];
        test = {slot.word, slot.mask << slot.shift};
      }
      s_.quick_tests_.push_back(test);
    }
  }

  // After a step that writes nothing that `observe` reads or writes, a repeatable `observe` would change
  // nothing, since it was executed in the state before the step.
  void observe() {
    Compiler compiler(model_, s_.layout_, s_.shared_,
                      {-1, {}, {}, false, std::vector<Operand>(model_.monitor.frame.size())});
    s_.exec_.observe = compiler.effect(model_.monitor.observe);
    const Footprint& seen = compiler.footprint();
    s_.observe_writes_ = seen.writes;
    if (!faults_.observe_reads_status) remember_observed(seen);
    const bool always = faults_.observe_reads_status || !observe_is_repeatable(model_);
    for (std::size_t t = 0; t < s_.exec_.actions.size(); ++t) {
      Transition& facts = s_.transitions_[t];
      bool& observed = s_.exec_.actions[t].observed;
      observed = observed && (always || std::ranges::any_of(facts.writes, [&](std::uint32_t cell) {
                                return seen.reads.contains(cell) || seen.writes.contains(cell);
                              }));
      const bool changes = !model_.monitor.observe.empty() && s_.exec_.actions[t].observed;
      facts.observed = changes && facts.kind != StepKind::delivery && facts.kind != StepKind::loss;
    }
  }

  void remember_observed(const Footprint& seen) {
    std::map<std::size_t, ObservedBits::Part> parts;
    const auto add = [&](std::uint32_t number, bool written) {
      const Cell& cell = s_.layout_.cells[number];
      ObservedBits::Part& part = parts[cell.word];
      part.word = cell.word;
      part.seen |= cell.mask << cell.shift;
      if (written) part.written |= cell.mask << cell.shift;
    };
    for (const auto cell : seen.reads) add(cell, false);
    for (const auto cell : seen.writes) add(cell, true);
    for (const auto& [word, part] : parts) s_.observed_bits_.parts.push_back(part);
  }

  void properties() {
    for (const Property& property : model_.properties) {
      Compiler compiler(model_, s_.layout_, s_.shared_,
                        {-1, {}, {}, false, std::vector<Operand>(property.frame.size())});
      Expr always;
      always.value = 1;
      always.type = model_.boolean_type;
      s_.exec_.predicates.push_back(
          compiler.predicate(property.kind == PropertyKind::temporal ? always : property.predicate));
      s_.predicate_reads_.push_back(compiler.footprint().reads);
    }
  }

  void initial_rules() {
    for (const InitialRule& rule : model_.initial_rules) {
      std::vector<Operand> locals(rule.frame.size());
      for_each_assignment(model_, rule.parameters, locals, [&] {
        if (s_.initial_programs_.size() >= transition_limit) {
          s_.shared_.problems.push_back(
              {fmt::format("the initial rules have more than {} instances", transition_limit), rule.span});
          return false;
        }
        Compiler guard(model_, s_.layout_, s_.shared_, {-1, {}, {}, false, locals});
        Program condition = guard.predicate(rule.guard);
        if (condition.always_false) return true;
        Compiler effect(model_, s_.layout_, s_.shared_, {-1, {}, {}, false, locals});
        s_.initial_programs_.push_back({std::move(condition), effect.effect(rule.body)});
        return true;
      });
    }
  }

  ModelSystem& s_;
  const Model& model_;
  const FaultModel& faults_;
  const std::vector<bool>& tracked_;  // roles with a status
  const RuleInstances instances_;
};

std::unique_ptr<ModelSystem> ModelSystem::make(std::shared_ptr<const Model> model, const Semantics& semantics,
                                               const ChannelRoom& room,
                                               std::vector<CompileProblem>& problems) {
  for (const FaultAssumption& fault : model->faults) {
    if (fault.kind != FaultKind::lowered) continue;
    problems.push_back({"this fault cannot be executed here: it was not lowered", fault.span});
    return nullptr;
  }
  if (declares_certificates(*model) || declares_symmetric(*model)) {
    problems.push_back({"this model cannot be executed: it was not lowered", Span{}});
    return nullptr;
  }
  std::unique_ptr<ModelSystem> system(new ModelSystem(std::move(model), semantics));
  std::optional<std::pair<std::string, Span>> problem;
  system->layout_ = make_layout(system->model_, semantics, room, problem);
  if (problem) {
    problems.push_back({problem->first, problem->second});
    return nullptr;
  }
  system->exec_.faults = FaultModel(system->model_, semantics);
  Builder(*system).build();
  if (!system->shared_.problems.empty()) {
    problems = system->shared_.problems;
    return nullptr;
  }
  return system;
}

}  // namespace quorate
