// The paths to what several threads have found.
#pragma once

#include "search/judgement.hpp"
#include "search/paths/paths.hpp"

namespace quorate {

// The paths to all findings of the course, computed by so many threads. They are those that one thread would
// have found (path_cone.hpp). The states at their ends are written into the result.
std::unique_ptr<BreadthFirstPaths> paths_of_several(const SearchTask& task, const StateStore& store,
                                                    BreadthFirstCourse course, unsigned threads,
                                                    SearchResult& result);

}  // namespace quorate
