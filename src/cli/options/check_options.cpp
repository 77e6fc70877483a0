#include "cli/options/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/units.hpp"

namespace quorate {

namespace {

void set_search(const OptionValues& values, SearchOptions& search) {
  search.order = values.word<SearchOrder>(Opt::search).value();
  search.store = values.word<StoreKind>(Opt::store).value();
  search.sleep_sets = values.on(Opt::sleep);
  const auto threads = values.number(Opt::threads);
  search.parallel.threads =
      threads ? static_cast<unsigned>(*threads) : std::max(1U, std::thread::hardware_concurrency());
  if (threads) search.parallel.from_states = 2'000;
  if (const auto most = values.number(Opt::max_states))
    search.limits.max_states = static_cast<std::uint64_t>(*most);
  if (const auto bytes = parse_bytes(values.text(Opt::memory))) search.bitstate_bytes = *bytes / 4 * 3;
}

}  // namespace

CheckOptions check_options(const OptionValues& values) {
  CheckOptions options;
  options.traffic = values.word<Traffic>(Opt::traffic).value();
  options.crash = values.word<CrashModel>(Opt::crash);
  options.loss = values.word<LossModel>(Opt::loss);
  options.symmetry = values.word<Symmetry>(Opt::symmetry);
  options.por = values.word<PartialOrder>(Opt::por);
  // With --symmetry the states are those of this reduction alone, to be compared with other tools'.
  if (!options.por && options.symmetry) options.por = PartialOrder::none;
  if (values.given(Opt::forget)) options.forget = values.on(Opt::forget);
  options.stateless = values.flag(Opt::stateless);
  options.check_reductions = values.flag(Opt::check_reductions);
  options.lpor_options.necessary = values.on(Opt::net);
  options.lpor_options.split = values.word<Split>(Opt::split).value();
  options.engine = values.word<Engine>(Opt::engine).value();
  set_search(values, options.search);
  options.properties = values.texts(Opt::property);
  options.deadlock = values.flag(Opt::deadlock);
  if (const std::string& fairness = values.text(Opt::fairness); !fairness.empty())
    options.fairness = fairness;
  return options;
}

std::string against_store(const CheckOptions& options) {
  const bool by_levels = options.effective_order() == SearchOrder::breadth_first;
  if (options.search.store == StoreKind::tree || by_levels) return "";
  return fmt::format("--store {} is only for breadth-first searches: use --store tree",
                     to_text(options.search.store));
}

std::string against_checkpoints(const CheckOptions& options) {
  if (options.effective_order() == SearchOrder::breadth_first) return "";
  return "--checkpoint is only for breadth-first searches that store their states: leave out --search dfs, "
         "--stateless and --por dpor";
}

}  // namespace quorate
