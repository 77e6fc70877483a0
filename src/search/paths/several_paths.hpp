// The paths to what several threads have found.
#pragma once

#include "search/judgement.hpp"
#include "search/paths/paths.hpp"

namespace quorate {

// To all findings of the course, by so many threads; they are those that one thread would have found
// (path_cone.hpp). The result is told which states they lead to.
std::unique_ptr<BreadthFirstPaths> paths_of_several(const SearchTask& task, const StateStore& store,
                                                    BreadthFirstCourse course, unsigned threads,
                                                    SearchResult& result);

}  // namespace quorate
