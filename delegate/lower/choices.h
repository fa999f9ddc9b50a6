// Algorithms for a node among which a lowering chooses. By itself it takes the one with the smallest
// estimate; a tuner that has timed them (delegate/engine/tuner.h) can overrule it.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace litevk {

// Name of the alternative to take, by ChoicePoint::key.
using Choices = std::map<std::string, std::string>;
// Names of alternatives that are not taken while there is another one, by ChoicePoint::key.
using AvoidedAlternatives = std::map<std::string, std::set<std::string>>;

// A node at which the lowering chose. Nodes with the same key are computed by the same algorithm.
struct ChoicePoint {
  std::string key;                        // operator, dims and parameters: whatever the time depends on
  std::vector<std::string> alternatives;  // the one with the smallest estimate first
  std::vector<std::string> unfit;         // algorithms that do not fit, each with its reason
  size_t taken = 0;
  size_t first_dispatch = 0;  // first of the node's dispatches, in gpu::Graph::dispatches
  size_t end_dispatch = 0;
};

}  // namespace litevk
