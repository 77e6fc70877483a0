// Signatures cannot be forged. So what a Byzantine process can show depends on what the correct processes
// have signed so far, and this is all that has to be known of signatures: one flag for each process and
// content, "it has signed this". A process signs what it sends, whoever the recipients are and whether the
// message arrives: the adversary sees the network. Flags only rise; what was signed once can be shown for
// ever.
//
//   - `send K(e, ...)` of a signed kind sets the flag of these contents (not in a Byzantine rule: a Byzantine
//     process signs whatever it likes);
//   - a rule that receives a message with certificates is possible only if each process that they name is
//     Byzantine or has its flag set. This holds for all messages of correct processes anyway, and so
//     restricts forged ones only;
//   - a rule that sends a certificate which names a process that neither is Byzantine nor has signed is
//     an error of the model.
//
// Flags are hidden variables of their processes, so that they are permuted with them, and so that a signature
// of one process and a signature of another are independent. Rejected: certificates as nested messages, with
// as many values as the product of their signers' messages; and flags in the adversary, which every signature
// would write.
//
// The condition comes before the rule's own guard, which may be a model error for messages that nobody can
// make; behind it if it cannot be one, as it is often the cheaper of the two.
#include "faults/kinds/signatures.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/failure.hpp"
#include "analysis/message_flow.hpp"
#include "faults/declared_faults.hpp"
#include "faults/hidden_variables.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

class SignatureLowering {
 public:
  explicit SignatureLowering(Model& model) : model_(model) {
    for (const AssignedStatuses& assigned : assigned_statuses(model_))
      may_be_byzantine_.push_back(assigned.contains(Status::byzantine));
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      if (declares(model_, FaultKind::byzantine, RoleId(static_cast<std::int64_t>(r))))
        may_be_byzantine_[r] = true;
    }
  }

  void run() {
    for (const MessageKind& kind : model_.messages) {
      for (const CertificateField& certificate : kind.certificates)
        signed_kinds_.insert(certificate.signed_kind);
    }
    for (const KindId kind : signed_kinds_) declare_flags(kind);
    Type one;  // of a single value
    one.kind = TypeKind::range;
    one.high = 0;
    one_ = TypeId(static_cast<std::int64_t>(model_.types.size()));
    model_.types.push_back(std::move(one));
    for (Rule& rule : model_.rules) lower_rule(rule);
    for (Rule& rule : model_.recovery_rules) lower_body(rule);
    for (MessageKind& kind : model_.messages) {
      kind.is_signed = false;
      kind.certificates.clear();
    }
  }

 private:
  // Flags of the processes whose rules send the kind; no others can have signed it.
  void declare_flags(KindId id) {
    const MessageKind& kind = model_.message(id);
    TypeId type = model_.boolean_type;
    const auto covered = signed_fields(kind);
    for (auto field = covered.rbegin(); field != covered.rend(); ++field)
      type = add_array_type(model_, kind.fields[static_cast<std::size_t>(*field)].type, type);
    std::set<RoleId> senders;
    for (const Rule& rule : model_.rules) {
      if (!rule.byzantine && rule_sends(model_, rule).kinds.contains(id)) senders.insert(rule.role);
    }
    for (const Rule& rule : model_.recovery_rules) {
      if (rule_sends(model_, rule).kinds.contains(id)) senders.insert(rule.role);
    }
    for (const RoleId role : senders) {
      const std::int32_t position = add_hidden_variable(model_, role, "signed_" + kind.name, type, kind.span);
      model_.roles[role.index()].variables.back().knowledge = true;
      positions_[{id, role}] = position;
    }
  }

  // The flag of the process for these contents.
  [[nodiscard]] Expr flag(KindId kind, RoleId role, Expr process, const std::vector<Expr>& contents) const {
    const std::int32_t position = positions_.at({kind, role});
    const Span span = process.span;
    Expr place =
        combined(ExprKind::variable, model_.role(role).variables[static_cast<std::size_t>(position)].type,
                 {std::move(process)}, span);
    place.role = role;
    place.index = position;
    for (const Expr& content : contents) {
      const TypeId element = model_.type(place.type).element;
      place = combined(ExprKind::element, element, {std::move(place), content}, span);
    }
    return place;
  }

  Expr truth(ExprKind kind, std::vector<Expr> children, Span span) const {
    return combined(kind, model_.boolean_type, std::move(children), span);
  }

  // What was signed, by the fields of the message with the certificate.
  [[nodiscard]] std::vector<Expr> contents_of(const CertificateField& certificate,
                                              const std::vector<Expr>& fields, Span span) const {
    const MessageKind& kind = model_.message(certificate.signed_kind);
    std::vector<Expr> contents;
    const auto covered = signed_fields(kind);
    for (std::size_t k = 0; k < covered.size(); ++k) {
      const CertificateField::Part& part = certificate.content[k];
      const TypeId type = kind.fields[static_cast<std::size_t>(covered[k])].type;
      contents.push_back(part.field < 0 ? constant(type, part.value, span)
                                        : fields[static_cast<std::size_t>(part.field)]);
    }
    return contents;
  }

  // A quantifier over the processes of the role.
  Expr over(Quantifier quantifier, TypeId result, LocalId signer, RoleId role, Expr body, Expr filter) const {
    const Span span = body.span;
    Expr all = combined(ExprKind::quantifier, result, {std::move(body), std::move(filter)}, span);
    all.quantifier = quantifier;
    all.local = signer;
    all.domain_type = model_.role(role).type;
    return all;
  }

  // The certificate can be shown: every process that it names is Byzantine or has signed; for `at least`,
  // there are as many such processes if it says so. `fields`: those of the message.
  Expr is_genuine(const CertificateField& certificate, const std::vector<Expr>& fields, Frame& frame) const {
    const Expr& shown = fields[static_cast<std::size_t>(certificate.field)];
    const Span span = shown.span;
    const std::vector<Expr> contents = contents_of(certificate, fields, span);
    const bool counts = certificate.at_least > 0;
    const bool set = model_.type(shown.type).kind == TypeKind::set;
    const Expr yes = constant(model_.boolean_type, 1, span);
    Expr all = yes;
    Expr number = constant(model_.integer_type, 0, span);
    for (const RoleId id : certificate.signers) {
      const Role& role = model_.role(id);
      if (role.count == 0) continue;
      const LocalId signer(static_cast<std::int64_t>(frame.size()));
      frame.push_back({"signer", role.type});
      const Expr it = local_value(signer, role.type, span);
      Expr may = may_show(certificate.signed_kind, id, it, contents);
      if (counts) {
        number = combined(ExprKind::add, model_.integer_type,
                          {std::move(number),
                           over(Quantifier::count, model_.integer_type, signer, id, std::move(may), yes)},
                          span);
        continue;
      }
      Expr named = truth(set ? ExprKind::member : ExprKind::equal, {it, shown}, span);
      all = truth(ExprKind::logical_and,
                  {std::move(all),
                   over(Quantifier::all, model_.boolean_type, signer, id, std::move(may), std::move(named))},
                  span);
    }
    if (!counts) return all;
    const Expr enough = constant(model_.integer_type, certificate.at_least, span);
    return truth(ExprKind::implies,
                 {shown, truth(ExprKind::greater_equal, {std::move(number), enough}, span)}, span);
  }

  // The process is Byzantine or has signed these contents.
  Expr may_show(KindId kind, RoleId role, const Expr& process, const std::vector<Expr>& contents) const {
    Expr has_signed = positions_.contains({kind, role}) ? flag(kind, role, process, contents)
                                                        : constant(model_.boolean_type, 0, process.span);
    if (!may_be_byzantine_[role.index()]) return has_signed;
    Expr status = combined(ExprKind::status, model_.status_type, {process}, process.span);
    status.role = role;
    return truth(ExprKind::logical_or,
                 {truth(ExprKind::equal,
                        {std::move(status),
                         constant(model_.status_type, static_cast<std::int64_t>(Status::byzantine))},
                        process.span),
                  std::move(has_signed)},
                 process.span);
  }

  void lower_rule(Rule& rule) {
    lower_body(rule);
    if (rule.receive.kind == ReceiveKind::none) return;
    std::optional<Expr> condition = receipt_condition(rule);
    if (!condition) return;
    const bool late = guard_cannot_fail(rule);
    std::vector<Expr> both{std::move(*condition), std::move(rule.guard)};
    if (late) std::swap(both[0], both[1]);
    rule.guard = truth(ExprKind::logical_and, std::move(both), rule.name_span);
  }

  // Of each message that the rule receives. Nothing if it looks at no certificate.
  std::optional<Expr> receipt_condition(Rule& rule) const {
    const MessageKind& kind = model_.message(rule.receive.message_kind);
    const std::set<std::int32_t> read = message_fields_read(model_, rule, 0);
    const bool quorum = rule.receive.kind == ReceiveKind::quorum;
    const TypeId sender_type = rule.receive.sender_type;
    const LocalId sender(static_cast<std::int64_t>(rule.frame.size()));
    if (quorum) rule.frame.push_back({"sender", sender_type});
    std::vector<Expr> from;
    if (quorum) from.push_back(local_value(sender, sender_type, rule.name_span));
    std::vector<Expr> fields;
    for (std::size_t f = 0; f < kind.fields.size(); ++f) {
      Expr field = combined(ExprKind::message_field, kind.fields[f].type, from, rule.name_span);
      field.message_kind = rule.receive.message_kind;
      field.index = static_cast<std::int32_t>(f);
      fields.push_back(std::move(field));
    }
    std::optional<Expr> condition;
    for (const CertificateField& certificate : kind.certificates) {
      const Type& type = model_.type(kind.fields[static_cast<std::size_t>(certificate.field)].type);
      // A rule that does not look at it takes the message with the empty set, or `false`.
      const bool one = type.kind == TypeKind::process;
      if (!one && !read.contains(certificate.field)) continue;
      Expr genuine = is_genuine(certificate, fields, rule.frame);
      condition = condition ? truth(ExprKind::logical_and, {std::move(*condition), std::move(genuine)},
                                    rule.name_span)
                            : std::move(genuine);
    }
    if (!condition) return {};
    if (model_.channels.synchronous) {
      Expr absent = combined(ExprKind::message_absent, model_.boolean_type, from, rule.name_span);
      absent.message_kind = rule.receive.message_kind;
      condition = truth(ExprKind::logical_or, {std::move(absent), std::move(*condition)}, rule.name_span);
    }
    if (!quorum) return condition;
    Expr all = combined(ExprKind::quantifier, model_.boolean_type,
                        {std::move(*condition), constant(model_.boolean_type, 1),
                         local_value(rule.receive.sender, rule.frame[rule.receive.sender.index()].type)},
                        rule.name_span);
    all.quantifier = Quantifier::all;
    all.local = sender;
    all.domain_type = sender_type;
    all.has_domain_set = true;
    return all;
  }

  [[nodiscard]] bool guard_cannot_fail(const Rule& rule) const {
    // Those who execute rules have their state.
    const Definedness definedness(model_, std::vector<bool>(model_.roles.size(), false));
    FailureAnalysis::Context context;
    context.local = [](LocalId) { return FailureAnalysis::LocalFacts{true, true, false, {}}; };
    context.is_quorum = [](const Expr&) { return false; };
    return FailureAnalysis(model_, definedness, context).cannot_fail(rule.guard);
  }

  void lower_body(Rule& rule) {
    std::vector<Stmt> body;
    std::vector<std::size_t> points;
    for (std::size_t k = 0; k <= rule.body.size(); ++k) {
      for (const std::size_t point : rule.sync_points) {
        if (point == k) points.push_back(body.size());
      }
      if (k < rule.body.size()) lower_statement(rule, std::move(rule.body[k]), body);
    }
    rule.body = std::move(body);
    rule.sync_points = std::move(points);
  }

  std::vector<Stmt> lowered(Rule& rule, std::vector<Stmt> statements) {
    std::vector<Stmt> result;
    for (Stmt& statement : statements) lower_statement(rule, std::move(statement), result);
    return result;
  }

  // Names what is sent, so that choices in it are made once; then checks it, signs it and sends it.
  void lower_statement(Rule& rule, Stmt statement, std::vector<Stmt>& to) {
    statement.body = lowered(rule, std::move(statement.body));
    statement.else_body = lowered(rule, std::move(statement.else_body));
    const bool sends = statement.kind == StmtKind::send;
    const MessageKind* const kind = sends ? &model_.message(statement.message_kind) : nullptr;
    const bool shows = sends && !kind->certificates.empty();
    const bool signs = sends && signed_kinds_.contains(statement.message_kind) && !rule.byzantine;
    if (!shows && !signs) {
      to.push_back(std::move(statement));
      return;
    }
    for (Expr& argument : statement.arguments) {
      const bool plain = argument.kind == ExprKind::constant || argument.kind == ExprKind::local;
      if (plain || !model_.type(argument.type).simple()) continue;
      const LocalId name(static_cast<std::int64_t>(rule.frame.size()));
      rule.frame.push_back({"sent", argument.type});
      Stmt let;
      let.kind = StmtKind::let;
      let.span = argument.span;
      let.local = name;
      let.value = argument;
      argument = local_value(name, argument.type, argument.span);
      to.push_back(std::move(let));
    }
    for (const CertificateField& certificate : kind->certificates)
      to.push_back(demand(is_genuine(certificate, statement.arguments, rule.frame),
                          statement.arguments[static_cast<std::size_t>(certificate.field)].span, rule));
    if (signs) to.push_back(signature(rule, statement, *kind));
    to.push_back(std::move(statement));
  }

  // The flag is set if some certificate can be about these contents.
  [[nodiscard]] Stmt signature(const Rule& rule, const Stmt& send, const MessageKind& kind) const {
    std::vector<Expr> contents;
    for (const auto field : signed_fields(kind))
      contents.push_back(send.arguments[static_cast<std::size_t>(field)]);
    const Expr self = local_value(rule.self, model_.role(rule.role).type, send.span);
    Stmt sets = assignment(flag(send.message_kind, rule.role, self, contents),
                           constant(model_.boolean_type, 1, send.span), send.span);
    Expr useful = constant(model_.boolean_type, 0, send.span);
    for (const MessageKind& carrier : model_.messages) {
      for (const CertificateField& certificate : carrier.certificates) {
        if (certificate.signed_kind != send.message_kind) continue;
        useful = truth(ExprKind::logical_or, {std::move(useful), is_about(certificate, contents)}, send.span);
      }
    }
    Stmt branch;
    branch.kind = StmtKind::branch;
    branch.span = send.span;
    branch.value = std::move(useful);
    branch.body.push_back(std::move(sets));
    return branch;
  }

  // The constants of the certificate are these contents.
  [[nodiscard]] Expr is_about(const CertificateField& certificate, const std::vector<Expr>& contents) const {
    Expr all = constant(model_.boolean_type, 1);
    for (std::size_t k = 0; k < contents.size(); ++k) {
      const CertificateField::Part& part = certificate.content[k];
      if (part.field >= 0) continue;
      Expr equal =
          truth(ExprKind::equal, {contents[k], constant(contents[k].type, part.value)}, contents[k].span);
      all = truth(ExprKind::logical_and, {std::move(all), std::move(equal)}, contents[k].span);
    }
    return all;
  }

  // A model error unless the condition holds: the largest of no values.
  Stmt demand(Expr condition, Span span, Rule& rule) const {
    Expr value = combined(ExprKind::quantifier, one_, {constant(one_, 0, span), std::move(condition)}, span);
    value.quantifier = Quantifier::maximum;
    value.domain_type = one_;
    value.local = LocalId(static_cast<std::int64_t>(rule.frame.size()));
    value.demands_signatures = true;
    rule.frame.push_back({"none", one_});
    Stmt let;
    let.kind = StmtKind::let;
    let.span = span;
    let.local = LocalId(static_cast<std::int64_t>(rule.frame.size()));
    rule.frame.push_back({"genuine", one_});
    let.value = std::move(value);
    return let;
  }

  Model& model_;
  TypeId one_;
  std::set<KindId> signed_kinds_;  // those that some certificate is of
  std::map<std::pair<KindId, RoleId>, std::int32_t> positions_;
  std::vector<bool> may_be_byzantine_;  // [role]
};

}  // namespace

Model lower_certificates(Model model) {
  if (declares_certificates(model)) SignatureLowering(model).run();
  return model;
}

}  // namespace quorate
