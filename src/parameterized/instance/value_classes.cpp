// Two greatest fixpoints over all conditions and updates. `compared` begins with the variables that can
// receive an arbitrary number, and loses those that occur in a comparison beside another term, or in an
// update that is no copy between compared variables. `saturating` begins with the others among these, or
// with all others where growing values are to be saturated, and loses those that a comparison mentions
// beside an arbitrary number or another saturating variable, and those that an update reads whose target is
// not saturating or may be smaller. The rest is exact. The cap of saturating variables lies beyond every
// number that a condition compares them with. That such classes lose nothing is in docs/soundness.md (Which
// numbers are told apart).
#include "parameterized/instance/value_classes.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace quorate {

void for_each_atom(const Condition& condition, const std::function<void(const Condition&)>& visit) {
  if (condition.parts.empty()) return visit(condition);
  for (const auto& part : condition.parts) for_each_atom(part, visit);
}

namespace {

// Largest cap: beyond it a variable is not saturating.
constexpr std::int64_t kHighestCap = 100'000;

// A term of a linear expression whose value is not known before the search.
struct OpenTerm {
  enum class Kind { variable, fresh, count } kind = Kind::variable;
  std::size_t variable = 0;
  std::int64_t coefficient = 0;
  std::int64_t most = 0;  // count
};

struct OpenLinear {
  WideInteger constant = 0;
  std::vector<OpenTerm> terms;

  [[nodiscard]] bool is_plain() const {
    return constant == 0 && terms.size() == 1 && terms[0].coefficient == 1;
  }
};

struct Update {
  std::size_t target = 0;
  OpenLinear value;
};

class ClassFinder {
 public:
  ClassFinder(const RuleSystem& rules, const SymbolValue& parameter, const std::vector<std::size_t>& sizes,
              std::int64_t highest)
      : rules_(rules), parameter_(parameter), sizes_(sizes), highest_(highest) {
    variables_ = rules.model->shared.size();
    for (const auto& process : rules.processes) {
      first_counter_.push_back(variables_);
      variables_ += process.counters.size();
    }
    collect();
  }

  ValueClasses run(GrowingValues growing) {
    find_compared();
    find_saturating(growing);
    ValueClasses result;
    result.class_begins = class_begins();
    const std::int64_t saturated = saturation();
    const std::int64_t largest = std::max(highest_, result.class_begins.back());
    const auto one = [&](std::size_t variable) -> ValueClass {
      if (compared_[variable]) return {ValueTreatment::compared, largest};
      if (saturating_[variable]) return {ValueTreatment::saturating, saturated};
      return {ValueTreatment::exact, highest_};
    };
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) result.shared.push_back(one(i));
    for (std::size_t kind = 0; kind < rules_.processes.size(); ++kind) {
      result.counters.emplace_back();
      for (std::size_t i = 0; i < rules_.processes[kind].counters.size(); ++i)
        result.counters.back().push_back(one(first_counter_[kind] + i));
    }
    return result;
  }

 private:
  void collect() {
    for (const auto* rules : {&rules_.initial, &rules_.failing_starts, &rules_.rules}) {
      for (const auto& rule : *rules) {
        add_atoms(rule.guard, rule.process);
        if (rule.fails) continue;
        const std::size_t own = first_counter_[static_cast<std::size_t>(rule.process)];
        for (std::size_t i = 0; i < updates(rule); ++i) {
          const std::size_t target = i < rule.counters.size() ? own + i : i - rule.counters.size();
          updates_.push_back({target, opened(updated(rule, i), rule.process)});
        }
      }
    }
    for (const auto& proposition : rules_.propositions) add_atoms(proposition, -1);
    for (std::size_t i = 0; i < rules_.counted.size(); ++i) {
      for (const auto& condition : rules_.counted[i]) add_atoms(condition, rules_.counts[i].process);
    }
  }

  void add_atoms(const Condition& condition, std::int32_t process) {
    for_each_atom(condition, [&](const Condition& atom) { atoms_.push_back(opened(atom.linear, process)); });
  }

  [[nodiscard]] OpenLinear opened(const Linear& linear, std::int32_t process) const {
    OpenLinear result;
    result.constant = linear.constant;
    for (const auto& [symbol, coefficient] : linear.terms) {
      OpenTerm term;
      term.coefficient = coefficient;
      switch (symbol.kind) {
        case SymbolKind::parameter:
        case SymbolKind::quotient:
          add_product(result.constant, coefficient, parameter_(symbol));
          continue;
        case SymbolKind::shared:
          term.variable = static_cast<std::size_t>(symbol.index);
          break;
        case SymbolKind::local: {
          const auto kind = static_cast<std::size_t>(process);
          const auto& counters = rules_.processes[kind].counters;
          term.variable =
              first_counter_[kind] +
              static_cast<std::size_t>(std::ranges::find(counters, symbol.index) - counters.begin());
          break;
        }
        case SymbolKind::fresh:
          term.kind = OpenTerm::Kind::fresh;
          break;
        case SymbolKind::count:
          term.kind = OpenTerm::Kind::count;
          term.most = static_cast<std::int64_t>(sizes_[static_cast<std::size_t>(
              rules_.counts[static_cast<std::size_t>(symbol.index)].process)]);
          break;
      }
      result.terms.push_back(term);
    }
    return result;
  }

  static bool is_variable(const OpenTerm& term) { return term.kind == OpenTerm::Kind::variable; }
  static bool is_fresh(const OpenTerm& term) { return term.kind == OpenTerm::Kind::fresh; }

  // Variables that receive an arbitrary number, directly or by a copy or a sum.
  [[nodiscard]] std::vector<bool> arbitrary() const {
    std::vector<bool> result(variables_, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [target, value] : updates_) {
        const bool reached = std::ranges::any_of(value.terms, [&](const OpenTerm& term) {
          return is_fresh(term) || (is_variable(term) && result[term.variable]);
        });
        if (!reached || result[target]) continue;
        result[target] = changed = true;
      }
    }
    return result;
  }

  // Compared with numbers one at a time, and copied.
  void find_compared() {
    compared_ = arbitrary();
    for (const auto& atom : atoms_) {
      if (atom.terms.size() > 1) exclude(atom, compared_);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [target, value] : updates_) {
        if (value.terms.empty()) continue;
        const bool copied =
            value.is_plain() && (is_fresh(value.terms[0]) || compared_[value.terms[0].variable]);
        if (copied && compared_[target]) continue;
        // A copy into a variable of another treatment shows more than the class.
        if (exclude(value, compared_)) changed = true;
        if (!copied && compared_[target]) {
          compared_[target] = false;
          changed = true;
        }
      }
    }
  }

  static bool exclude(const OpenLinear& linear, std::vector<bool>& from) {
    bool changed = false;
    for (const auto& term : linear.terms) {
      if (!is_variable(term) || !from[term.variable]) continue;
      from[term.variable] = false;
      changed = true;
    }
    return changed;
  }

  void find_saturating(GrowingValues growing) {
    const std::vector<bool> picked = arbitrary();
    saturating_.assign(variables_, growing == GrowingValues::saturate);
    for (std::size_t i = 0; i < variables_; ++i)
      saturating_[i] = (saturating_[i] || picked[i]) && !compared_[i];
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& atom : atoms_) changed = one_at_a_time(atom, picked) || changed;
      for (const auto& update : updates_) changed = stays_above(update) || changed;
    }
  }

  // At most one saturating variable in a comparison, and no arbitrary number beside it.
  bool one_at_a_time(const OpenLinear& atom, const std::vector<bool>& picked) {
    const auto saturating = [&](const OpenTerm& term) {
      return is_variable(term) && saturating_[term.variable];
    };
    const auto count = std::ranges::count_if(atom.terms, saturating);
    if (count == 0) return false;
    if (std::ranges::any_of(atom.terms, is_fresh) || bound(atom) > kHighestCap)
      return exclude(atom, saturating_);
    if (count == 1) return false;
    const auto main = std::ranges::count_if(
        atom.terms, [&](const OpenTerm& term) { return saturating(term) && picked[term.variable]; });
    for (const auto& term : atom.terms) {
      if (saturating(term) && !(main == 1 && picked[term.variable])) saturating_[term.variable] = false;
    }
    return true;
  }

  // The target of an update that reads a saturating variable must be saturating, and not smaller.
  bool stays_above(const Update& update) {
    const auto& [target, value] = update;
    const bool reads = std::ranges::any_of(
        value.terms, [&](const OpenTerm& term) { return is_variable(term) && saturating_[term.variable]; });
    if (!reads) return false;
    const bool grows = value.constant >= 0 && std::ranges::all_of(value.terms, [](const auto& term) {
                         return term.coefficient >= 1;
                       });
    return grows && saturating_[target] ? false : exclude(value, saturating_);
  }

  // From this value on, a saturating variable of the atom does not change its truth, if all others are
  // exact.
  [[nodiscard]] std::int64_t bound(const OpenLinear& atom) const {
    WideInteger sum = atom.constant < 0 ? -atom.constant : atom.constant;
    for (const auto& term : atom.terms) {
      const std::int64_t size = term.coefficient < 0 ? -term.coefficient : term.coefficient;
      if (term.kind == OpenTerm::Kind::count) add_product(sum, size, term.most);
      if (is_variable(term) && !saturating_[term.variable]) add_product(sum, size, highest_);
    }
    return static_cast<std::int64_t>(
        std::min<WideInteger>(sum + 1, std::numeric_limits<std::int64_t>::max()));
  }

  [[nodiscard]] std::int64_t saturation() const {
    std::int64_t cap = highest_;
    for (const auto& atom : atoms_) {
      const bool mentions = std::ranges::any_of(
          atom.terms, [&](const OpenTerm& term) { return is_variable(term) && saturating_[term.variable]; });
      if (mentions) cap = std::max(cap, bound(atom));
    }
    return cap;
  }

  // a * x + c: the truth changes next to -c / a.
  [[nodiscard]] std::vector<std::int64_t> class_begins() const {
    std::set<std::int64_t> begins{0};
    for (const auto& atom : atoms_) {
      if (atom.terms.size() != 1 || atom.terms[0].kind == OpenTerm::Kind::count) continue;
      if (is_variable(atom.terms[0]) && !compared_[atom.terms[0].variable]) continue;
      const WideInteger at = -atom.constant / atom.terms[0].coefficient;
      for (WideInteger begin = at - 1; begin <= at + 2; ++begin) {
        if (begin <= 0) continue;
        if (begin >= std::numeric_limits<std::int64_t>::max() / 4) throw NumberTooLarge();
        begins.insert(static_cast<std::int64_t>(begin));
      }
    }
    return {begins.begin(), begins.end()};
  }

  const RuleSystem& rules_;
  const SymbolValue& parameter_;
  const std::vector<std::size_t>& sizes_;
  std::int64_t highest_;
  std::size_t variables_ = 0;
  std::vector<std::size_t> first_counter_;  // [process]
  std::vector<OpenLinear> atoms_;
  std::vector<Update> updates_;
  std::vector<bool> compared_;
  std::vector<bool> saturating_;
};

}  // namespace

ValueClasses value_classes(const RuleSystem& rules, const SymbolValue& parameter,
                           const std::vector<std::size_t>& sizes, std::int64_t highest,
                           GrowingValues growing) {
  return ClassFinder(rules, parameter, sizes, highest).run(growing);
}

}  // namespace quorate
