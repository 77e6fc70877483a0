// The first enumeration field of a kind that every send gives a constant refines the kind. Classes make
// dependence finer: transitions that take messages of different classes from one channel do not conflict,
// unless the channel is FIFO. A transition takes a message of a class only if its guard is not false with
// this constant assumed and everything else unknown (rule_instance.cpp).
#include "reduction/stubborn/message_classes.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

bool same_local(const Expr& a, const Expr& b) {
  return a.kind == ExprKind::local && b.kind == ExprKind::local && a.local == b.local;
}

// Whether every message of the kind is sent with a constant in the field.
class ConstantField {
 public:
  ConstantField(KindId kind, std::int32_t field) : kind_(kind), field_(field) {}

  bool holds(const Model& model) {
    for (const Rule& rule : model.rules) {
      std::vector<const Expr*> assigned;
      visit(rule.body, assigned);
    }
    return holds_;
  }

 private:
  // assigned: the recipients whose message has a value in the field already.
  void visit(const std::vector<Stmt>& statements, std::vector<const Expr*> assigned) {
    for (const Stmt& s : statements) {
      if (s.kind != StmtKind::set_outgoing || s.message_kind != kind_ || s.index != field_) continue;
      holds_ &= s.value.kind == ExprKind::constant;
      assigned.push_back(&s.target);
    }
    for (const Stmt& s : statements) {
      if (s.kind == StmtKind::send && s.message_kind == kind_) {
        holds_ &= s.arguments[static_cast<std::size_t>(field_)].kind == ExprKind::constant;
      }
      if (s.kind == StmtKind::set_outgoing && s.message_kind == kind_) {
        holds_ &= std::ranges::any_of(assigned, [&](const Expr* e) { return same_local(*e, s.target); });
      }
      visit(s.body, assigned);
      visit(s.else_body, assigned);
    }
  }

  KindId kind_;
  std::int32_t field_;
  bool holds_ = true;
};

}  // namespace

MessageClasses::MessageClasses(const Model& model) {
  for (std::size_t k = 0; k < model.messages.size(); ++k) {
    Kind kind;
    kind.first = static_cast<MessageClass>(size_);
    const auto& fields = model.messages[k].fields;
    for (std::size_t f = 0; f < fields.size() && kind.field < 0; ++f) {
      const Type& type = model.type(fields[f].type);
      const auto position = static_cast<std::int32_t>(f);
      if (type.kind != TypeKind::enumeration) continue;
      if (!ConstantField(KindId(static_cast<std::int64_t>(k)), position).holds(model)) continue;
      kind.field = position;
      kind.low = type.low;
      kind.count = type.size();
    }
    size_ += static_cast<std::size_t>(kind.count);
    kinds_.push_back(kind);
  }
}

std::string MessageClasses::name(const Model& model, MessageClass which) const {
  std::size_t k = 0;
  while (k + 1 < kinds_.size() && kinds_[k + 1].first <= which) ++k;
  const MessageKind& kind = model.messages[k];
  if (kinds_[k].field < 0) return kind.name;
  const TypeId type = kind.fields[static_cast<std::size_t>(kinds_[k].field)].type;
  return kind.name + " " + model.show(type, kinds_[k].low + (which - kinds_[k].first));
}

std::set<MessageClass> MessageClasses::all_of(KindId id) const {
  const Kind& kind = kinds_[id.index()];
  std::set<MessageClass> classes;
  for (std::int64_t i = 0; i < kind.count; ++i) classes.insert(kind.first + static_cast<MessageClass>(i));
  return classes;
}

std::set<MessageClass> MessageClasses::consumed(RuleInstance instance) const {
  const Receive& receive = instance.rule().receive;
  if (receive.kind == ReceiveKind::none) return {};
  if (instance.rule().compound()) {  // of every kind that some input takes
    std::set<MessageClass> all;
    for (std::size_t i = 0; i < instance.rule().input_count(); ++i)
      all.merge(all_of(instance.rule().input(i).message_kind));
    return all;
  }
  const Kind& kind = kinds_[receive.message_kind.index()];
  if (kind.field < 0) return {kind.first};
  std::set<MessageClass> classes;
  for (std::int64_t i = 0; i < kind.count; ++i) {
    instance.field = {kind.field, kind.low + i};
    if (!instance.evaluate(instance.rule().guard).is(0)) {
      classes.insert(kind.first + static_cast<MessageClass>(i));
    }
  }
  return classes;
}

bool MessageClasses::takes(const Layout& layout, KindId id, const std::set<MessageClass>& classes,
                           std::uint64_t message) const {
  const MessageFormat& format = layout.formats[id.index()];
  if ((message & layout.tag_mask) != format.tag) return false;
  const Kind& kind = kinds_[id.index()];
  if (kind.field < 0) return true;
  const MessageCell& cell = layout.message_cells[format.fields[static_cast<std::size_t>(kind.field)]];
  const std::uint64_t raw = (message >> cell.shift) & cell.mask;
  if (raw == 0) return true;  // undefined: never sent so; if it were, the guard would be a model error
  const std::int64_t value = static_cast<std::int64_t>(raw) + cell.bias;
  return classes.contains(kind.first + static_cast<MessageClass>(value - kind.low));
}

std::set<MessageClass> MessageClasses::sent(const RuleInstance& instance, const Stmt& statement) const {
  const Kind& kind = kinds_[statement.message_kind.index()];
  if (kind.field < 0) return {kind.first};
  const Expr* value = nullptr;
  if (statement.kind == StmtKind::send) value = &statement.arguments[static_cast<std::size_t>(kind.field)];
  if (statement.kind == StmtKind::set_outgoing) {
    if (statement.index != kind.field) return {};  // another statement assigns the field
    value = &statement.value;
  }
  const Known known = instance.evaluate(*value);
  if (known.kind != Known::Kind::value) return all_of(statement.message_kind);
  return {kind.first + static_cast<MessageClass>(known.number - kind.low)};
}

}  // namespace quorate
