// A whole Model as a Murphi text. A Murphi state has the variables and statuses of the processes, the
// channels (message codes in a fixed order) and the monitor variables; nothing else is kept between steps, so
// that there is one Murphi state for each state of the protocol.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "export/common/properties.hpp"
#include "export/common/sends.hpp"
#include "export/common/status_texts.hpp"
#include "export/export.hpp"
#include "export/murphi/murphi_translator.hpp"

namespace quorate {

class MurphiExport {
 public:
  MurphiExport(const Model& model, const ExportOptions& options, const Facts& facts, Diagnostics& refusals);
  std::string run();

 private:
  // The messages of one kind that a process of a role may take from a sender of one type. An offer is named
  // by a number: the slots of the channel come first, then (from Byzantine senders) the forged messages, then
  // those noticed absent.
  struct Offers {
    TypeId sender_type;
    bool plain = false;    // the slots of one channel are the only offers
    std::string numbers;   // the type of offers' numbers; empty if there is only one offer
    std::string function;  // gives the message offered, 0 if none; not needed if plain
    std::int64_t last = 0;
    std::int64_t forged_from = 0;  // 0: no message is forged
    std::int64_t absent_from = 0;
  };
  struct OfferNames {  // of the parameters and the variable of the function
    std::string sender;
    std::string receiver;
    std::string number;
    std::string message;
  };
  struct RuleVariant {
    const Rule* rule = nullptr;
    TypeId sender_type;       // single receive: one role
    std::int64_t quorum = 0;  // number of senders of a quorum
  };
  struct RuleText {
    std::vector<MurphiName> parameters;
    Text condition = Translator::truth(true);
    std::vector<MurphiName> variables;
    Lines before;  // the body
  };
  struct QuorumNames {  // of arrays by sender
    std::string senders;
    std::string messages;
    std::string absent;
  };

  void heading(Lines& out) const;
  void declarations(Lines& out);
  void process_record(RoleId role, Lines& out);
  void variables(Lines& out);
  [[nodiscard]] bool has_state(RoleId role) const;
  void for_each_channel(const std::function<void(RoleId, RoleId)>& action) const;
  void channel_procedures();
  void send_procedure(RoleId from, RoleId to);
  void observe_procedure();

  void start_states();
  void start_state(const InitialRule* rule);
  void byzantine_choice(const FaultAssumption& fault, std::vector<MurphiName>& parameters, Lines& out);
  void chosen_variable(RoleId role, const Variable& variable, std::vector<MurphiName>& parameters,
                       Lines& out);
  void deal_out(const std::vector<RoleId>& roles, const std::vector<Text>& chosen, Lines& out,
                const std::function<void(RoleId, const Text& process, const Text& chosen)>& action);
  void initial_variables(std::vector<MurphiName>& parameters, Lines& out);
  void fill(const Text& place, TypeId type, const Expr& value, Lines& out);
  void silence_byzantine(Lines& out);
  void empty_channels(Lines& out);

  void rules();
  void rule(const RuleVariant& variant);
  void single_receive(const RuleVariant& variant, Environment& env, RuleText& text);
  void quorum_receive(const RuleVariant& variant, Environment& env, RuleText& text);
  void quorum_guard(const RuleVariant& variant, const Offers& source, const Environment& env, RuleText& text,
                    const std::function<void(const QuorumNames&, Lines&)>& gather);
  QuorumNames quorum_names(const RuleVariant& variant, const Offers& source, const std::string& set,
                           const std::function<std::string(const std::string&, const std::string&)>& make);
  void bind_quorum(const Rule& rule, const QuorumNames& names, Environment& env) const;
  void gather_quorum(const QuorumNames& names, const Offers& source, const Rule& rule,
                     const std::string& type, const std::vector<Text>& senders,
                     const std::vector<Text>& which, const Text& receiver, Lines& out);
  Offers offers(const Rule& rule, TypeId sender_type);
  std::string offer_function(const Rule& rule, const Offers& offers);
  void offers_of_role(const Rule& rule, const Offers& offers, RoleId sender, const OfferNames& names,
                      const std::string& is_kind, const std::string& complete, Lines& out);
  std::string is_complete(KindId kind);
  Text offered(const Offers& offers, const Rule& rule, const Text& sender, const Text& receiver,
               const Text& which);
  Text is_offered(const Offers& offers, const Rule& rule, const Text& message);
  void take(const Offers& offers, const Rule& rule, const Text& sender, const Text& receiver,
            const Text& which, Lines& out);
  void choice_parameters(const Rule& rule, Environment& env, RuleText& text);
  MurphiName bind_parameter(LocalId local, TypeId type, Environment& env, Lines& out);
  Text value_of_type(TypeId type, const Text& value);
  Text acting(const Rule& rule, const Text& self);
  void write_rule(const std::string& name, const RuleText& text, const Lines& body);
  void write_ruleset(const std::vector<MurphiName>& parameters, const std::function<void()>& inside);
  void write_block(const std::vector<MurphiName>& variables, const Lines& before, const Lines& body);
  void loss_rules();
  void properties(Lines& out);
  [[nodiscard]] std::string channel(RoleId from, RoleId to, const std::string& sender,
                                    const std::string& receiver) const;

  const Model& model_;
  const ExportOptions& options_;
  const Facts& facts_;
  Diagnostics& refusals_;
  Names names_;
  MurphiTranslator translator_;
  ExportedProperties properties_;
  std::map<std::string, std::string> offer_functions_;
  Lines rules_;
};

}  // namespace quorate
