// The generator behind random_protocol.hpp: declarations (protocol_declarations.cpp), then functions, rules
// and properties over them (random_protocol.cpp).
#pragma once

#include "random_protocol.hpp"
#include "random_rules.hpp"

namespace quorate {

// Chooses the declarations first, then writes everything down.
class ProtocolGenerator {
 public:
  ProtocolGenerator(std::uint64_t seed, const GeneratorOptions& options)
      : seed_(seed),
        random_(seed),
        options_(options),
        expressions_(random_, protocol_),
        bodies_(random_, protocol_, expressions_),
        rules_(random_, protocol_, expressions_, bodies_) {}

  std::string run() {
    protocol_.wild = random_.percent(options_.wild_percent);
    protocol_.symmetric = random_.percent(options_.symmetric_percent);
    if (protocol_.symmetric && random_.percent(35)) protocol_.slip_percent = random_.percent(50) ? 4 : 15;
    protocol_.printed = random_.percent(options_.printed_percent);
    protocol_.synchronous = random_.percent(20);
    // From a source of its own, so that all other protocols are as they would be without this.
    Random compound(2 * seed_ + 1);
    const bool possible = !protocol_.printed && !protocol_.synchronous && options_.compound_percent > 0;
    protocol_.several = possible && compound.percent(options_.compound_percent);
    if (possible && compound.percent(2 * options_.compound_percent)) rules_.use_compound(compound);
    const std::string channels = choose_channels();
    choose_roles();
    choose_statuses();
    choose_variables();
    choose_messages();
    std::string text = "protocol random (n := " + std::to_string(n_) + ")\n" + channels + faults_;
    text += protocol_.printed ? printed_declarations() : short_declarations();
    text += functions();
    text += init();
    text += rules();
    text += monitor();
    text += properties();
    return text;
  }

 private:
  std::string choose_channels();
  void choose_roles();
  std::vector<std::int64_t> symmetric_sizes(std::int64_t roles);
  void choose_statuses();
  void choose_variables();
  void choose_messages();
  std::string initial_value(const GenRole* role, const GenType& type);
  GenVariable variable(const std::string& name, const GenRole* role);

  std::string type_section();
  std::string short_declarations();
  std::string printed_declarations();
  std::string functions();
  std::string init();
  std::string init_rule();
  std::string rules();
  std::string monitor();
  std::string properties();
  std::string predicate();
  [[nodiscard]] GenScope global_scope(bool with_monitors) const;

  std::uint64_t seed_;
  Random random_;
  GeneratorOptions options_;
  GenProtocol protocol_;
  ExpressionGenerator expressions_;
  BodyGenerator bodies_;
  RuleGenerator rules_;
  std::int64_t n_ = 2;
  std::int64_t initial_states_ = 1;  // so far, roughly
  std::string faults_;
  bool init_assigns_status_ = false;
};

}  // namespace quorate
