#include "induction/lemmas/lifted_clauses.hpp"

#include <algorithm>
#include <set>

#include "induction/lemmas/atom_orbits.hpp"

namespace quorate {

namespace {

void add_image(ClauseText& clause, const ClauseText& original, const std::string& from,
               const std::string& to) {
  for (const std::string& literal : original) {
    std::string image = exchanged(literal, from, to);
    if (std::ranges::find(clause, image) == clause.end()) clause.push_back(std::move(image));
  }
}

}  // namespace

std::vector<GrownRole> grown_roles(const Model& smaller, const Model& larger) {
  std::vector<GrownRole> result;
  for (const Role& role : larger.roles) {
    const auto same = std::ranges::find(smaller.roles, role.name, &Role::name);
    if (same == smaller.roles.end() || same->count >= role.count) continue;
    GrownRole grown;
    for (std::int64_t i = 0; i < role.count; ++i) {
      auto& list = i < same->count ? grown.processes : grown.fresh;
      list.push_back(larger.process_name(ProcessId(role.first.value + i)));
    }
    result.push_back(std::move(grown));
  }
  return result;
}

std::vector<ClauseText> lifted_clauses(const std::vector<ClauseText>& clauses,
                                       const std::vector<GrownRole>& grown) {
  std::vector<ClauseText> result;
  std::set<ClauseText> seen;
  const auto add = [&](const ClauseText& clause) {
    ClauseText sorted = clause;
    std::ranges::sort(sorted);
    if (seen.insert(std::move(sorted)).second) result.push_back(clause);
  };
  for (const ClauseText& clause : clauses) {
    add(clause);
    for (const GrownRole& role : grown) {
      for (const std::string& process : role.processes) {
        ClauseText weaker = clause;
        for (const std::string& fresh : role.fresh) add_image(weaker, clause, process, fresh);
        add(weaker);
      }
    }
  }
  return result;
}

}  // namespace quorate
