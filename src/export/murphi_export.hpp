// A whole Model as a Murphi text. One Murphi state for each of ours: processes' variables and statuses, channels
// (codes of messages in a fixed order), monitor variables; nothing else is kept between steps.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "export/export.hpp"
#include "export/murphi_translator.hpp"
#include "export/properties.hpp"
#include "export/sends.hpp"

namespace quorate {

class MurphiExport {
 public:
  MurphiExport(const Model& model, const ExportOptions& options, const Facts& facts);
  std::string run();

 private:
  // How a process of one type offers messages of one kind to a process of a role. An offer is named by a number: the
  // slots of the channel come first, then (from Byzantine senders) the forged messages, then those noticed absent.
  struct Offers {
    bool plain = false;            // the slots only, of one channel
    std::string numbers;           // the type of offers' numbers; empty if there is only one offer
    std::string function;          // gives the message offered, 0 if none; unless plain
    std::int64_t absent_from = 0;  // offers from this number on are absent messages; 0: none are
  };
  struct RuleVariant {
    const Rule* rule = nullptr;
    TypeId sender_type;        // single receive: one role
    std::int64_t quorum = 0;   // number of senders of a quorum
  };

  void heading(Lines& out) const;
  void declarations(Lines& out);
  void process_record(RoleId role, Lines& out);
  void channel_procedures();
  void send_procedure(RoleId from, RoleId to);
  void observe_procedure();

  void start_states();
  void start_state(const InitialRule* rule);
  void start_choices(std::vector<MurphiName>& parameters, Environment& env, Lines& out);
  void byzantine_choice(const FaultAssumption& fault, std::vector<MurphiName>& parameters, Lines& out);
  void chosen_variable(RoleId role, const Variable& variable, std::vector<MurphiName>& parameters, Lines& out);
  void initial_variables(Lines& out);
  void initial_value(const Text& place, const Variable& variable, const Environment& env, Lines& out);
  void fill(const Text& place, TypeId type, const Text& value, Lines& out);
  void silence_byzantine(Lines& out);
  void empty_channels(Lines& out);

  void rules();
  void rule(const RuleVariant& variant);
  void single_receive(const RuleVariant& variant, Environment& env, std::vector<MurphiName>& parameters,
                      Text& condition, Lines& before);
  void quorum_receive(const RuleVariant& variant, Environment& env, std::vector<MurphiName>& parameters,
                      Text& condition, Lines& before);
  Offers offers(const Rule& rule, TypeId sender_type);
  std::string offer_function(const Rule& rule, TypeId sender_type, Offers& offers);
  Text offered(const Offers& offers, const Rule& rule, TypeId sender_type, const Text& sender, const Text& receiver,
               const Text& number);
  void take(const Offers& offers, const Rule& rule, TypeId sender_type, const Text& sender, const Text& receiver,
            const Text& number, Lines& out);
  std::vector<MurphiName> choice_parameters(const Rule& rule, Environment& env);
  Text acting(const Rule& rule, const Text& self);
  void write_rule(const std::string& name, const std::vector<MurphiName>& parameters, const Text& condition,
                  const Lines& body);
  void loss_rules();
  void properties(Lines& out);
  void write_ruleset(const std::vector<MurphiName>& parameters, const std::function<void()>& inside);
  [[nodiscard]] std::string channel(RoleId from, RoleId to, const std::string& sender,
                                    const std::string& receiver) const;

  const Model& model_;
  const ExportOptions& options_;
  const Facts& facts_;
  Names names_;
  MurphiTranslator translator_;
  ExportedProperties properties_;
  Lines rules_;
};

}  // namespace quorate
