// One transition of a rule as formulas. Each sender offers messages: those waiting in its channel, those
// that it can forge, and in synchronous systems its absence. Inputs choose exactly one possible offer of
// each sender. Then the guard is evaluated, the messages are consumed, the body is executed symbolically
// and its messages are sent (encode_sending.cpp), and `observe` is executed on the state after the step.
//
// The order is the engine's, and so are the errors: a failing guard counts if the messages are offered, an
// error in the body if the guard holds, an error in `observe` if the step is possible.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "smt/rule_encoder.hpp"

namespace quorate {

SymbolicValue taken(const StateSpace& space, ValueAlgebra& values, const SymbolicValue& count,
                    const Term& take, const std::string& more) {
  if (space.encoding() == ChannelEncoding::kept) return count;
  Formulas& f = values.formulas();
  Term failure = f.constant(false);
  const auto less = [](std::int64_t n, std::int64_t) {
    return std::optional(std::max<std::int64_t>(0, n - 1));
  };
  SymbolicValue fewer = values.apply(count, values.constant(0), less, failure);
  if (space.encoding() == ChannelEncoding::saturating && !space.model().channels.set) {
    // Taking one from "2 and more" may leave "2 and more".
    const Term many = values.is(count, 2);
    fewer = values.merge(f.both(many, f.boolean(more)), count, fewer);
  }
  return values.merge(take, fewer, count);
}

Encoding::RuleEncoder::RuleEncoder(Encoding& encoding, TransitionId id)
    : e_(encoding),
      f_(*encoding.formulas_),
      v_(*encoding.values_),
      space_(*encoding.space_),
      model_(space_.model()),
      layout_(space_.layout()),
      facts_(encoding.system_.transitions()[id.index()]),
      rule_(model_.rules[static_cast<std::size_t>(facts_.rule)]),
      id_(id),
      after_(encoding.current_),
      impossible_(f_.constant(false)),
      unencoded_(f_.constant(false)) {}

std::vector<Encoding::RuleEncoder::Offer> Encoding::RuleEncoder::offers(std::size_t i) {
  const ProcessId sender = facts_.senders[i];
  const SymbolicState& now = e_.current_;
  std::vector<Offer> result;
  const auto add = [&](std::uint64_t code, std::optional<std::size_t> variable, bool absent,
                       const Term& possible) {
    if (possible.is_false()) return;
    result.push_back(
        {code, variable, absent, possible, f_.boolean(fmt::format("in.take{}.{}", i, result.size()))});
  };
  const auto channel = layout_.channel_index[sender.index() * layout_.processes + facts_.process.index()];
  Terms empty;
  if (channel >= 0) {
    const auto tag = layout_.formats[rule_.receive.message_kind.index()].tag;
    const auto [first, last] = space_.messages(static_cast<std::size_t>(channel));
    for (std::size_t v = first; v < last; ++v) {
      const Term none = v_.is(now[v], 0);
      empty.push_back(none);
      if ((space_.variables()[v].message & layout_.tag_mask) == tag)
        add(space_.variables()[v].message, v, false, f_.negation(none));
    }
  }
  const auto faults = e_.faults_in(now);
  const Term forges = faults.forges(sender);
  const Executable& executable = e_.system_.executable();
  const auto& forged = executable.forged[executable.actions[id_.index()].forged_list];
  for (const auto code : forged) add(code, {}, false, forges);
  if (!model_.channels.synchronous) return result;
  const Term silent = faults.may_be_absent(sender, f_.all(empty));
  for (const auto code : forged) add(code, {}, true, silent);
  return result;
}

SymbolicValue Encoding::RuleEncoder::scalar(const MessageCell& cell, const std::vector<Offer>& offers) {
  const Type& type = model_.type(cell.type);
  std::map<std::int64_t, Terms> by_value;
  Terms undefined;
  for (const Offer& offer : offers) {
    const std::uint64_t raw = (offer.code >> cell.shift) & cell.mask;
    if (raw == 0) {
      undefined.push_back(offer.take);
    } else {
      by_value[static_cast<std::int64_t>(raw) + cell.bias].push_back(offer.take);
    }
  }
  SymbolicValue value = v_.undefined();
  value.undefined = f_.any(undefined);
  if (type.kind != TypeKind::set) {
    for (const auto& [constant, takes] : by_value) value.cases.push_back({constant, f_.any(takes)});
    return value;
  }
  const Type& element = model_.type(type.element);
  value.form = ValueForm::set;
  value.low = element.low;
  for (std::int64_t k = 0; k < element.size(); ++k) {
    Terms there;
    for (const auto& [mask, takes] : by_value) {
      if (((mask >> k) & 1) != 0) there.insert(there.end(), takes.begin(), takes.end());
    }
    value.elements.push_back(f_.any(there));
  }
  return value;
}

ReceivedMessage Encoding::RuleEncoder::received(std::size_t i, const std::vector<Offer>& offers) {
  const MessageFormat& format = layout_.formats[rule_.receive.message_kind.index()];
  ReceivedMessage message{facts_.senders[i], {}, f_.constant(false)};
  for (std::uint32_t k = 0; k < format.cell_count; ++k)
    message.scalars.push_back(scalar(layout_.message_cells[format.first_cell + k], offers));
  Terms absent;
  for (const Offer& offer : offers) {
    if (offer.absent) absent.push_back(offer.take);
  }
  message.absent = f_.any(absent);
  return message;
}

// The inputs choose one possible offer of each sender.
Term Encoding::RuleEncoder::receive_all() {
  Terms conditions;
  for (std::size_t i = 0; i < facts_.senders.size(); ++i) {
    offers_.push_back(offers(i));
    Terms takes;
    for (const Offer& offer : offers_.back()) {
      takes.push_back(offer.take);
      conditions.push_back(f_.implies(offer.take, offer.possible));
    }
    conditions.push_back(f_.exactly_one(takes));
    received_.push_back(received(i, offers_.back()));
  }
  return f_.all(conditions);
}

void Encoding::RuleEncoder::consume() {
  const std::size_t keeps = e_.system_.executable().actions[id_.index()].keeps;
  if (keeps == offers_.size()) return;
  Terms kept;
  for (std::size_t i = 0; i < offers_.size(); ++i) {
    const Term stays = keeps > 0 ? f_.boolean(fmt::format("in.kept{}", i)) : f_.constant(false);
    kept.push_back(stays);
    for (const Offer& offer : offers_[i]) {
      if (!offer.variable) continue;
      SymbolicValue& count = after_[*offer.variable];
      count = taken(space_, v_, count, f_.both(offer.take, f_.negation(stays)), fmt::format("in.more{}", i));
    }
  }
  if (keeps == 0) return;
  const auto number = static_cast<std::int64_t>(keeps);
  const Term exactly = f_.both(f_.at_least(number, kept), f_.negation(f_.at_least(number + 1, kept)));
  impossible_ = f_.either(impossible_, f_.negation(exactly));
}

void Encoding::RuleEncoder::bind(Evaluator& evaluator, const Frame&) {
  evaluator.set_self(facts_.process);
  evaluator.bind(rule_.self, v_.constant(facts_.process.value));
  for (std::size_t i = 0; i < rule_.parameters.size(); ++i)
    evaluator.bind(rule_.parameters[i].local, v_.constant(facts_.parameters[i]));
  const Receive& receive = rule_.receive;
  if (receive.kind == ReceiveKind::none) return;
  if (receive.kind == ReceiveKind::single) {
    evaluator.bind(receive.sender, v_.constant(facts_.senders[0].value));
  } else {
    const Type& senders = model_.type(receive.sender_type);
    evaluator.bind(receive.sender,
                   v_.constant_set(senders.low, senders.size(), set_of(facts_.senders, senders)));
  }
  evaluator.receive(received_, receive.message_kind, receive.kind == ReceiveKind::quorum);
}

void Encoding::RuleEncoder::encode(std::optional<EncodingProblem>& problem) {
  if (rule_.compound()) {
    problem = EncodingProblem{
        "a proof cannot have steps that take messages of several kinds, or several of one sender",
        rule_.name_span};
    return;
  }
  const SymbolicState& now = e_.current_;
  const auto faults = e_.faults_in(now);
  const Term offered = f_.both(faults.acts(facts_.process, rule_.byzantine), receive_all());
  Evaluator guard(model_, layout_, v_, after_, rule_.frame.size());
  bind(guard, rule_.frame);
  const Term holds = guard.condition(rule_.guard);
  consume();
  Evaluator body(model_, layout_, v_, after_, rule_.frame.size(), {true, "in."});
  bind(body, rule_.frame);
  body.execute(rule_.body);
  const Term may_crash = faults.may_crash(facts_.process);
  if (rule_.cut_off) {
    in_part_ = f_.constant(true);
  } else if (!rule_.fault && e_.system_.executable().faults.crash_steps && !may_crash.is_false()) {
    in_part_ = f_.boolean("in.crashes");
  }
  send(body.outgoing());
  Term error = body.failure();
  if (in_part_) {
    Term fits = f_.both(f_.any(withheld_), rule_.cut_off ? f_.constant(true) : may_crash);
    if (rule_.withheld != 0)
      fits = f_.both(f_.at_least(rule_.withheld, withheld_),
                     f_.negation(f_.at_least(rule_.withheld + 1, withheld_)));
    impossible_ = f_.either(impossible_, f_.both(*in_part_, f_.negation(fits)));
    if (!rule_.cut_off) e_.crash(facts_.process, *in_part_, after_);
  }
  const Term started = f_.all({offered, holds, body.constraints(), f_.negation(guard.failure())});
  const Term possible = f_.both(f_.negation(error), f_.negation(impossible_));
  const Term late =
      f_.both(possible, f_.either(unencoded_, rule_.observed ? e_.observe(after_) : f_.constant(false)));
  SymbolicTransition transition{
      id_,
      facts_.name,
      f_.all({started, possible, f_.negation(late)}),
      f_.either(f_.both(offered, guard.failure()), f_.both(started, f_.either(error, late))),
      {}};
  if (guard.problem()) problem = guard.problem();
  if (body.problem()) problem = body.problem();
  e_.finish(transition, after_);
  e_.transitions_.push_back(std::move(transition));
}

}  // namespace quorate
