#include "parameterized/parameter_search.hpp"

#include "parameterized/instance/parameter_values.hpp"
#include "parameterized/instance/threshold_instance.hpp"
#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

std::string with_parameters(const std::string& parameters, const std::string& condition,
                            const std::string& count) {
  return "symbolic int " + parameters + ";\nassume(" + condition + ");\nactive[" + count +
         "] proctype P() { byte pc; end: do :: atomic { pc = 1 } od }\natomic a = some(P:pc == 1);\nltl p { "
         "<>a }\n";
}

TEST(ParameterSearch, FindsWhatTryingAllFinds) {
  for (const std::string condition : {"N > 3 * T && T >= F", "N / 2 > T && F <= (N - T) / 3 && F != 1",
                                      "N == 2 * T + F || F > 4", "N >= 0"}) {
    const auto rules = rules_from(with_parameters("N, T, F", condition, "N - F"));
    std::vector<std::vector<std::int64_t>> expected;
    for (std::int64_t size = 0; size <= 3; ++size) {
      for (std::int64_t n = 0; n <= 7; ++n) {
        for (std::int64_t t = 0; t <= 7; ++t) {
          for (std::int64_t f = 0; f <= 7; ++f) {
            if (admissible(*rules, {n, t, f}) && n - f == size) expected.push_back({n, t, f});
          }
        }
      }
    }
    std::vector<std::vector<std::int64_t>> found;
    for (const auto& choice : admissible_parameters(*rules, 3, 7)) found.push_back(choice.values);
    EXPECT_EQ(found, expected) << condition;
  }
}

TEST(ParameterSearch, ManyParametersAreNotTriedOneByOne) {
  const auto rules = rules_from(with_parameters("N, A, B, C, D, E, F, G, H, I, J",
                                                "N > A + B + C + D + E + F + G + H + I + J && A >= B && B >= "
                                                "C && C >= D && D >= E && E >= F && F >= G && "
                                                "G >= H && H >= I && I >= J",
                                                "N"));
  std::size_t found = 0;
  for_each_parameters(
      *rules, 3, 6, [] { return true; }, [&](const auto&) { return ++found > 0; });
  EXPECT_EQ(found, 4U);  // at most two of them are more than nothing in all: 0, 1, 2, 1 + 1
}

TEST(ParameterSearch, StopsWhenItIsTold) {
  const auto rules = rules_from(with_parameters(
      "N, A, B, C, D, E, F, G", "N * 2 == 1 || A + B + C + D + E + F + G == N * 50 + 1", "N"));
  int asked = 0;
  const auto walk = for_each_parameters(
      *rules, 1, 40, [&] { return ++asked < 3; }, [](const auto&) { return true; });
  EXPECT_EQ(walk, ParameterWalk::stopped);
  EXPECT_EQ(asked, 3);
}

}  // namespace

}  // namespace quorate
