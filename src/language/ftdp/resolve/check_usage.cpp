// One walk over the whole syntax tree, which gives up below a depth that the checker would refuse anyway.
#include "language/ftdp/resolve/check_usage.hpp"

namespace quorate {
namespace {

class Collector {
 public:
  NameUsage usage;

  void expr(const SyntaxExpr& syntax) {
    if (++depth_ <= kMaxDepth) {
      if (syntax.kind == SyntaxExprKind::name) usage.used.insert(syntax.name.text);
      if (syntax.kind == SyntaxExprKind::let) declare(syntax.name);
      if (syntax.kind == SyntaxExprKind::quantifier) declare(syntax.bound);
      for (const auto& domain : syntax.domain) type(domain);
      for (const auto& child : syntax.children) expr(child);
    }
    --depth_;
  }

  void type(const SyntaxType& syntax) {
    if (++depth_ <= kMaxDepth) {
      for (const auto& bound : syntax.bounds) expr(bound);
      for (const auto& literal : syntax.literals) declare(literal);
      declarations(syntax.fields);
      for (const auto& part : syntax.parts) type(part);
    }
    --depth_;
  }

  void declarations(const std::vector<SyntaxDeclaration>& all) {
    for (const auto& declaration : all) {
      declare(declaration.name);
      type(declaration.type);
      if (declaration.initial) expr(*declaration.initial);
    }
  }

  void stmts(const std::vector<SyntaxStmt>& all) {
    if (++depth_ <= kMaxDepth) {
      for (const auto& stmt : all) {
        expr(stmt.target);
        expr(stmt.value);
        declare(stmt.bound);
        for (const auto& domain : stmt.domain) type(domain);
        stmts(stmt.body);
        stmts(stmt.else_body);
      }
    }
    --depth_;
  }

  void rules(const std::vector<SyntaxRule>& all) {
    for (const auto& rule : all) {
      for (const auto& one : rule.parameters) parameter(one);
      if (rule.self) parameter(*rule.self);
      if (rule.sender) parameter(*rule.sender);
      for (const auto& input : rule.inputs) {
        declare(input.alias);
        if (input.count) expr(*input.count);
        if (input.sender) parameter(*input.sender);
      }
      if (rule.guard) expr(*rule.guard);
      stmts(rule.body);
    }
  }

  void model(const SyntaxModel& syntax) {
    for (const auto& one : syntax.parameters) {
      declare(one.name);
      if (one.value) expr(*one.value);
    }
    declarations(syntax.types);
    declarations(syntax.variables);
    for (const auto& role : syntax.roles) {
      declare(role.name);
      if (role.count) expr(*role.count);
      declarations(role.variables);
      declarations(role.monitors);
    }
    for (const auto& group : syntax.groups) declare(group.name);
    for (const auto& message : syntax.messages) {
      declare(message.name);
      declarations(message.fields);
    }
    for (const auto& function : syntax.functions) {
      declare(function.name);
      declarations(function.parameters);
      type(function.result);
      expr(function.body);
    }
    for (const auto& channels : syntax.channels) {
      if (channels.bound) expr(*channels.bound);
      if (channels.copies) expr(*channels.copies);
      for (const SyntaxContents& contents : channels.initially) expr(contents.most);
    }
    for (const auto& fault : syntax.faults) {
      expr(fault.count);
      if (fault.restarts) expr(*fault.restarts);
      if (fault.omitted) expr(*fault.omitted);
    }
    for (const auto& network : syntax.networks) {
      if (network.count) expr(*network.count);
    }
    rules(syntax.initial_rules);
    rules(syntax.rules);
    declarations(syntax.monitor_variables);
    stmts(syntax.observe);
    for (const auto& property : syntax.properties) {
      if (property.formula) expr(*property.formula);
    }
    for (const auto& fairness : syntax.fairness) {
      for (const auto& item : fairness.items) {
        for (const auto& predicate : item.predicates) expr(predicate);
      }
    }
  }

 private:
  static constexpr int kMaxDepth = 1000;
  int depth_ = 0;

  void declare(const Name& name) {
    if (!name.text.empty()) usage.declared.insert(name.text);
  }

  void parameter(const SyntaxParameter& syntax) {
    declare(syntax.name);
    type(syntax.type);
    if (syntax.quorum_size) expr(*syntax.quorum_size);
  }
};

}  // namespace

NameUsage collect_names(const SyntaxModel& model) {
  Collector collector;
  collector.model(model);
  return std::move(collector.usage);
}

}  // namespace quorate
