// Processes share nothing but messages. So a single process that can receive any known message, at any time
// and any number of times, visits all local states that it has in runs of the whole system. This graph is
// small where the state space is large, since it is no product. Local states and messages are computed by a
// worklist to a fixpoint:
//
//   a new local state of a process is tried with all messages known for it,
//   a new message for a process is tried in all its known local states,
//
// and new targets and new messages of these steps go to the worklist. A known message stays available for
// ever, in every order and combination with others. That is more than any run does, which is sound: fewer
// messages are dead.
//
// Each trial is a step of the real system from an artificial state: the process in the local state, the
// messages in its channels, all other processes correct and their channels empty. So there is no second
// reading of the rules. The channels that a step sends into are empty before it, so that they take at least
// what they take in any state. A Byzantine sender that can forge is represented by one special message. Of a
// batch the messages of one sender are tried in one order only.
//
// A trial that ends in a model error counts as taking its messages and leads nowhere: a run with this local
// state and these messages ends there as well.
#include "reduction/dead_messages/local_exploration.hpp"

#include <algorithm>

namespace quorate {

namespace {

constexpr std::size_t most_initial_states = 10'000;
constexpr std::uint64_t forged = 0;  // in place of a packed message: any message that the sender can forge

class LocalExploration {
 public:
  LocalExploration(const ModelSystem& system, const ExplorationLimits& limits)
      : system_(system),
        limits_(limits),
        access_(system.layout(), system.model().channels),
        buffer_(system.shape().words),
        trial_(system.shape().words) {
    buffer_.asked.unobserved = true;
  }

  LocalViews run() {
    if (!make_views() || !begin()) return {{}, false, reason_};
    for (std::size_t next = 0; next < news_.size() && !given_up_; ++next) {
      const News news = news_[next];
      if (news.message) {
        try_message(news.process, news.number);
      } else {
        try_state(news.process, news.number);
      }
    }
    if (given_up_) return {{}, too_long_, reason_};
    return {std::move(views_), false, ""};
  }

 private:
  struct News {
    std::size_t process = 0;
    bool message = false;  // or a local state
    std::uint32_t number = 0;
  };
  // The local states and messages that were tried with each other.
  struct Tried {
    std::vector<std::uint32_t> states;
    std::vector<std::vector<std::uint32_t>> messages;  // [sender]
  };

  bool make_views() {
    const std::size_t processes = system_.layout().processes;
    for (std::size_t p = 0; p < processes; ++p) {
      const ProcessId process(static_cast<std::int64_t>(p));
      auto states = LocalStates::make(system_, process);
      if (!states) {
        reason_ = LocalStates::against(system_, process);
        return false;
      }
      views_.emplace_back(std::move(*states));
    }
    tried_.resize(processes);
    for (Tried& tried : tried_) tried.messages.resize(processes);
    transitions_of_.resize(processes);
    for (std::size_t t = 0; t < system_.transitions().size(); ++t) {
      const Transition& transition = system_.transitions()[t];
      if (transition.kind == StepKind::rule) transitions_of_[transition.process.index()].push_back(t);
    }
    return true;
  }

  // Adds the local states and messages of the initial states, and makes the base state for trials.
  bool begin() {
    StepBuffer initial(system_.shape().words);
    system_.initial_states(initial);
    if (initial.size() > most_initial_states) reason_ = "there are too many initial states to explore";
    if (initial.stopped() || initial.size() == 0 || !reason_.empty()) return false;
    base_.assign(initial.state(0).begin(), initial.state(0).end());
    for (const std::int32_t status : system_.layout().status_cells) {
      if (status >= 0)
        store(system_.layout().cells[static_cast<std::size_t>(status)], base_.data(),
              static_cast<std::int64_t>(Status::correct));
    }
    for (const ChannelLayout& channel : system_.layout().channels) access_.clear(channel, base_.data());
    know_everything();
    for (std::size_t i = 0; i < initial.size(); ++i) {
      for (std::size_t p = 0; p < views_.size(); ++p) meet_state(p, initial.state(i).data());
      for (const ChannelLayout& channel : system_.layout().channels)
        meet_messages(channel, initial.state(i).data());
    }
    return true;
  }

  // What others may know does not forbid anything (Variable::knowledge).
  void know_everything() {
    const Model& model = system_.model();
    for (std::size_t p = 0; p < views_.size(); ++p) {
      const Role& role = model.role(model.role_of(ProcessId(static_cast<std::int64_t>(p))));
      for (std::size_t v = 0; v < role.variables.size(); ++v) {
        if (!role.variables[v].knowledge) continue;
        const std::uint32_t first = system_.layout().variable_cells[p][v];
        const std::uint32_t count = scalar_count(model, role.variables[v].type);
        for (std::uint32_t cell = first; cell < first + count; ++cell)
          store(system_.layout().cells[cell], base_.data(), 1);
      }
    }
  }

  std::uint32_t meet_state(std::size_t process, const std::uint64_t* state) {
    const auto [number, fresh] = views_[process].states.add(state);
    if (!fresh) return number;
    views_[process].taken.emplace_back();
    news_.push_back({process, false, number});
    const ProcessId self(static_cast<std::int64_t>(process));
    if (system_.forges(self, state)) {
      for (std::size_t to = 0; to < views_.size(); ++to) meet_message(process, to, forged);
    }
    return number;
  }
  void meet_messages(const ChannelLayout& channel, const std::uint64_t* state) {
    access_.read(channel, state, contents_);
    for (std::size_t i = 0; i < contents_.size; ++i)
      meet_message(channel.from.index(), channel.to.index(), access_.message(contents_.values[i]));
  }
  void meet_message(std::size_t from, std::size_t to, std::uint64_t code) {
    const std::array<std::uint64_t, 2> row{from, code};
    const auto [number, fresh] = views_[to].messages.add(row.data());
    if (fresh) news_.push_back({to, true, number});
  }

  void try_state(std::size_t process, std::uint32_t state) {
    for (const std::size_t t : transitions_of_[process]) try_combinations(t, state, std::nullopt);
    tried_[process].states.push_back(state);
  }

  void try_message(std::size_t process, std::uint32_t message) {
    const std::size_t sender = views_[process].messages[message][0];
    for (const std::size_t t : transitions_of_[process]) {
      const auto& senders = system_.transitions()[t].senders;
      if (std::ranges::find(senders, ProcessId(static_cast<std::int64_t>(sender))) == senders.end()) continue;
      if (!fits(t, message)) continue;
      for (const std::uint32_t state : tried_[process].states) try_combinations(t, state, message);
    }
    tried_[process].messages[sender].push_back(message);
  }

  // Whether the message is of a kind that the transition takes.
  [[nodiscard]] bool fits(std::size_t transition, std::uint32_t message) const {
    const auto& compound = system_.executable().actions[transition].compound;
    if (compound.empty()) return fits_at(0, transition, message);
    for (std::size_t i = 0; i < compound.size(); ++i) {
      if (fits_at(i, transition, message)) return true;
    }
    return false;
  }
  [[nodiscard]] bool fits_at(std::size_t position, std::size_t transition, std::uint32_t message) const {
    const std::size_t process = system_.transitions()[transition].process.index();
    const std::uint64_t code = views_[process].messages[message][1];
    const Action& action = system_.executable().actions[transition];
    const std::uint64_t tag = action.compound.empty() ? action.tag : action.compound[position].tag;
    return code == forged || (code & system_.layout().tag_mask) == tag;
  }

  // Tries all ways to choose a message from each sender; `fixed`, if any, is the choice for its sender.
  void try_combinations(std::size_t transition, std::uint32_t state, std::optional<std::uint32_t> fixed) {
    const Transition& facts = system_.transitions()[transition];
    combination_.resize(facts.senders.size());
    choose_from(0, transition, state, fixed);
  }
  void choose_from(std::size_t position, std::size_t transition, std::uint32_t state,
                   std::optional<std::uint32_t> fixed) {
    const Transition& facts = system_.transitions()[transition];
    if (given_up_) return;
    const bool compound = !system_.executable().actions[transition].compound.empty();
    if (position == facts.senders.size()) {
      if (compound && fixed && std::ranges::find(combination_, *fixed) == combination_.end()) return;
      return attempt(transition, state);
    }
    const std::size_t process = facts.process.index();
    const std::size_t sender = facts.senders[position].index();
    if (fixed && views_[process].messages[*fixed][0] == sender) {
      if (fits_at(position, transition, *fixed)) {
        combination_[position] = *fixed;
        choose_from(position + 1, transition, state, fixed);
      }
      if (!compound) return;  // the only message of this sender
    }
    const auto& messages = tried_[process].messages[sender];
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (!fits_at(position, transition, messages[i]) || !in_order(position, transition, messages[i]))
        continue;
      combination_[position] = messages[i];
      choose_from(position + 1, transition, state, fixed);
    }
  }
  // Messages have ascending numbers, and the one that is fixed has the greatest.
  [[nodiscard]] bool in_order(std::size_t position, std::size_t transition, std::uint32_t message) const {
    const auto& compound = system_.executable().actions[transition].compound;
    return compound.empty() || !compound[position].with_previous || combination_[position - 1] <= message;
  }

  void attempt(std::size_t transition, std::uint32_t state) {
    ++trials_;
    if (trials_ > limits_.most_trials || (trials_ % 4096 == 0 && limits_.over && limits_.over())) {
      given_up_ = true;
      too_long_ = true;
      return;
    }
    const Transition& facts = system_.transitions()[transition];
    const std::size_t process = facts.process.index();
    prepare(transition, state);
    buffer_.clear();
    const std::array<TransitionId, 1> chosen{TransitionId(static_cast<std::int64_t>(transition))};
    system_.successors(trial_, chosen, buffer_);
    if (buffer_.trouble.overflow || buffer_.trouble.too_many) {
      given_up_ = true;
      reason_ = "a step of a process on its own is too large";
      return;
    }
    if (buffer_.size() == 0 && !buffer_.trouble.failure.failed()) return;
    auto& taken = views_[process].taken[state];
    taken.insert(taken.end(), combination_.begin(), combination_.end());
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      const std::uint32_t next = meet_state(process, buffer_.state(i).data());
      if (next != state) views_[process].moves.emplace_back(state, next);
      for (const ProcessId to : facts.recipients) {
        if (const ChannelLayout* const channel = system_.layout().channel(facts.process, to))
          meet_messages(*channel, buffer_.state(i).data());
      }
    }
  }

  // Makes the artificial state of a trial.
  void prepare(std::size_t transition, std::uint32_t state) {
    const Transition& facts = system_.transitions()[transition];
    const LocalView& view = views_[facts.process.index()];
    trial_ = base_;
    view.states.put(state, trial_.data());
    for (std::size_t i = 0; i < facts.senders.size(); ++i) {
      const std::uint64_t code = view.messages[combination_[i]][1];
      if (code == forged) {
        const auto cell = static_cast<std::size_t>(system_.layout().status_cells[facts.senders[i].index()]);
        store(system_.layout().cells[cell], trial_.data(), static_cast<std::int64_t>(Status::byzantine));
      } else {
        access_.insert(*system_.layout().channel(facts.senders[i], facts.process), trial_.data(), code);
      }
    }
  }

  const ModelSystem& system_;
  const ExplorationLimits& limits_;
  const ChannelAccess access_;
  StepBuffer buffer_;
  std::vector<std::uint64_t> base_;
  std::vector<std::uint64_t> trial_;
  ChannelAccess::Contents contents_;
  std::vector<LocalView> views_;
  std::vector<Tried> tried_;                              // [process]
  std::vector<std::vector<std::size_t>> transitions_of_;  // [process]
  std::vector<News> news_;
  std::vector<std::uint32_t> combination_;  // the messages of the present trial
  std::size_t trials_ = 0;
  bool given_up_ = false;
  bool too_long_ = false;
  std::string reason_;
};

}  // namespace

LocalViews explore_locally(const ModelSystem& system, const ExplorationLimits& limits) {
  return LocalExploration(system, limits).run();
}

}  // namespace quorate
