// One transition of a rule as a formula: offers, guard, body, sends, crash while sending, `observe`. Private
// to the encoding.
#pragma once

#include "smt/encoding.hpp"

namespace quorate {

// The count of a message after one copy is taken, if `take`. `more`: the name of the input that says
// whether "2 and more" stays "2 and more".
SymbolicValue taken(const StateSpace& space, ValueAlgebra& values, const SymbolicValue& count,
                    const Term& take, const std::string& more);

class Encoding::RuleEncoder {
 public:
  RuleEncoder(Encoding& encoding, TransitionId id);
  void encode(std::optional<EncodingProblem>& problem);

 private:
  // What a sender offers: a message in the channel, a forged or an absent one.
  struct Offer {
    std::uint64_t code = 0;
    std::optional<std::size_t> variable;  // the message in the channel that is consumed
    bool absent = false;
    Term possible;
    Term take;
  };

  std::vector<Offer> offers(std::size_t sender);
  ReceivedMessage received(std::size_t sender, const std::vector<Offer>& offers);
  SymbolicValue scalar(const MessageCell& cell, const std::vector<Offer>& offers);
  Term receive_all();
  void consume();
  void bind(Evaluator& evaluator, const Frame& frame);
  // Puts the messages into the channels, and adds to impossible_ when the step does not exist.
  void send(const std::vector<OutgoingMessage>& messages);
  void send_to(ProcessId to, const std::vector<const OutgoingMessage*>& messages);
  Term full(std::size_t channel);
  Term exists(const OutgoingMessage& message);

  Encoding& e_;
  Formulas& f_;
  ValueAlgebra& v_;
  const StateSpace& space_;
  const Model& model_;
  const Layout& layout_;
  const Transition& facts_;
  const Rule& rule_;
  TransitionId id_;
  std::vector<std::vector<Offer>> offers_;
  std::vector<ReceivedMessage> received_;
  SymbolicState after_;
  Term impossible_;              // the step does not exist
  Term unencoded_;               // a message outside the domain: counts as a model error
  std::optional<Term> in_part_;  // not all messages arrive: a crash while sending, or a rule that is cut off
  Terms withheld_;               // messages that do not arrive then
};

}  // namespace quorate
