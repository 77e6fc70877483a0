// From statements to locations and steps. A location is a point at which a process can be; each branch of a
// selection is a step out of the selection's own location, so that a selection by itself takes no step. A
// jump takes none either, unless it begins a branch or has a label: the step before it leads to its target.
// The first steps of a block are possible at the location before it as well (copy_steps). A step stays in
// an atomic block or d_step if its target is inside of the same one.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "language/promela/plain_checker.hpp"

namespace quorate {

namespace {

class PlainFlow {
  using Kind = PlainStatement::Kind;
  using Statements = std::span<const PlainStatement>;

 public:
  PlainFlow(const PlainProcessText& text, PlainResolver& resolver, PlainProcess& process,
            Diagnostics& diagnostics)
      : text_(text), resolver_(resolver), process_(process), diagnostics_(diagnostics) {}

  std::map<std::string, std::int32_t> run() {
    Statements body = text_.body;
    while (!body.empty() && body[0].kind == Kind::declaration) body = body.subspan(1);
    find_labels(body, 0);
    const std::int32_t finished = location(text_.span);
    const bool labelled = !body.empty() && !body[0].labels.empty();
    process_.entry = labelled ? labels_[body[0].labels[0]] : location(text_.span);
    if (body.empty()) process_.entry = finished;
    sequence(body, process_.entry, finished, true);
    for (std::size_t i = 0; i < process_.steps.size(); ++i) finish(process_.steps[i], block_of_[i]);
    std::ranges::stable_sort(process_.steps, {}, &PlainStep::from);
    process_.locations = static_cast<std::int32_t>(process_.places.size());
    return labels_;
  }

 private:
  // An atomic block or a d_step, numbered from 1; 0 is outside of any. A block inside of another is part of
  // it.
  struct Block {
    bool deterministic = false;
  };

  void find_labels(const Statements& statements, std::int32_t inside) {
    for (const auto& statement : statements) {
      const std::int32_t before = block_;
      block_ = inside;
      for (const auto& label : statement.labels) {
        if (labels_.contains(label)) {
          diagnostics_.error(statement.span,
                             fmt::format("the label {} stands twice in {}", label, text_.name));
        } else {
          labels_[label] =
              statement.labels[0] == label ? location(statement.span) : labels_[statement.labels[0]];
        }
        if (label.starts_with("accept"))
          diagnostics_.warning(statement.span, "labels that begin with accept have no meaning here",
                               "formulas say what must not happen for ever: ltl name { ... }");
      }
      block_ = before;
      const bool block = statement.kind == Kind::atomic || statement.kind == Kind::d_step;
      std::int32_t within = inside;
      if (block && inside == 0) {
        within = static_cast<std::int32_t>(blocks_.size());
        blocks_.push_back({statement.kind == Kind::d_step});
        numbers_.emplace(&statement, within);
      }
      for (const auto& branch : statement.branches) find_labels(branch, within);
    }
  }

  std::int32_t location(Span place) {
    process_.places.push_back(place);
    inside_.push_back(block_);
    return static_cast<std::int32_t>(process_.places.size()) - 1;
  }

  [[nodiscard]] static bool is_jump(const PlainStatement& statement) {
    return statement.kind == Kind::jump || statement.kind == Kind::leave;
  }

  std::int32_t jump_target(const PlainStatement& statement) {
    if (statement.kind == Kind::leave) {
      if (!loop_exits_.empty()) return loop_exits_.back();
      diagnostics_.error(statement.span, "'break' outside of a loop");
      return 0;
    }
    const auto label = labels_.find(statement.name);
    if (label != labels_.end()) return label->second;
    diagnostics_.error(statement.span, fmt::format("{} has no label {}", text_.name, statement.name));
    return 0;
  }

  // The location after statement i: that of the next one, or the target of a jump that follows.
  std::int32_t after(const Statements& statements, std::size_t i, std::int32_t exit) {
    if (i + 1 == statements.size()) return exit;
    const PlainStatement& next = statements[i + 1];
    if (!next.labels.empty()) return labels_[next.labels[0]];
    if (is_jump(next)) return jump_target(next);
    return location(next.span);
  }

  // `own`: the entry belongs to the first statement alone, so that a loop can come back to it.
  void sequence(const Statements& statements, std::int32_t entry, std::int32_t exit, bool own) {
    std::int32_t at = entry;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const PlainStatement& statement = statements[i];
      const bool labelled = !statement.labels.empty();
      // Nothing leads to what follows a jump, except by a label.
      if (i > 0 && is_jump(statements[i - 1]) && !labelled) at = location(statement.span);
      const std::int32_t next = after(statements, i, exit);
      if (i > 0 && is_jump(statement) && !labelled) {
        at = next;
        continue;
      }
      const bool apart = i == 0 && (labelled || (!own && statement.kind == Kind::loop));
      if (!apart) {
        one(statement, labelled ? labels_[statement.labels[0]] : at, next);
      } else {
        const std::int32_t inner = labelled ? labels_[statement.labels[0]] : location(statement.span);
        one(statement, inner, next);
        if (inner != at) copy_steps(inner, at);
      }
      at = next;
    }
  }

  // All steps from `from` are possible at `to` as well.
  void copy_steps(std::int32_t from, std::int32_t to) {
    const std::size_t count = process_.steps.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (process_.steps[i].from != from) continue;
      PlainStep copy = process_.steps[i];
      copy.from = to;
      process_.steps.push_back(std::move(copy));
      block_of_.push_back(block_of_[i]);
    }
  }

  void one(const PlainStatement& statement, std::int32_t at, std::int32_t next) {
    switch (statement.kind) {
      case Kind::choice:
        return choice(statement, at, next);
      case Kind::loop:
        loop_exits_.push_back(next);
        choice(statement, at, at);
        loop_exits_.pop_back();
        return;
      case Kind::atomic:
      case Kind::d_step:
        return block(statement, at, next);
      case Kind::declaration:
        diagnostics_.error(statement.span, "variables are declared at the beginning of the proctype");
        return;
      case Kind::else_:
        diagnostics_.error(statement.span, "'else' can only be the first word of a branch");
        return;
      default:
        break;
    }
    PlainStep step;
    step.span = statement.span;
    step.from = at;
    step.to = next;
    switch (statement.kind) {
      case Kind::guard:
        step.action = PlainAction::guard;
        step.expression = resolver_.resolve(statement.expression);
        break;
      case Kind::check:
        step.action = PlainAction::check;
        step.expression = resolver_.resolve(statement.expression);
        break;
      case Kind::assign:
        step.action = PlainAction::assign;
        step.target = resolver_.variable(statement.target);
        step.expression = resolver_.resolve(statement.expression);
        break;
      case Kind::send:
      case Kind::receive:
        message(statement, step);
        break;
      case Kind::jump:
      case Kind::leave:
        step.to = jump_target(statement);
        break;
      default:
        break;
    }
    add(std::move(step));
  }

  void message(const PlainStatement& statement, PlainStep& step) {
    const bool received = statement.kind == Kind::receive;
    step.action = received ? PlainAction::receive : PlainAction::send;
    const auto channel = resolver_.channel(statement.name, statement.span);
    if (!channel) return;
    step.channel = *channel;
    for (const auto& argument : statement.arguments)
      step.arguments.push_back(resolver_.argument(argument, received));
    const std::size_t wanted = resolver_.fields_of(*channel);
    if (step.arguments.size() != wanted)
      diagnostics_.error(statement.span, fmt::format("a message of {} has {} fields, and this has {}",
                                                     statement.name, wanted, step.arguments.size()));
  }

  void add(PlainStep step) {
    process_.steps.push_back(std::move(step));
    block_of_.push_back(block_);
  }

  void choice(const PlainStatement& statement, std::int32_t at, std::int32_t exit) {
    const std::int32_t number = choices_++;
    const std::size_t first = process_.steps.size();
    bool has_else = false;
    for (const auto& branch : statement.branches) {
      if (branch[0].kind != Kind::else_) {
        sequence(branch, at, exit, false);
        continue;
      }
      if (has_else) diagnostics_.error(branch[0].span, "a second 'else' for the same selection");
      if (!branch[0].labels.empty()) diagnostics_.error(branch[0].span, "a label cannot stand before 'else'");
      has_else = true;
      PlainStep step;
      step.from = at;
      step.to = after(branch, 0, exit);
      step.else_of = number;
      step.span = branch[0].span;
      const std::int32_t next = step.to;
      add(std::move(step));
      const bool jumps = branch.size() > 1 && is_jump(branch[1]) && branch[1].labels.empty();
      const Statements rest = Statements(branch).subspan(jumps ? 2 : 1);
      if (!rest.empty()) sequence(rest, jumps ? location(rest[0].span) : next, exit, true);
    }
    for (std::size_t i = first; i < process_.steps.size(); ++i) {
      PlainStep& step = process_.steps[i];
      if (step.from == at && step.else_of != number) step.choices.push_back(number);
    }
  }

  void block(const PlainStatement& statement, std::int32_t at, std::int32_t next) {
    const std::int32_t before = block_;
    if (block_ == 0) block_ = numbers_.at(&statement);
    const std::int32_t inner = location(statement.span);
    sequence(statement.branches[0], inner, next, true);
    block_ = before;
    copy_steps(inner, at);
  }

  // Which blocks a step stays in, and whether it may go where it goes.
  void finish(PlainStep& step, std::int32_t block) {
    const std::int32_t target = inside_[static_cast<std::size_t>(step.to)];
    const bool deterministic = blocks_[static_cast<std::size_t>(block)].deterministic;
    step.stays_atomic = block != 0 && !deterministic && target == block;
    step.stays_in_d_step = block != 0 && deterministic && target == block;
    if (target != 0 && target != block)
      diagnostics_.error(step.span, "a jump into an atomic block or a d_step is not supported",
                         "put the label before the block");
  }

  const PlainProcessText& text_;
  PlainResolver& resolver_;
  PlainProcess& process_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::int32_t> labels_;
  std::vector<Block> blocks_{Block{}};
  std::map<const PlainStatement*, std::int32_t> numbers_;  // of blocks
  std::vector<std::int32_t> inside_;                       // by location: the block in which it is
  std::vector<std::int32_t> block_of_;                     // by step: the block to which it belongs
  std::vector<std::int32_t> loop_exits_;
  std::int32_t block_ = 0;  // in which the translation is
  std::int32_t choices_ = 0;
};

}  // namespace

std::map<std::string, std::int32_t> make_plain_flow(const PlainProcessText& text, PlainResolver& resolver,
                                                    PlainProcess& process, Diagnostics& diagnostics) {
  return PlainFlow(text, resolver, process, diagnostics).run();
}

}  // namespace quorate
