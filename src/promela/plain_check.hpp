// The properties of a Promela text of fixed size: its formulas, and that no assertion fails.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/plain_model.hpp"
#include "parameterized/instance/instance_check.hpp"

namespace quorate {

// The name of the property that no assertion fails; texts with `assert` have it.
inline constexpr const char* kAssertionsProperty = "assertions";

// In the order in which they are checked.
std::vector<std::string> plain_properties(const PlainModel& model);

// Formulas are checked on runs that go on after an assertion that fails, as if it were `skip`. Throws
// std::logic_error if a counterexample cannot be replayed.
InstanceResult check_plain(const std::shared_ptr<const PlainModel>& model, const SourceText& source,
                           const std::string& property, const SearchOptions& options);

}  // namespace quorate
