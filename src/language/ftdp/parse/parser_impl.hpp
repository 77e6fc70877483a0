// The recursive-descent parser behind parse_ftdp, one instance for one pass over a text. Its members are
// defined by concern: the model as a whole in parser.cpp, the rest in parser_<concern>.cpp.
//
// Errors: `fail` reports and starts a recovery, during which the parser sees only tokens that match
// nothing; so every function returns, until one that knows where to go on (a `;`, a closing word, a
// section) calls a `resume` function. `complain` reports and goes on as if the right thing had been
// written. Neither reports twice at one token.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "language/ftdp/parse/syntax.hpp"
#include "language/ftdp/parse/token.hpp"

namespace quorate {

using NameSet = std::set<std::string, std::less<>>;

class Parser {
 public:
  // `declared`: names that the model declares, which are never temporal operators.
  Parser(const SourceText& source, std::vector<Token> tokens, const NameSet& declared,
         Diagnostics& diagnostics);

  SyntaxModel parse_model();

 private:
  // An expression with the height of its tree, which is kept small enough for every later stage to recurse.
  struct Tree {
    SyntaxExpr expr;
    int height = 1;
  };
  struct TypeTree {
    SyntaxType type;
    int height = 1;
  };
  struct Infix {
    SyntaxOp op;
    int level;
    std::size_t tokens;  // how many tokens spell it
  };
  struct OpenBlock {
    std::string_view word;  // `if` or `for`
    Span span;
  };
  enum class Declared { type, printed_variable, role_field, variable, field, parameter };
  enum class Temporal { unknown, refused, allowed };  // operators: not read, read but an error, fine
  class Nesting;                                      // counts how deep constructs are nested

  // Tokens and errors (parser_tokens.cpp, parser_recovery.cpp)
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word, std::size_t ahead = 0) const;
  [[nodiscard]] bool at_name_colon(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_section() const;
  [[nodiscard]] bool at_misspelt_section() const;
  [[nodiscard]] bool at_formula_start(std::size_t ahead) const;
  [[nodiscard]] bool at_operand_start(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_assignment(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_type(std::size_t ahead) const;
  Token advance();
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  bool expect(TokenKind kind, const std::string& what, const std::string& hint = {});
  bool expect_word(std::string_view word, const std::string& where, const std::string& hint = {});
  bool expect_close(TokenKind kind, std::string_view sign, const Token& opening);
  Name parse_name(const std::string& what, const std::string& hint = {});
  Name parse_field_name(const std::string& what);
  [[nodiscard]] Span previous_span() const;
  [[nodiscard]] Span span_from(const Token& first) const;
  [[nodiscard]] std::string found() const;
  [[nodiscard]] std::string line_of(Span span) const;
  void fail(Span span, std::string message, std::string hint = {});
  void fail_here(const std::string& expected, const std::string& hint = {});
  void complain(Span span, std::string message, std::string hint = {});
  void complain_reserved(const Token& token);
  bool report(Span span, std::string message, std::string hint);
  bool correct_word(const std::vector<std::string>& candidates, const std::string& what);
  void correct_to(const std::string& meant, const std::string& what);
  void resume_at(std::size_t position);
  void resume_in_statements();
  void resume_in_declarations();
  void resume_before_comma();
  void resume_at_section();
  bool resume_behind(TokenKind kind);
  bool resume_behind_word(std::string_view word);
  [[nodiscard]] bool stops_recovery(std::size_t position) const;

  // Model (parser.cpp)
  void parse_protocol(SyntaxModel& model);
  void parse_section(SyntaxModel& model);
  bool parse_section_word(SyntaxModel& model, std::string_view word);
  bool parse_extra_section(SyntaxModel& model, std::string_view word);
  void parse_unknown_section(SyntaxModel& model);
  void parse_property(SyntaxModel& model, bool named_by_word);
  void parse_formula(SyntaxProperty& property);
  void parse_under(SyntaxProperty& property);
  void refuse_under(const std::string& what, const std::string& hint);
  void parse_invariant(SyntaxModel& model, const std::string& section);
  Name parse_property_name(const std::string& word);

  // Declarations (parser_declaration.cpp, parser_environment.cpp)
  void parse_parameters(SyntaxModel& model);
  void parse_monitor_parts(SyntaxModel& model);
  void parse_role(SyntaxModel& model);
  void parse_durable(SyntaxRole& role);
  [[nodiscard]] bool at_durable(std::size_t ahead = 0) const;
  void parse_group(SyntaxModel& model);
  void parse_messages(SyntaxModel& model);
  void parse_same_for(SyntaxMessage& message);
  void parse_function(SyntaxModel& model);
  void parse_monitor(SyntaxModel& model);
  void parse_channels(SyntaxModel& model);
  void parse_channel_word(SyntaxChannels& channels);
  void parse_duplicating(SyntaxChannels& channels, const Token& word);
  void parse_initially(SyntaxChannels& channels);
  void parse_faults(SyntaxModel& model);
  void parse_fault(SyntaxModel& model);
  void parse_fault_word(SyntaxFault& fault, const std::string& hint);
  [[nodiscard]] bool at_fault_kind(std::string_view word) const;
  void parse_omission(SyntaxFault& fault);
  void parse_network(SyntaxModel& model);
  void parse_network_part(SyntaxNetwork& network);
  void parse_recovery(SyntaxFault& fault);
  void parse_recovery_part(SyntaxFault& fault);
  void parse_restarts(SyntaxFault& fault);
  [[nodiscard]] bool at_limit_of(std::size_t ahead, std::string_view plural, std::string_view singular) const;
  [[nodiscard]] bool at_restarts(std::size_t ahead) const;
  [[nodiscard]] bool at_recovery_part(std::size_t ahead) const;
  [[nodiscard]] bool at_fault() const;
  void parse_fairness(SyntaxModel& model);
  [[nodiscard]] bool at_timing(std::size_t position) const;
  void parse_timing(SyntaxModel& model);
  void parse_timer(SyntaxModel& model);
  void parse_detector(SyntaxModel& model, const Token& first);
  void parse_fairness_item(SyntaxFairness& fairness);
  // `instead`: what to do about a temporal operator in it.
  SyntaxExpr parse_state_predicate(std::string_view instead = elsewhere_temporal);
  void parse_declarations(std::vector<SyntaxDeclaration>& out, Declared declared);
  [[nodiscard]] bool another_declaration(bool separated, Declared declared);
  int parse_declaration(std::vector<SyntaxDeclaration>& out, Declared declared);  // the height of its tree
  void parse_declared_name(std::vector<Name>& names, Declared declared);
  std::optional<Tree> parse_initial(Declared declared);
  void parse_field_list(std::vector<SyntaxDeclaration>& out, Declared declared);

  // Types (parser_type.cpp)
  SyntaxType parse_type();
  TypeTree parse_type_tree(bool domain);
  [[nodiscard]] bool at_signers() const;
  int parse_signers(SyntaxType& type);  // the height of its tree
  TypeTree parse_bounds(bool domain);
  void parse_enumeration(SyntaxType& type);
  int parse_record(SyntaxType& type);

  // Rules (parser_rule.cpp)
  void parse_printed_rules(std::vector<SyntaxRule>& rules, bool initial, bool& has_else);
  [[nodiscard]] bool at_rule_parameter() const;
  void parse_printed_rule(std::vector<SyntaxRule>& rules, bool initial);
  void parse_rule_parameter(std::vector<SyntaxParameter>& parameters);
  SyntaxParameter parse_parameter();
  void parse_quorum_size(SyntaxParameter& parameter);
  void parse_inputs(SyntaxRule& rule);
  SyntaxInput parse_input();
  SyntaxParameter parse_sender(const SyntaxInput& input);
  SyntaxExpr parse_count();
  void parse_rule(SyntaxModel& model);
  void parse_rule_heading(SyntaxRule& rule);
  SyntaxParameter parse_process(const std::string& what);
  SyntaxType parse_role_name();
  void parse_body(std::vector<SyntaxStmt>& body, bool short_rule);

  // Statements (parser_statement.cpp, parser_block.cpp)
  void parse_statements(std::vector<SyntaxStmt>& out);
  [[nodiscard]] bool at_statements_end() const;
  bool parse_separator();
  void parse_block(std::vector<SyntaxStmt>& out, std::string_view after);
  SyntaxStmt parse_statement();
  [[nodiscard]] bool at_sync() const;
  [[nodiscard]] bool at_timer_statement() const;
  [[nodiscard]] bool reads_as(std::string_view word) const;
  SyntaxStmt parse_unknown_statement();
  SyntaxStmt parse_assignment();
  SyntaxStmt parse_undefine();
  SyntaxStmt parse_branch(bool after_else);
  void parse_branch_rest(SyntaxStmt& branch, const Token& opening, bool after_else);
  SyntaxStmt parse_loop();
  SyntaxStmt parse_let();
  SyntaxStmt parse_send();
  SyntaxExpr parse_place();
  void expect_header_word(std::string_view word, std::string_view construct);
  void close_block(std::string_view closing, std::string_view opening_word, const Token& opening,
                   const std::string& extra_hint);
  [[nodiscard]] bool is_open(std::string_view word) const;

  // Expressions (parser_expression.cpp, parser_primary.cpp)
  SyntaxExpr parse_expression();
  SyntaxExpr parse_constant();
  Tree parse_whole();
  Tree parse_range_bound();
  Tree parse_nested();
  Tree parse_binary(int min_level);
  Tree parse_prefix(int min_level);
  Tree parse_temporal(int min_level);
  Tree parse_postfix();
  Tree parse_postfix_of(Tree base);
  Tree parse_primary();
  Tree parse_size();
  Tree parse_foreign_quantifier();
  Tree parse_word();
  Tree parse_reserved();
  Tree parse_call();
  void parse_arguments(Tree& call, bool named);
  Tree parse_parenthesised();
  Tree parse_rounding(TokenKind closing, std::string_view sign, std::string_view function);
  Tree parse_conditional();
  Tree parse_let_expression();
  Tree parse_set();
  [[nodiscard]] std::optional<Infix> infix_here() const;
  [[nodiscard]] bool is_until_here() const;
  void complain_temporal();
  void correct_temporal_name();
  std::optional<Infix> mistaken_infix();
  std::optional<Infix> foreign_infix();
  void parse_mistaken_range(const Infix& infix);
  [[nodiscard]] bool is_temporal_word(std::size_t ahead) const;
  [[nodiscard]] bool is_name_in_scope(std::string_view name) const;
  Tree missing() const;
  Tree leaf(SyntaxExprKind kind, const Token& token) const;
  void adopt(Tree& parent, Tree child);

  // Quantifiers (parser_quantifier.cpp)
  [[nodiscard]] bool at_quantifier() const;
  Tree parse_quantifier();
  void parse_binder(Tree& node, const Token& word);
  void parse_quantified(Tree& node, const Token& word, bool parenthesised, const Token& opening);
  void parse_comprehension(Tree& node, const Token& opening);
  Tree parse_any();

  static constexpr std::size_t kLongestLook = 100;  // tokens; keeps looking ahead linear in the text

  const SourceText& source_;
  std::vector<Token> tokens_;
  const NameSet& declared_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  bool recovering_ = false;
  std::size_t last_error_ = static_cast<std::size_t>(-1);  // the token of the last report
  int errors_ = 0;
  int depth_ = 0;
  bool in_rule_or_property_ = false;  // an error here loses no declaration
  bool names_lost_ = false;
  bool role_record_next_ = false;  // the next record holds a role's variables: its fields have initial values
  std::size_t copied_ = 0;         // tokens copied so far by `a, b: T`, to bound what nesting multiplies
  static constexpr std::string_view elsewhere_temporal =
      "an invariant is checked in every state anyway; other formulas are written `property NAME: ...`";
  Temporal temporal_ = Temporal::unknown;
  std::string_view temporal_hint_ = elsewhere_temporal;  // if they are refused
  bool in_ends_expression_ = false;  // inside the value of a `let`, where `in` is not membership
  std::vector<std::string> bound_;   // the bound variables in scope
  std::vector<OpenBlock> open_blocks_;
  NameSet reserved_reported_;
  NameSet corrections_;  // the words that corrected tokens point to
};

class Parser::Nesting {
 public:
  explicit Nesting(Parser& parser);
  ~Nesting() { --parser_.depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  [[nodiscard]] bool too_deep() const { return too_deep_; }

 private:
  Parser& parser_;
  bool too_deep_;
};

}  // namespace quorate
