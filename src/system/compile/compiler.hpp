// Compiles the expressions and statements of a Model to bytecode, for one choice of the executing process,
// the rule's parameters and the senders. These are constants, so that nearly every access is to a fixed cell.
//
// Quantifiers and loops over small domains are unrolled, which lets constants fold further; larger ones
// become loops. Functions are inlined. Rejected: walking the expression trees, which is about twenty times
// slower.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/definedness.hpp"
#include "analysis/failure.hpp"
#include "model/model.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"
#include "system/compile/program_builder.hpp"

namespace quorate {

// What is constant for one program.
struct Instantiation {
  std::int32_t self = -1;
  std::vector<ProcessId> senders;  // of the consumed messages, in the order of message registers
  KindId message_kind;
  bool quorum = false;
  std::vector<Operand> locals;  // by LocalId; those that are not constant are filled in while compiling

  // The message registers of one input of a compound rule.
  struct Input {
    KindId message_kind;
    bool by_position = false;
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::vector<Input> inputs = {};  // of compound rules only
};

struct CompileProblem {
  std::string message;
  Span span;
};

// Tables shared by the programs of one system.
class SharedTables {
 public:
  std::int64_t failure(const std::string& message);
  std::int64_t index(const std::string& key, const IndexTable& table);
  const Definedness& definedness(const Model& model);  // always called with the same model

  ProgramTables tables;
  std::vector<CompileProblem> problems;

 private:
  std::map<std::string, std::int64_t> failures_;
  std::map<std::string, std::int64_t> indexes_;
  std::optional<Definedness> definedness_;
};

// The cells of the state that a program may read and write.
struct Footprint {
  std::set<std::uint32_t> reads;
  std::set<std::uint32_t> writes;
};

class Compiler {
 public:
  Compiler(const Model& model, const Layout& layout, SharedTables& shared, Instantiation instantiation);

  Program predicate(const Expr& expression);
  Program effect(const std::vector<Stmt>& statements);
  [[nodiscard]] const Footprint& footprint() const { return footprint_; }

 private:
  // A place: cells of the state or scalars of a consumed message, from `base` plus an offset on.
  struct Place {
    bool in_message = false;
    std::int64_t base = 0;
    Operand offset = Operand::of(0);
    std::uint16_t message = 0;
    std::uint32_t extent = 0;  // number of scalars from `base` on that a variable offset may reach
    bool nowhere = false;      // every access fails; the failing instruction is already emitted
  };

  // compile_expression.cpp
  Operand eval(const Expr& expression);
  Operand eval_as(const Expr& expression, TypeId wanted);
  Operand shift_to(Operand set, TypeId from, TypeId wanted);
  Operand unary(Op op, Operand operand, std::int64_t imm = 0);
  Operand binary(Op op, Operand left, Operand right, std::int64_t imm = 0);
  Operand eval_operator(const Expr& expression);
  Operand eval_on_values(const Expr& expression);
  Operand eval_set_operator(const Expr& expression);
  Operand eval_comparison(Op op, const Expr& left, const Expr& right);
  Operand eval_logical(const Expr& expression);
  Operand eval_conditional(const Expr& expression);
  Operand eval_set_literal(const Expr& expression);
  Operand eval_call(const Expr& expression);
  Operand fail_with(const std::string& message);

  // compile_place.cpp
  Place place_of(const Expr& expression);
  Place process_place(const Expr& expression, std::uint32_t first_cell, std::uint32_t extent, RoleId role);
  static void move_on(Place& place, std::uint32_t cells);
  Place element_place(const Expr& expression);
  Place message_place(const Expr& expression);
  Operand load_scalar(const Place& place, std::uint32_t position);
  void store_scalar(const Place& place, std::uint32_t position, Operand value);
  Operand eval_place(const Expr& expression);
  Operand eval_is_undefined(const Expr& expression);
  Operand eval_message_field(const Expr& expression);
  Operand eval_absent(const Expr& expression);
  Operand eval_sender(const Expr& expression);
  [[nodiscard]] Instantiation::Input input_of(const Expr& message) const;
  template <typename Access>
  Operand select_message(const Expr& message, const Access& access);
  Operand index_operand(Operand value, const std::string& key, const IndexTable& table);
  IndexTable element_table(TypeId index_type, std::uint32_t stride) const;
  IndexTable ordinal_table(TypeId process_type) const;
  IndexTable process_table(TypeId process_type) const;

  // compile_quantifier.cpp
  template <typename Body>
  void iterate(TypeId domain_type, const Expr* set, LocalId local, const Body& body);
  template <typename Body>
  void iterate_unrolled(const std::vector<std::int64_t>& values, const std::optional<Operand>& set,
                        std::int64_t low, LocalId local, const Body& body);
  template <typename Body>
  void iterate_looped(TypeId domain_type, const std::optional<Operand>& set, std::int64_t low, LocalId local,
                      const Body& body);
  Operand eval_quantifier(const Expr& expression);
  Operand eval_all_or_exists(const Expr& expression);
  Operand eval_every_element(const Expr& expression);
  Operand eval_until_decided(const Expr& expression);
  bool may_stop_early(const Expr& expression);
  [[nodiscard]] FailureAnalysis::LocalFacts local_facts(LocalId id) const;
  [[nodiscard]] bool is_quorum(const Expr& set) const;
  Operand eval_fold(const Expr& expression);
  Operand eval_extremum(const Expr& expression);
  Operand eval_selection(const Expr& expression);
  Operand default_or_failure(const Expr& expression, std::uint16_t result, std::uint16_t found);
  void filter(const Expr& expression, Label& skip);
  void skip_unless_better(bool maximum, std::uint16_t value, std::uint16_t best, Label& skip);

  // compile_statement.cpp
  void execute(const std::vector<Stmt>& statements);
  void execute(const Stmt& statement);
  void assign(const Stmt& statement);
  void undefine(const Stmt& statement);
  void undefine_role(const Stmt& statement);
  void branch(const Stmt& statement);
  void set_outgoing(const Stmt& statement);
  void send(const Stmt& statement);
  std::vector<Operand> scalars_of(const Expr& value, TypeId wanted);

  [[nodiscard]] const Type& type(TypeId id) const { return model_.type(id); }

  const Model& model_;
  const Layout& layout_;
  SharedTables& shared_;
  Instantiation instantiation_;
  ProgramBuilder builder_;
  Footprint footprint_;
  std::int64_t unrolled_ = 1;  // copies of the present code by unrolling
};

}  // namespace quorate
