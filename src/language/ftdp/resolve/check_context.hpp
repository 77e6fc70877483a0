// What every part of the checker shares: the model under construction, the tables of declared names, and
// the FtdpScope of one body (a rule, a function, a property, ...). Private to the checker.
//
// A value whose type could not be determined has an invalid TypeId. It fits everywhere without an error, so
// that one mistake is reported once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "language/ftdp/parse/syntax.hpp"
#include "language/ftdp/resolve/checker.hpp"
#include "model/model.hpp"

namespace quorate {

inline constexpr std::int64_t kMaxProcesses = 62;  // so that a set of processes fits into a word
inline constexpr std::int64_t kMaxSetElements = 62;
inline constexpr std::int64_t kMaxRangeSize = std::int64_t{1} << 31;
inline constexpr std::int64_t kMaxScalars = 4096;  // in one variable or one message
inline constexpr int kMaxNesting = 500;            // of expressions and statements

struct ParameterEntry {
  std::int64_t value = 0;
  bool boolean = false;  // its default is true or false
  bool known = true;     // false: its value could not be found, which was reported
};

enum class ResolveState { not_started, running, done };

struct TypeEntry {
  const SyntaxType* syntax = nullptr;  // none for roles, groups and predefined types
  TypeId type;
  ResolveState progress = ResolveState::not_started;
};

struct FtdpChecker {
  const SyntaxModel& syntax;
  const SourceText& source;
  Diagnostics& diagnostics;
  Model model;

  std::map<std::string, Span> declared;  // the names of the model itself: one namespace
  std::map<std::string, ParameterEntry> parameters;
  std::map<std::string, TypeEntry> types;  // named types, roles and groups
  std::map<std::string, RoleId> roles;     // by the name of the role and by the name of its type
  std::map<std::string, KindId> kinds;
  std::map<std::string, FunctionId> functions;
  std::map<std::string, std::int32_t> monitors;         // global monitor variables
  std::map<std::string, std::vector<TypeId>> literals;  // the enumerations that have this literal
  std::map<std::string, TypeId> interned;               // by structure and name
  std::set<std::string> misplaced;                      // global variables, already reported
  std::set<std::string> reported_free;                  // parameters without a value, already reported
  bool recursive_functions = false;                     // reported; no later check may follow calls

  FtdpChecker(const SyntaxModel& tree, const SourceText& text, Diagnostics& messages)
      : syntax(tree), source(text), diagnostics(messages) {}

  void error(Span span, std::string message, std::string hint = {}) {
    diagnostics.error(span, std::move(message), std::move(hint));
  }
  void warning(Span span, std::string message, std::string hint = {}) {
    diagnostics.warning(span, std::move(message), std::move(hint));
  }
  // Reports a second declaration of a name. `table` maps the names of one namespace to their places.
  bool declare(std::map<std::string, Span>& table, const Name& name, const std::string& what);

  [[nodiscard]] const Type& type(TypeId id) const { return model.types[id.index()]; }
  [[nodiscard]] bool is(TypeId id, TypeKind kind) const { return id.valid() && type(id).kind == kind; }
  [[nodiscard]] std::uint32_t line(Span span) const { return source.locate(span.begin).line; }
};

enum class BodyKind { constant, rule, initial_rule, function, observe, property };

// An input of a rule with a name for its messages: `A as a`.
struct FtdpInput {
  std::string alias;
  Receive receive;
};

struct FtdpBinding {
  std::string name;
  LocalId local;
};

// The names visible at one point of a body, and the frame that its locals live in.
struct FtdpScope {
  FtdpChecker& checker;
  BodyKind body;
  Frame frame;
  std::vector<FtdpBinding> bindings;  // innermost last
  RoleId role;                        // rules: the role whose variables may be named without a process
  LocalId self;
  Receive receive;                       // rules; none: it receives nothing or has `inputs`
  std::vector<FtdpInput> inputs;         // rules whose messages have names
  std::vector<std::size_t> sync_points;  // rules: positions among the statements of the body
  bool guard = false;                    // rules: the guard is checked, which may ask failure detectors
  std::vector<DetectorAnswer> answers;   // rules: what it asks
  std::set<std::string> unknown;         // names reported in this body
  bool undefined_allowed = false;        // the expression checked next may be the word `undefined`
  std::string otherwise;  // constants: what to write if the value is not constant; may be empty
  bool lemma = false;     // a property that may look into channels
  int depth = 0;

  FtdpScope(FtdpChecker& owner, BodyKind kind) : checker(owner), body(kind) {}
  LocalId bind(const std::string& name, TypeId type);
  [[nodiscard]] LocalId find(const std::string& name) const;  // invalid when not bound
};

// Bindings made during its lifetime are undone at its end.
class FtdpInnerScope {
 public:
  explicit FtdpInnerScope(FtdpScope& scope) : scope_(scope), size_(scope.bindings.size()) {}
  ~FtdpInnerScope() { scope_.bindings.resize(size_); }
  FtdpInnerScope(const FtdpInnerScope&) = delete;
  FtdpInnerScope& operator=(const FtdpInnerScope&) = delete;

 private:
  FtdpScope& scope_;
  std::size_t size_;
};

// Counts nesting; `exceeded` reports and stops where a tree is too deep to be walked.
class FtdpNesting {
 public:
  explicit FtdpNesting(FtdpScope& scope) : scope_(scope) { ++scope_.depth; }
  ~FtdpNesting() { --scope_.depth; }
  FtdpNesting(const FtdpNesting&) = delete;
  FtdpNesting& operator=(const FtdpNesting&) = delete;
  [[nodiscard]] bool exceeded(Span span) const;

 private:
  FtdpScope& scope_;
};

// "did you mean `promised`?", or the other hint when no candidate is near.
std::string suggest(const std::string& word, const std::vector<std::string>& candidates,
                    const std::string& otherwise = {});
// `a`, `b` and `c`
std::string list_words(const std::vector<std::string>& words);
// The message kind of this name, or an invalid one after an error. `if_none`: what to do if the model
// declares none.
KindId find_kind(FtdpChecker& checker, const Name& name,
                 const std::string& if_none = "the model declares no message");
// Reports a name where only a role or a group is allowed.
void report_unknown_role(FtdpChecker& checker, const Name& name);

}  // namespace quorate
