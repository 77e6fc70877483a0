// The facts of an option, as plain data: which commands have it, what value it takes, its help, for which
// models it is. The parser of the command line (option_values.hpp), the manual page and the completions are
// made from them. Nothing here parses or prints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "language/model_kind.hpp"

namespace quorate {

enum class Command : std::uint8_t { check, resume, param, export_, symmetries, analyze, prove };

class Commands {
 public:
  constexpr Commands(Command command) : bits_(bit(command)) {}  // NOLINT: a set of one
  [[nodiscard]] constexpr bool has(Command command) const { return (bits_ & bit(command)) != 0; }
  friend constexpr Commands operator|(Commands a, Commands b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  static constexpr unsigned bit(Command command) { return 1U << static_cast<unsigned>(command); }
  unsigned bits_;
};
constexpr Commands operator|(Command a, Command b) {
  return Commands(a) | Commands(b);
}

struct CommandFacts {
  Command command;
  std::string_view name;
  std::string_view help;
  std::string_view footer = {};  // empty: that of the program
};

// The options as the code names them. An option may have several rows in the table, with other texts for
// other commands.
enum class Opt : std::uint8_t {
  model,
  folder,
  set,
  to,
  define,
  output,
  slots,
  property,
  k_max,
  simple_path,
  lemmas,
  strengthen,
  certificate,
  graph,
  explain,
  fairness,
  deadlock,
  traffic,
  crash,
  loss,
  search,
  symmetry,
  por,
  stateless,
  net,
  split,
  forget,
  sleep,
  check_reductions,
  engine,
  threads,
  store,
  max_states,
  memory,
  time,
  checkpoint,
  every,
  sample,
  seed,
  chart,
  itf,
  json,
  no_color,
};

enum class ArgumentKind : std::uint8_t {
  flag,      // no value: it is given or not
  text,      // any text
  texts,     // any text, and the option may be repeated
  name,      // any text that is not empty
  word,      // one of `words`
  number,    // from `least` to `most`
  duration,  // 90s, 10m
  amount,    // of memory: 512M, 16G
};

struct ArgumentFacts {
  ArgumentKind kind = ArgumentKind::text;
  std::vector<std::string> (*words)() = nullptr;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::string_view shown_as = {};  // in the help, in place of the kind of value
};

struct CheckedRun;

// How it is found out why an option that was given to `check` changed nothing.
struct IdleNote {
  int place = 0;                                         // among all notes; 0: the option has no note
  std::string (*note)(const CheckedRun& run) = nullptr;  // gives an empty text if it changed something
};

struct OptionFacts {
  Opt option;
  std::string_view name;  // --traffic, -D, MODEL
  Commands commands;
  ArgumentFacts value = {};
  std::string_view help;
  ModelKinds models = all_models;
  std::string_view initial = {};  // the value if it is not given, as the help shows it; empty: none
  bool required = false;
  std::string_view needs = {};      // another option, without which it is an error
  std::string_view elsewhere = {};  // the error if the model is of another kind; empty: the usual one
  IdleNote idle = {};
  // Not 0 if `resume` takes the option anew, since it does not change the states of a search: its place in
  // the help of `resume`.
  int anew = 0;
};

}  // namespace quorate
