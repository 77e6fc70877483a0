// The steps of a rule of one process. One function makes the steps of all its transitions (for all values of
// its parameters and all sets of senders), so that common parts are evaluated once: the process's status, the
// offers of the senders, and the part of the guard that reads no message ("partial guard"), usually the
// process's control state. If the shared partial guard is false, all transitions of the rule cost one test.
//
// A partial guard is the guard's own program, which answers "perhaps" as soon as it would read a message or
// meet a model error. So it answers no only where the whole guard is false without an error for all messages,
// and nothing is reordered.
//
// Many transitions whose programs differ in constants only become one loop over a table ("family"): with ten
// sets of senders and nine parameter values the compiler would otherwise take ninety times as long, for code
// that is hardly faster.
#include <algorithm>
#include <map>
#include <numeric>

#include "native/emit_step.hpp"
#include "native/status_text.hpp"

namespace quorate {

namespace {

// More offers of one sender than this are left to the interpreter.
constexpr std::size_t offer_limit = 4096;
// Fewer transitions than this are printed one by one, with their channels and constants in the code.
constexpr std::size_t family_least = 6;

class RulePrinter {
 public:
  RulePrinter(const EmitContext& context, TransitionGroup group, NativeText& text)
      : c_(context),
        text_(text),
        process_(context.system.transitions()[group.first].process),
        members_(group.end - group.first),
        steps_(context, process_, text),
        synchronous_(c_.model.channels.synchronous) {
    std::iota(members_.begin(), members_.end(), group.first);
  }

  std::string print() {
    std::string body = status_test();
    if (too_many_offers()) return finished(body + "return interpret;\n");
    if (c_.semantics.traffic == Traffic::rm)
      body += fmt::format("const Count delivered = delivered_{}(s);\n", process_.index());
    if (auto family = as_family()) return finished(body + family_lines(*family));
    const std::string shared = shared_partial();
    if (!shared.empty()) body += fmt::format("if ({}(s) == 0) return done;\n", shared);
    body += collect_all();
    std::string open;  // the partial guard whose block is open
    for (const auto t : members_) {
      const std::string partial = shared.empty() ? steps_.partial_guard({t}, 0) : "";
      if (partial != open) {
        if (!open.empty()) body += "}\n";
        if (!partial.empty()) body += fmt::format("if ({}(s) != 0) {{\n", partial);
        open = partial;
      }
      body += direct(t) ? direct_lines(t) : quorum_lines(t);
    }
    if (!open.empty()) body += "}\n";
    return finished(body);
  }

 private:
  struct Family {
    StepShape shape;
    Columns columns;
  };

  [[nodiscard]] const Transition& transition(std::size_t t) const { return c_.system.transitions()[t]; }
  [[nodiscard]] const Action& action(std::size_t t) const { return c_.exec.actions[t]; }

  std::string finished(const std::string& body) {
    return text_.function("rule", "", "const Word* s, Steps& out", body + "return done;\n");
  }

  [[nodiscard]] std::string status_test() const {
    const std::string acts = faults_in(c_, "s").acts(process_, action(members_.front()).byzantine);
    return if_true(StatusText::negation(acts), "return done;\n");
  }

  // Whether a transition takes no message, or one that only a channel can offer.
  [[nodiscard]] bool direct(std::size_t t) const {
    const auto& senders = transition(t).senders;
    return senders.empty() || (senders.size() == 1 && !c_.tracked(senders[0]));
  }

  // An upper bound on the number of offers of a sender.
  [[nodiscard]] std::size_t capacity(std::size_t t, std::size_t sender) const {
    const ChannelLayout* channel = action(t).inputs[sender];
    const std::size_t slots = channel == nullptr ? 0 : channel->slot_count;
    if (!c_.tracked(transition(t).senders[sender])) return std::max<std::size_t>(1, slots);
    return std::max<std::size_t>(1, 2 * slots + 2 * c_.exec.forged[action(t).forged_list].size());
  }

  [[nodiscard]] bool too_many_offers() const { return largest_capacity() > offer_limit; }

  [[nodiscard]] std::size_t largest_capacity() const {
    std::size_t largest = 1;
    for (const auto t : members_) {
      for (std::size_t i = 0; i < transition(t).senders.size(); ++i)
        largest = std::max(largest, capacity(t, i));
    }
    return largest;
  }

  // For each process that is a sender: a transition with it, and its position there.
  struct SenderPlace {
    std::size_t transition = 0;
    std::size_t position = 0;
  };
  [[nodiscard]] std::map<std::size_t, SenderPlace> senders(bool with_direct) const {
    std::map<std::size_t, SenderPlace> places;
    for (const auto t : members_) {
      if (direct(t) && !with_direct) continue;
      const auto& from = transition(t).senders;
      for (std::size_t i = 0; i < from.size(); ++i) places.try_emplace(from[i].index(), SenderPlace{t, i});
    }
    return places;
  }

  // Collects the offers o<q> of every sender of a transition that is not direct.
  [[nodiscard]] std::string collect_all() const {
    std::string text;
    for (const auto& [q, place] : senders(false)) {
      const std::string offers = fmt::format("o{}", q);
      text += fmt::format("Offers<{}> {};\n", capacity(place.transition, place.position), offers);
      text += collect_lines(place.transition, place.position, offers);
    }
    return text;
  }

  // The offers of a sender, in the order of Stepper::collect.
  [[nodiscard]] std::string collect_lines(std::size_t t, std::size_t i, const std::string& offers) const {
    const ProcessId sender = transition(t).senders[i];
    const auto q = sender.index();
    const ChannelLayout* channel = action(t).inputs[i];
    const auto from_channel = [&](const char* crashes) {
      return fmt::format("collect<C{}, tag_mask, {}ul>(s, {}, {});\n", c_.number(*channel), action(t).tag,
                         crashes, offers);
    };
    std::string text = channel == nullptr ? "" : from_channel("false");
    if (!c_.tracked(sender)) return text;
    const std::size_t list = action(t).forged_list;
    const bool forged = !c_.exec.forged[list].empty();
    if (forged) text += fmt::format("if (forges_{}(s)) forge(forged_{}, false, {});\n", q, list, offers);
    if (!synchronous_) return text;
    const std::string silent =
        channel == nullptr ? "true" : fmt::format("empty<C{}>(s)", c_.number(*channel));
    const auto faults = faults_in(c_, "s");
    if (forged)
      text += if_true(faults.may_be_absent(sender, silent),
                      fmt::format("forge(forged_{}, true, {});\n", list, offers));
    if (c_.exec.faults.crash_at_receipt && channel != nullptr)
      text += if_true(faults.may_be_found_crashed(sender), from_channel("true"));
    return text;
  }

  // The partial guard, if all transitions of the group have the same one.
  std::string shared_partial() {
    std::string shared;
    for (const auto t : members_) {
      const std::string mine = steps_.partial_guard({t}, 0);
      if (mine.empty() || (!shared.empty() && mine != shared)) return "";
      shared = mine;
    }
    return shared;
  }

  [[nodiscard]] std::string when_all_is_consumed(const std::string& consumed) const {
    return c_.semantics.traffic == Traffic::rm ? fmt::format("if (delivered == {}) ", consumed) : "";
  }

  std::string direct_lines(std::size_t t) {
    const std::string step = steps_.step({t});
    if (transition(t).senders.empty())
      return (action(t).exempt ? "" : when_all_is_consumed("0")) +
             fmt::format("if (const int o = {}(s, out); o != done) return o;\n", step);
    const ChannelLayout* channel = action(t).inputs[0];
    if (channel == nullptr || channel->slot_count == 0) return "";
    const char* const at = "static_cast<__INT32_TYPE__>(at)";
    return when_all_is_consumed("1") + fmt::format(
                                           "if (const int o = each_offer<C{}, tag_mask, {}ul>(s, [&](Word "
                                           "code, Count at) {{ return {}(s, out, "
                                           "code, {}{}{}); }}); o != done) return o;\n",
                                           c_.number(*channel), action(t).tag, step,
                                           synchronous_ ? "false, " : "", at, synchronous_ ? ", false" : "");
  }

  std::string quorum_lines(std::size_t t) {
    std::vector<std::string> offers;
    std::string text = "if (";
    for (const ProcessId q : transition(t).senders) {
      offers.push_back(fmt::format("o{}", q.index()));
      text += fmt::format("{}.count != 0 && ", offers.back());
    }
    return text + "true) {\n" + combination_lines({t}, offers, capacity(t, 0)) + "}\n";
  }

  // Loops over all combinations of the offers, the first sender's innermost.
  std::string combination_lines(const StepShape& shape, const std::vector<std::string>& offers,
                                std::size_t first_capacity) {
    std::string text;
    std::size_t open = offers.size();
    const std::string& first = offers[0];
    const std::string filter =
        first_capacity <= 64 && offers.size() > 1 ? steps_.partial_guard(shape, 1) : "";
    if (!filter.empty()) {
      text += fmt::format("Word possible = 0;\nfor (Count i = 0; i < {}.count; ++i) {{\n", first);
      text += fmt::format("if ({}(s{}, {}.at[i].code{}) != 0) possible |= Word{{1}} << i;\n}}\n", filter,
                          shape.family ? ", row.k" : "", first,
                          synchronous_ ? fmt::format(", {}.at[i].absent", first) : "");
      text += "if (possible != 0) {\n";
      ++open;
    }
    for (std::size_t i = offers.size(); i-- > 1;)
      text += fmt::format("for (Count i{} = 0; i{} < {}.count; ++i{}) {{\n", i, i, offers[i], i);
    text += filter.empty() ? fmt::format("for (Count i0 = 0; i0 < {}.count; ++i0) {{\n", first)
                           : "for (Word rest = possible; rest != 0; rest &= rest - 1) {\nconst Count i0 = "
                             "static_cast<Count>(__builtin_ctzll(rest));\n";
    text += call_lines(shape, offers);
    for (; open > 0; --open) text += "}\n";
    return text;
  }

  std::string call_lines(const StepShape& shape, const std::vector<std::string>& offers) {
    std::string text;
    std::string consumed = "Count{0}";
    for (std::size_t i = 0; i < offers.size(); ++i) {
      text += fmt::format("const Offer& f{} = {}.at[i{}];\n", i, offers[i], i);
      consumed += fmt::format(" + (f{}.position >= 0)", i);
    }
    std::string arguments = shape.family ? ", row" : "";
    const auto add = [&](const char* member) {
      for (std::size_t i = 0; i < offers.size(); ++i) arguments += fmt::format(", f{}.{}", i, member);
    };
    add("code");
    if (synchronous_) add("absent");
    add("position");
    if (synchronous_) add("sender_crashes");
    return text + when_all_is_consumed(consumed) +
           fmt::format("if (const int o = {}(s, out{}); o != done) return o;\n", steps_.step(shape),
                       arguments);
  }

  // The group as a family, if it has many transitions and they differ in constants only.
  std::optional<Family> as_family() const {
    if (members_.size() < family_least || senders(true).size() > 62) return std::nullopt;
    if (synchronous_ && c_.exec.faults.crash_at_receipt) return std::nullopt;
    const std::size_t first = members_.front();
    std::vector<const Program*> guards;
    std::vector<const Program*> effects;
    for (const auto t : members_) {
      if (transition(t).senders.size() != transition(first).senders.size() || transition(t).senders.empty() ||
          transition(t).recipients != transition(first).recipients ||
          action(t).observed != action(first).observed)
        return std::nullopt;
      guards.push_back(&action(t).guard);
      effects.push_back(&action(t).effect);
    }
    Family family;
    const auto guard = varying_constants(guards, family.columns);
    const auto effect = guard ? varying_constants(effects, family.columns) : std::nullopt;
    if (!effect) return std::nullopt;
    family.shape.transition = first;
    family.shape.family = true;
    family.shape.guard = *guard;
    family.shape.effect = *effect;
    return family;
  }

  std::string family_lines(Family& family) {
    const auto places = senders(true);
    std::map<std::size_t, std::size_t> positions;  // [process]: position among the senders
    std::string text;
    std::string collecting =
        fmt::format("Offers<{}> offers[{}];\nWord present = 0;\n", largest_capacity(), places.size());
    std::string taking = "switch (sender) {\n";
    for (const auto& [q, place] : places) {
      const std::size_t at = positions.size();
      positions[q] = at;
      collecting += collect_lines(place.transition, place.position, fmt::format("offers[{}]", at));
      collecting += fmt::format("if (offers[{}].count != 0) present |= {}ul;\n", at, std::uint64_t{1} << at);
      const ChannelLayout* channel = action(place.transition).inputs[place.position];
      if (channel == nullptr) continue;
      taking +=
          fmt::format("case {}: if (position >= 0) remove<C{}>(t, static_cast<Count>(position)); break;\n",
                      at, c_.number(*channel));
    }
    family.shape.take =
        text_.function("take", "[[gnu::noinline]]", "Word* t, Count sender, __INT32_TYPE__ position",
                       taking + "}\nreturn 0;\n");
    const std::string table = row_table(family, positions);
    const std::string partial = steps_.partial_guard(family.shape, 0);
    if (!partial.empty() && family.shape.guard.empty())
      text += fmt::format("if ({}(s, nullptr) == 0) return done;\n", partial);
    text += collecting + table + "if ((row.senders & ~present) != 0) continue;\n";
    if (!partial.empty() && !family.shape.guard.empty())
      text += fmt::format("if ({}(s, row.k) == 0) continue;\n", partial);
    std::vector<std::string> offers;
    for (std::size_t i = 0; i < transition(members_[0]).senders.size(); ++i) {
      offers.push_back(fmt::format("o{}", i));
      text += fmt::format("const auto& o{} = offers[row.sender[{}]];\n", i, i);
    }
    return text + combination_lines(family.shape, offers, largest_capacity()) + "}\n";
  }

  // The table of the transitions, and the head of the loop over it.
  std::string row_table(Family& family, const std::map<std::size_t, std::size_t>& positions) {
    const std::size_t senders = transition(members_[0]).senders.size();
    std::string rows;
    for (std::size_t m = 0; m < members_.size(); ++m) {
      std::string sender;
      std::uint64_t mask = 0;
      for (const ProcessId q : transition(members_[m]).senders) {
        sender += fmt::format("{},", positions.at(q.index()));
        mask |= std::uint64_t{1} << positions.at(q.index());
      }
      std::string k;
      for (const auto& column : family.columns)
        k += column[m] == undefined_value ? "undefined," : fmt::format("{},", column[m]);
      rows += fmt::format("{{{}, {}ul, {{{}}}, {{{}}}}},\n", members_[m], mask, sender, k);
    }
    const std::string type =
        fmt::format("Rows<{}, {}>", senders, std::max<std::size_t>(1, family.columns.size()));
    family.shape.row_type = type;
    return fmt::format("static constexpr {} rows[] = {{\n{}}};\nfor (const {}& row : rows) {{\n", type, rows,
                       type);
  }

  const EmitContext& c_;
  NativeText& text_;
  const ProcessId process_;
  std::vector<std::size_t> members_;
  StepPrinter steps_;
  const bool synchronous_;
};

}  // namespace

std::string emit_rule(const EmitContext& context, TransitionGroup group, NativeText& text) {
  return RulePrinter(context, group, text).print();
}

}  // namespace quorate
