// quorate/lpor.hpp outside of message passing. petri_net.hpp states the facts about a net. Compile with
//
//   g++ -std=c++20 -Iinclude examples/petri_net.cpp
#include "petri_net.hpp"

#include <iostream>

int main() {
  const petri::Net net = petri::five_transitions();
  const quorate::lpor::StubbornSets sets(petri::relations_of(net));

  const auto enabled = net.enabled(net.initial);
  const auto stubborn = sets.from(
      0, enabled, [&](std::size_t b, std::size_t a) { return petri::confirmed(net, net.initial, b, a); });
  std::cout << "enabled:";
  enabled.for_each([](std::size_t t) { std::cout << " t" << t + 1; });
  std::cout << "\nstubborn set from t1:";
  stubborn.for_each([](std::size_t t) { std::cout << " t" << t + 1; });

  const petri::Explored all = petri::explore_all(net);
  const petri::Explored reduced = petri::explore_reduced(net, sets);
  std::cout << "\nmarkings: " << all.markings.size() << ", reduced: " << reduced.markings.size()
            << "\ndeadlocks: " << all.deadlocks.size() << ", reduced: " << reduced.deadlocks.size() << "\n";
  return all.deadlocks == reduced.deadlocks ? 0 : 1;
}
