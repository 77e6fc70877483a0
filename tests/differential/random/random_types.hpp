// What a random protocol declares, before it is written down. Part of the generator in tests/differential.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random_source.hpp"

namespace quorate {

enum class GenKind { boolean, range, enumeration, process, set, array, record };

struct GenType {
  GenKind kind = GenKind::boolean;
  std::string spelling = {};  // as in a declaration; equal spellings are equal types
  std::int64_t low = 0;       // range
  std::int64_t high = 1;
  std::vector<std::string> literals = {};  // enumeration
  std::vector<std::size_t> roles = {};     // process: of one role or of a group
  std::vector<GenType> parts = {};         // set: element; array: index, element; record: fields
  std::vector<std::string> field_names = {};
};

struct GenVariable {
  std::string name;
  GenType type;
  std::string initial = {};  // empty: undefined
  bool maybe_undefined = false;
  bool monitor = false;
};

struct GenRole {
  std::string name;
  std::string count_text;
  std::int64_t count = 0;
  GenType type;
  std::int64_t fuel = 0;               // its variable `fuel` counts up to this, which ends most runs
  std::vector<GenVariable> variables;  // the fuel included; roles of a group share one named `common`
  bool byzantine = false;              // some of its processes may be
  bool strategy = false;               // and have byzantine rules
};

struct GenMessage {
  std::string name;
  std::vector<GenVariable> fields;
};

struct GenFunction {
  std::string name;
  std::vector<GenVariable> parameters;
  GenType result;
  bool global = false;   // reads variables of its process arguments: not for rules
  bool chooses = false;  // uses `any` or the like: not for properties
};

struct GenProtocol {
  bool wild = false;
  bool printed = false;
  bool synchronous = false;
  bool loopback = false;
  bool several = false;    // several messages a step
  std::int64_t bound = 0;  // of the channels; 0: none
  bool symmetric = false;  // nothing tells the processes of a role apart, but for slips:
  int slip_percent = 0;    // how often something does where it could
  std::vector<GenType> enumerations;
  std::vector<GenRole> roles;
  std::vector<GenType> groups;  // of process type
  std::vector<GenMessage> messages;
  std::vector<GenFunction> functions;
  std::vector<GenVariable> monitors;  // global
};

GenType gen_boolean();
GenType gen_range(std::int64_t low, std::int64_t high);
GenType gen_set(const GenType& element);
GenType gen_array(const GenType& index, const GenType& element);
bool simple(const GenType& type);
std::int64_t process_count(const GenProtocol& protocol, const GenType& process_type);
// How many values; large ones are cut off at 1000.
std::int64_t value_count(const GenProtocol& protocol, const GenType& type);

// A scalar type with at least one value, a set, array or record of them.
GenType random_scalar_type(Random& random, const GenProtocol& protocol);
GenType random_type(Random& random, const GenProtocol& protocol);

}  // namespace quorate
