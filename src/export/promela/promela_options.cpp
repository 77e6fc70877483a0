// The options of the loop in Promela: one for each process, each value of the rule's parameters and choices,
// each sender or set of senders, and each offer that they can make. Their number is the product of all these,
// so too_many limits it. Murphi, where rulesets are not unrolled, has no such limit.
#include <fmt/format.h>

#include "export/promela/promela_export.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_options = 4000;

}  // namespace

bool PromelaExport::too_many(std::size_t options, const Rule& rule) {
  if (option_lines_.size() + options <= most_options) return false;
  if (!refusals_.has_errors()) {
    refusals_.error(
        rule.name_span,
        fmt::format("rule `{}` needs more than {} different steps in Promela", rule.name, most_options),
        "use smaller parameters, or export the model to Murphi");
  }
  return true;
}

Text PromelaExport::acting(const Rule& rule, std::int64_t self) {
  return fault_texts(translator_, facts_).acts(exported(model_, rule.role, number(self)), rule.byzantine);
}

void PromelaExport::options(const RuleText& text) {
  const Rule& rule = *text.rule;
  for (const std::int64_t self : model_.values_of(model_.role(rule.role).type)) {
    std::vector<Arguments> all(1);
    all[0].texts = {number(self).s};
    all[0].condition = acting(rule, self);
    if (all[0].condition.is(0)) continue;
    const auto multiply = [&](TypeId type) {
      std::vector<Arguments> longer;
      for (const Arguments& prefix : all) {
        for (const std::int64_t value : simple_values(model_, type)) {
          longer.push_back(prefix);
          longer.back().texts.push_back(translator_.literal(type, value).s);
        }
        if (too_many(longer.size(), rule)) return;
      }
      all = std::move(longer);
    };
    for (const RuleParameter& parameter : rule.parameters) multiply(parameter.type);
    if (rule.receive.kind == ReceiveKind::single) receive_arguments(text, self, all);
    if (rule.receive.kind == ReceiveKind::quorum) quorum_arguments(text, self, all);
    for (const Choice& choice : text.choices) {
      for (std::int64_t k = 0; k < choice.turns; ++k) multiply(choice.expression->domain_type);
    }
    if (refusals_.has_errors()) return;
    for (const Arguments& arguments : all) add_option(text, arguments);
  }
}

void PromelaExport::receive_arguments(const RuleText& text, std::int64_t self, std::vector<Arguments>& all) {
  std::vector<Arguments> longer;
  for (const Arguments& prefix : all) {
    for (const std::int64_t sender : model_.values_of(text.sender_type)) {
      if (sender == self) continue;
      for (const Offer& offer : offers(*text.rule, sender, self)) {
        Arguments next = prefix;
        next.texts.push_back(number(sender).s);
        next.texts.push_back(offer.message.s);
        if (text.has_absent) next.texts.push_back(offer.absent.s);
        next.condition = translator_.both(next.condition, offer.condition);
        if (!offer.take.empty()) next.takes.push_back(offer.take);
        longer.push_back(std::move(next));
      }
    }
    if (too_many(longer.size(), *text.rule)) return;
  }
  all = std::move(longer);
}

// The senders' messages are parameters by sender: 0 for those who are not in the set.
void PromelaExport::quorum_arguments(const RuleText& text, std::int64_t self, std::vector<Arguments>& all) {
  struct Partial {
    std::int64_t set = 0;
    std::int64_t size = 0;
    std::vector<std::string> texts;
    Text condition = Translator::truth(true);
    std::vector<std::string> takes;
  };
  const Receive& receive = text.rule->receive;
  const std::int64_t low = model_.type(text.sender_type).low;
  std::vector<Partial> partial(1);
  for (const std::int64_t sender : text.senders) {
    std::vector<Partial> longer;
    const std::vector<Offer> offered =
        sender == self ? std::vector<Offer>{} : offers(*text.rule, sender, self);
    for (const Partial& prefix : partial) {
      Partial without = prefix;
      without.texts.emplace_back("0");
      if (text.has_absent) without.texts.emplace_back("false");
      longer.push_back(std::move(without));
      if (!receive.at_least && prefix.size == receive.quorum_size) continue;
      for (const Offer& offer : offered) {
        Partial with = prefix;
        with.set |= std::int64_t{1} << (sender - low);
        ++with.size;
        with.texts.push_back(offer.message.s);
        if (text.has_absent) with.texts.push_back(offer.absent.s);
        with.condition = translator_.both(with.condition, offer.condition);
        if (!offer.take.empty()) with.takes.push_back(offer.take);
        longer.push_back(std::move(with));
      }
      if (longer.size() > 16 * most_options && too_many(longer.size(), *text.rule)) return;
    }
    partial = std::move(longer);
  }
  std::vector<Arguments> longer;
  for (const Arguments& prefix : all) {
    for (const Partial& quorum : partial) {
      if (quorum.size < receive.quorum_size) continue;
      Arguments next = prefix;
      next.texts.push_back(number(quorum.set).s);
      next.texts.insert(next.texts.end(), quorum.texts.begin(), quorum.texts.end());
      next.condition = translator_.both(next.condition, quorum.condition);
      next.takes = quorum.takes;
      longer.push_back(std::move(next));
    }
    if (too_many(longer.size(), *text.rule)) return;
  }
  all = std::move(longer);
}

std::vector<PromelaExport::Offer> PromelaExport::offers(const Rule& rule, std::int64_t sender,
                                                        std::int64_t receiver) {
  std::vector<Offer> all;
  const RoleId from = model_.role_of(ProcessId(sender));
  Text empty = Translator::truth(true);
  if (facts_.channel(from, rule.role)) {
    const std::string channel =
        translator_.channel_place(from, rule.role, number(sender), number(receiver)).s;
    empty = compound(channel + ".slot[0] == 0");
    for (std::int64_t s = 0; s < (model_.channels.fifo ? 1 : facts_.slots()); ++s) {
      const Text message = word(fmt::format("{}.slot[{}]", channel, s));
      const std::string take = rule.receive.keeps > 0 ? "" : fmt::format("take_message({}, {});", channel, s);
      all.push_back(
          {translator_.is_kind(rule.receive.message_kind, message), message, Translator::truth(false), take});
    }
  }
  const auto faults = fault_texts(translator_, facts_);
  const ExportedProcess process = exported(model_, from, number(sender));
  const Text forges = faults.forges(process);
  if (!forges.is(0)) add_made_up(rule, forges, false, all);
  if (!model_.channels.synchronous) return all;
  const Text absent = faults.may_be_absent(process, empty);
  if (!absent.is(0)) add_made_up(rule, absent, true, all);
  return all;
}

void PromelaExport::add_made_up(const Rule& rule, const Text& condition, bool absent,
                                std::vector<Offer>& all) {
  const KindId kind = rule.receive.message_kind;
  if (too_many(static_cast<std::size_t>(facts_.codes().complete_count(kind)), rule)) return;
  for (const std::int64_t code : facts_.codes().complete(kind)) {
    all.push_back({condition, number(code), Translator::truth(absent), ""});
  }
}

void PromelaExport::add_option(const RuleText& text, const Arguments& arguments) {
  const std::string list = join_text(arguments.texts, ", ");
  Text condition = arguments.condition;
  if (text.guarded)
    condition = translator_.both(condition, word(fmt::format("{}_guard({})", text.name, list)));
  std::string option = fmt::format("d_step {{ {} -> {}({});", condition.s, text.name, list);
  const bool roll_back = may_roll_back(plan_sends(model_, facts_, text.rule->body));
  const std::string takes = join_text(arguments.takes, " ");
  if (!takes.empty()) {
    option += roll_back ? fmt::format(" if :: {} -> {} :: else fi;", translator_.hidden("tmp_stepped"), takes)
                        : " " + takes;
  }
  option_lines_.push_back(option + " }");
}

}  // namespace quorate
