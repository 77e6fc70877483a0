// The order of the attempts. First, what declared faults never do is proved, then the declared lemmas.
// Then, until one succeeds: k-induction with small k; k-induction with strengthened transitions; discovery
// of lemmas; k-induction with k up to the limit. Each may use what was proved before it. "Holds" is said
// only when all obligations are proved, among them that no step is a model error. If the solver is
// interrupted, or the budget is spent, the answer is inconclusive.
#include "induction/property_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "faults/fault_forms.hpp"
#include "induction/lemmas/strengthening.hpp"
#include "induction/path_replay.hpp"
#include "induction/reachability.hpp"
#include "smt/solver_watch.hpp"

namespace quorate {

namespace {

// Largest k before lemmas are searched for, and with strengthened transitions.
constexpr std::size_t shallow_k = 3;
constexpr std::size_t strengthened_k = 5;
constexpr double strengthening_seconds = 15;

}  // namespace

PropertyProof::PropertyProof(const Model& model, const Property& property, const ProveOptions& options)
    : model_(model), property_(property), options_(options), clock_(options.limits) {
  result_.property = property.name;
}

ProofResult PropertyProof::run() {
  // The proof was cut short: a verdict "holds" is withdrawn.
  const auto give_up = [&](const std::string& reason) {
    if (result_.verdict() == Verdict::holds) result_.judgement = {};
    reason_ = reason;
  };
  const Spent spent = within_budget([&] {
    try {
      if (!prepare()) return;
      const SolverWatch watch(formulas().context());
      prove();
    } catch (const z3::exception& problem) {
      // An interrupted solver may throw anywhere, even while a formula is built.
      give_up(clock_.budget_spent() ? clock_.reason() : fmt::format("the solver failed: {}", problem.msg()));
    } catch (const std::system_error& problem) {  // its threads watch its limits
      give_up(fmt::format("the system had no thread for the solver: {}", problem.what()));
    }
  });
  if (spent != Spent::nothing) give_up(to_text(spent));
  if (result_.verdict() == Verdict::inconclusive)
    result_.judgement = Judgement::open(std::move(reason_), std::move(error_));
  if (Budget::spent() != Spent::nothing) leave_formulas();
  result_.seconds = clock_.seconds();
  return std::move(result_);
}

// Freeing large formulas takes seconds, and the program is about to end.
void PropertyProof::leave_formulas() {
  static auto& left = *new std::vector<std::shared_ptr<void>>;  // never freed
  for (auto* const unrolling : {&strengthened_, &unrolling_}) left.emplace_back(std::move(*unrolling));
  left.emplace_back(std::move(system_));
}

void PropertyProof::prove() {
  prove_environment();
  prove_declared();
  prove_goal();
  if (result_.verdict() == Verdict::holds) {
    inductive_ = {};
    if (options_.certificate) write_certificate();
  } else if (result_.verdict() == Verdict::inconclusive && !inductive_.states.empty() && !error_ &&
             !clock_.budget_spent()) {
    result_.inductive = described(*system_, inductive_);
    if (result_.inductive) result_.reachability = reachability(*system_, inductive_.states.front(), {});
  }
}

bool PropertyProof::prepare() {
  if (property_.kind != PropertyKind::invariant) {
    reason_ = "only invariants are proved by induction; use `quorate check`";
    return false;
  }
  std::optional<EncodingProblem> problem;
  system_ = ProofSystem::make(model_, property_, problem);
  if (system_) goal_ = term(property_, problem);
  if (problem) {
    reason_ = problem->message;
    result_.span = problem->span;
    return false;
  }
  result_.channels = system_->encoding().space().encoding();
  result_.forgotten = forgotten(model_, result_.channels);
  result_.semantics = system_->semantics();
  unrolling_ = std::make_unique<Unrolling>(system_->encoding());
  return true;
}

Term PropertyProof::term(const Property& property, std::optional<EncodingProblem>& problem) {
  return system_->encoding().holds(property, system_->encoding().current(), problem);
}

Terms PropertyProof::proved_terms() const {
  Terms terms;
  for (const Lemma& lemma : proved_) terms.push_back(lemma.holds);
  return terms;
}

std::vector<std::string> PropertyProof::names(const std::vector<std::size_t>& used) const {
  std::vector<std::string> result;
  for (const auto i : used) result.push_back(result_.lemmas[proved_[i].report].name);
  return result;
}

void PropertyProof::prove_environment() {
  const Term facts = system_->encoding().environment();
  if (facts.is_true()) return;
  ProofLimits limits = options_.limits;
  limits.k_max = 1;
  KInduction induction(*unrolling_, {}, limits, clock_);
  const InductionResult result = induction.run(Claim::of("environment", formulas(), facts));
  if (result.outcome == InductionOutcome::proved) system_->encoding().assume(facts);
}

// The attempts of the essay above, in this order.
void PropertyProof::prove_goal() {
  const bool more_to_try = options_.discover || options_.strengthen;
  ProofLimits limits = options_.limits;
  if (more_to_try) limits.k_max = std::min(limits.k_max, shallow_k);
  if (prove_by_k_induction(*unrolling_, limits)) return;
  if (options_.strengthen && !clock_.over() && prove_by_strengthening()) return;
  if (options_.discover && !clock_.over() && prove_by_discovery()) return;
  if (options_.limits.k_max > limits.k_max) prove_by_k_induction(*unrolling_, options_.limits);
}

bool PropertyProof::prove_by_k_induction(Unrolling& unrolling, const ProofLimits& limits) {
  KInduction induction(unrolling, proved_terms(), limits, clock_);
  const Claim claim = Claim::of(property_.name, formulas(), *goal_);
  const InductionResult result = induction.run(claim);
  switch (result.outcome) {
    case InductionOutcome::proved:
      if (!prove_well_defined()) return false;
      result_.k = result.k;
      result_.needs = &unrolling == unrolling_.get() ? needs(*goal_, result) : names(result.used);
      claims_.emplace_back(&unrolling, ProvedClaim{property_.name, claim, result.k, proved_terms(), {}});
      result_.judgement = Judgement::holds(Evidence::proof());
      return true;
    case InductionOutcome::base_fails:
      report_violation(result.path);
      return true;
    case InductionOutcome::step_fails:
      result_.k = result.k;
      reason_ = fmt::format("not proved by induction up to k = {}", result.k);
      inductive_ = result.path;
      return false;
    default:
      reason_ = clock_.over() ? clock_.reason() : "the solver gave up";
      if (result.k > 0) reason_ += fmt::format(" at k = {}", result.k);
      return false;
  }
}

// Strengthened guards demand only what is true in every reachable state in which they hold, so the
// reachable states stay the same.
bool PropertyProof::prove_by_strengthening() {
  const StateAtoms atoms(system_->encoding().space());
  const auto guards = strengthened_guards(*unrolling_, atoms, clock_, strengthening_seconds);
  if (guards.empty()) return false;
  Encoding& encoding = system_->encoding();
  const AtomTerms terms(atoms, encoding.space(), encoding.values(), encoding.current());
  const auto claims_before = claims_.size();
  std::set<Clause> demanded;
  std::vector<std::string> lines;
  for (const StrengthenedGuard& guard : guards) {
    encoding.strengthen(guard.transition, terms.literal(guard.assertion));
    Clause clause{{guard.control.atom, !guard.control.positive}, guard.assertion};
    std::ranges::sort(clause);
    std::vector<std::string> validating;
    for (const auto t : guard.validated_by) validating.push_back(encoding.transitions()[t].name);
    lines.push_back(
        fmt::format("{} demands {}, which holds after {}", encoding.transitions()[guard.transition].name,
                    atoms.text(guard.assertion.atom, guard.assertion.positive), fmt::join(validating, ", ")));
    if (!demanded.insert(clause).second) continue;
    const std::string name = atoms.text(clause);
    claims_.emplace_back(unrolling_.get(),
                         ProvedClaim{name, Claim::of(name, formulas(), terms.clause(clause)), 1, {}, {}});
  }
  strengthened_ = std::make_unique<Unrolling>(encoding);
  ProofLimits limits = options_.limits;
  limits.k_max = std::min(limits.k_max, strengthened_k);
  if (prove_by_k_induction(*strengthened_, limits) && result_.verdict() == Verdict::holds) {
    result_.strengthened = std::move(lines);
    return true;
  }
  claims_.erase(claims_.begin() + static_cast<std::ptrdiff_t>(claims_before), claims_.end());
  return false;
}

// The step of an induction ignores steps that are model errors, so a proof counts only if there are none.
bool PropertyProof::prove_well_defined() {
  Terms known = proved_terms();
  known.push_back(*goal_);
  KInduction induction(*unrolling_, known, options_.limits, clock_);
  const Claim claim{"well-defined", system_->encoding().failure(), formulas().constant(true)};
  const InductionResult result = induction.run(claim);
  if (result.outcome == InductionOutcome::proved) {
    claims_.emplace_back(unrolling_.get(), ProvedClaim{"well-defined", claim, result.k, known, {}});
    return true;
  }
  reason_ = "the steps keep it true, but a model error could not be excluded";
  inductive_ = {};
  if (result.outcome == InductionOutcome::base_fails) {
    error_ = replayed_violation(*system_, result.path, nullptr);
    if (error_) reason_ = "the model has an error";
  }
  return false;
}

void PropertyProof::report_violation(const SymbolicPath& path) {
  const BudgetGrace grace;
  if (auto trace = replayed_violation(*system_, path, &property_)) {
    result_.judgement = Judgement::violated(std::move(*trace));
  } else {
    // The path starts in an initial state of the formulas, so that no lemma can exclude it; shown as an
    // inductive counterexample it would mislead.
    inductive_ = {};
    reason_ =
        "the formulas allow a run to a violation that the model itself does not have; use `quorate check`";
  }
}

void PropertyProof::write_certificate() {
  Certificate certificate(fmt::format("{}: proof of {}", model_.name, property_.name));
  if (const auto& facts = system_->encoding().assumed())
    certificate.add_assumption(*unrolling_, "what faults never do", *facts);
  for (Unrolling* unrolling : {unrolling_.get(), strengthened_.get()}) {
    std::vector<ProvedClaim> claims;
    for (const auto& [where, claim] : claims_) {
      if (where == unrolling) claims.push_back(claim);
    }
    if (!claims.empty()) certificate.add(*unrolling, claims);
  }
  result_.certificate = certificate.text();
  result_.obligations = certificate.obligations();
}

namespace {

ProofResult refused(const Property& property, const std::string& reason) {
  ProofResult result;
  result.property = property.name;
  result.judgement = Judgement::open(reason);
  return result;
}

}  // namespace

ProveReport prove(const Model& model, const ProveOptions& options) {
  std::vector<const Property*> wanted;
  for (const Property& property : model.properties) {
    if (options.properties.empty() ||
        std::ranges::find(options.properties, property.name) != options.properties.end())
      wanted.push_back(&property);
  }
  ProveReport report;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    ProveOptions one = options;
    one.limits.max_seconds = std::min(options.limits.max_seconds, Budget::share_of_time(wanted.size() - k));
    const FaultFormChoice forms = choose_fault_forms(model, wanted[k]);
    if (!forms.refusal.empty()) {
      report.results.push_back(refused(*wanted[k], forms.refusal));
      continue;
    }
    for (Model& smaller : one.smaller) smaller = lower(std::move(smaller), forms.forms);
    report.results.push_back(PropertyProof(lower(model, forms.forms), *wanted[k], one).run());
  }
  return report;
}

}  // namespace quorate
