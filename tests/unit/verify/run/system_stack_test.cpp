#include "verify/run/system_stack.hpp"

#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

const std::string text = R"(
protocol once
role a[2] var x: 0..1 := 0
role b var y: 0..1 := 0
message M
rule go of a p: when p.x = 0 do p.x := 1; send M to all b
rule take of b q on M from a p: when q.y = 0 do q.y := 1
invariant fine: all(p: a | p.x <= 1)
)";

// A check makes one copy of a model (verify/check_all.hpp). Whatever is built for a search looks at that one.
TEST(SystemStack, CopiesNoModel) {
  const CheckedModel checked = check_text(text);
  ASSERT_TRUE(checked.model) << checked.text();
  Reductions reductions;
  reductions.por = PartialOrder::lpor;
  reductions.forget = true;
  std::vector<CompileProblem> problems;
  const auto stack = SystemStack::make(*checked.model, {}, {}, reductions, problems);
  ASSERT_TRUE(stack);
  EXPECT_EQ(&stack->unreduced().model(), &*checked.model);
}

}  // namespace
}  // namespace quorate
