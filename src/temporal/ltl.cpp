// Rewriting while formulas are built: each rule replaces a formula by an equivalent one that needs fewer
// promises or fewer states in an automaton. The rules come in dual pairs: what holds for `or` and `until`
// holds for `and` and `release` with true and false exchanged, so that one function serves both. Rejected:
// simplification by implication between arbitrary subformulas, since the simplification of the automaton
// after the translation achieves most of it on usual formulas.
#include "temporal/ltl.hpp"

#include <algorithm>

namespace quorate {

namespace {
constexpr LtlId no_formula = UINT32_MAX;
}

LtlPool::LtlPool() {
  nodes_.push_back({LtlKind::false_, 0, 0, 0});
  nodes_.push_back({LtlKind::true_, 0, 0, 0});
}

LtlId LtlPool::make(LtlKind kind, std::uint32_t atom, LtlId left, LtlId right) {
  const auto [entry, fresh] =
      numbers_.try_emplace({kind, atom, left, right}, static_cast<LtlId>(nodes_.size()));
  if (fresh) nodes_.push_back({kind, atom, left, right});
  return entry->second;
}

LtlId LtlPool::atom(std::uint32_t number) {
  return make(LtlKind::atom, number, 0, 0);
}

LtlId LtlPool::negation(LtlId f) {
  if (f <= 1) return 1 - f;
  if (const auto known = negations_.find(f); known != negations_.end()) return known->second;
  const LtlNode node = nodes_[f];
  LtlId result = 0;
  switch (node.kind) {
    case LtlKind::atom:
      result = make(LtlKind::not_atom, node.atom, 0, 0);
      break;
    case LtlKind::not_atom:
      result = make(LtlKind::atom, node.atom, 0, 0);
      break;
    case LtlKind::and_:
      result = disjunction(negation(node.left), negation(node.right));
      break;
    case LtlKind::or_:
      result = conjunction(negation(node.left), negation(node.right));
      break;
    case LtlKind::next:
      result = next(negation(node.left));
      break;
    case LtlKind::until:
      result = release(negation(node.left), negation(node.right));
      break;
    default:
      result = until(negation(node.left), negation(node.right));
      break;
  }
  negations_[f] = result;
  return result;
}

bool LtlPool::opposite(LtlId a, LtlId b) const {
  const LtlNode& x = nodes_[a];
  const LtlNode& y = nodes_[b];
  return x.atom == y.atom && ((x.kind == LtlKind::atom && y.kind == LtlKind::not_atom) ||
                              (x.kind == LtlKind::not_atom && y.kind == LtlKind::atom));
}

LtlId LtlPool::repeated(LtlId f, bool eventually) const {
  const LtlKind outer = eventually ? LtlKind::until : LtlKind::release;
  const LtlKind inner = eventually ? LtlKind::release : LtlKind::until;
  const LtlNode& node = nodes_[f];
  if (node.kind != outer || node.left != constant(eventually)) return no_formula;
  const LtlNode& inside = nodes_[node.right];
  if (inside.kind != inner || inside.left != constant(!eventually)) return no_formula;
  return inside.right;
}

LtlId LtlPool::conjunction(LtlId a, LtlId b) {
  return combination(LtlKind::and_, a, b);
}

LtlId LtlPool::disjunction(LtlId a, LtlId b) {
  return combination(LtlKind::or_, a, b);
}

LtlId LtlPool::combination(LtlKind kind, LtlId a, LtlId b) {
  const bool both = kind == LtlKind::and_;
  const LtlId neutral = constant(both);
  const LtlId absorbing = constant(!both);
  if (a == absorbing || b == absorbing || opposite(a, b)) return absorbing;
  if (a == neutral || a == b) return b;
  if (b == neutral) return a;
  const LtlNode x = nodes_[a];
  const LtlNode y = nodes_[b];
  // p and (p or q) is p.
  const LtlKind other = both ? LtlKind::or_ : LtlKind::and_;
  if (y.kind == other && (y.left == a || y.right == a)) return a;
  if (x.kind == other && (x.left == b || x.right == b)) return b;
  // p and (p and q)
  if (y.kind == kind && (y.left == a || y.right == a)) return b;
  if (x.kind == kind && (x.left == b || x.right == b)) return a;
  // (p U q) or (p U r) is p U (q or r); X q or X r is X (q or r).
  const LtlKind distributing = both ? LtlKind::release : LtlKind::until;
  if (x.kind == distributing && y.kind == distributing && x.left == y.left) {
    return until_or_release(distributing, x.left, combination(kind, x.right, y.right));
  }
  if (x.kind == LtlKind::next && y.kind == LtlKind::next) return next(combination(kind, x.left, y.left));
  // G F p or G F q is G F (p or q); F G p and F G q is F G (p and q).
  const LtlId p = repeated(a, both);
  const LtlId q = repeated(b, both);
  if (p != no_formula && q != no_formula) {
    const LtlId inside = combination(kind, p, q);
    return both ? eventually(always(inside)) : always(eventually(inside));
  }
  return make(kind, 0, std::min(a, b), std::max(a, b));
}

LtlId LtlPool::next(LtlId f) {
  // X F G p is F G p, and X G F p is G F p.
  if (f <= 1 || repeated(f, true) != no_formula || repeated(f, false) != no_formula) return f;
  return make(LtlKind::next, 0, f, 0);
}

LtlId LtlPool::until(LtlId a, LtlId b) {
  return until_or_release(LtlKind::until, a, b);
}

LtlId LtlPool::release(LtlId a, LtlId b) {
  return until_or_release(LtlKind::release, a, b);
}

// The comments show the rules for `until`; those for `release` are dual.
LtlId LtlPool::until_or_release(LtlKind kind, LtlId a, LtlId b) {
  const bool eventual = kind == LtlKind::until;
  const LtlId top = constant(eventual);
  const LtlId bottom = constant(!eventual);
  if (b <= 1 || a == bottom || a == b) return b;  // p U true, p U false, false U q, q U q
  const LtlNode y = nodes_[b];
  if (y.kind == kind && (y.left == a || a == top)) {
    return y.left == a ? b : until_or_release(kind, top, y.right);  // p U (p U q), F (p U q)
  }
  // F G F p, F F G p, p U G F q
  if (repeated(b, true) != no_formula || repeated(b, false) != no_formula) return b;
  const LtlKind choice = eventual ? LtlKind::or_ : LtlKind::and_;
  if (a != top && y.kind == choice && (y.left == a || y.right == a)) {
    // p U (p or q) is p or q
    return b;
  }
  if (a == top && y.kind == LtlKind::next) return next(until_or_release(kind, a, y.left));  // F X p
  return make(kind, 0, a, b);
}

bool LtlPool::has_next(LtlId f) const {
  const LtlNode& node = nodes_[f];
  switch (node.kind) {
    case LtlKind::next:
      return true;
    case LtlKind::and_:
    case LtlKind::or_:
    case LtlKind::until:
    case LtlKind::release:
      return has_next(node.left) || has_next(node.right);
    default:
      return false;
  }
}

std::string LtlPool::to_text(LtlId f, const std::function<std::string(std::uint32_t)>& name) const {
  const LtlNode& n = nodes_[f];
  const auto part = [&](LtlId id) { return to_text(id, name); };
  switch (n.kind) {
    case LtlKind::false_:
      return "false";
    case LtlKind::true_:
      return "true";
    case LtlKind::atom:
      return name(n.atom);
    case LtlKind::not_atom:
      return "!" + name(n.atom);
    case LtlKind::and_:
      return "(" + part(n.left) + " && " + part(n.right) + ")";
    case LtlKind::or_:
      return "(" + part(n.left) + " || " + part(n.right) + ")";
    case LtlKind::next:
      return "X " + part(n.left);
    case LtlKind::until:
      return n.left == 1 ? "<> " + part(n.right) : "(" + part(n.left) + " U " + part(n.right) + ")";
    case LtlKind::release:
      return n.left == 0 ? "[] " + part(n.right) : "(" + part(n.left) + " V " + part(n.right) + ")";
  }
  return "";
}

}  // namespace quorate
