// The properties of a Promela text of fixed size: its formulas, and that no assertion fails.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/plain_model.hpp"
#include "parameterized/instance/instance_check.hpp"

namespace quorate {

// The name of the property that no assertion fails, which texts with `assert` have.
inline constexpr const char* kAssertionsProperty = "assertions";

// In the order in which they are checked.
std::vector<std::string> plain_properties(const PlainModel& model);

// For formulas a failing assertion is like `skip`: runs go on after it. Throws InternalError if a
// counterexample cannot be replayed.
InstanceResult check_plain(const std::shared_ptr<const PlainModel>& model, const SourceText& source,
                           const std::string& property, const SearchOptions& options);

}  // namespace quorate
