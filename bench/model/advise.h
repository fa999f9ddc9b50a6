// Which way of running a model is the fastest on this machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/model/arguments.h"

namespace litevk::bench {

// One way of running the model. The first of a list is the CPU that the others are compared with.
struct Candidate {
  std::string name;        // "the CPU", or the device's
  KeyValues options;       // of the delegate, the user's among them
  int partitions = 0;      // that run on the device
  std::vector<double> ms;  // of each round; candidates take turns, so equal indices are neighbours in time
};

struct Comparison {
  std::vector<Candidate> candidates;
  std::string
      peer;  // the interpreter behind the first candidate: "ai-edge-litert 2.3.0"; empty: litevk's own,
  std::string peer_missing;  // and why
  std::string cpu_device;    // the device's name where it is a CPU driver, of which no GPU can be judged
  std::string refusals;      // litevk's line about a model of which it takes no node
};

// The candidate to use: the one with the lowest median, or the CPU where that one is not faster in nine
// rounds of ten.
size_t Choose(const std::vector<Candidate>& candidates);
// What that says to a user, in sentences. Advice to use a GPU needs a GPU and the interpreter that the user
// would run otherwise; without them it says what was measured and what that does not tell.
std::string Advice(const Comparison& comparison);

// Measures, prints, and gives what was printed.
Result<nlohmann::ordered_json> Advise(const BenchArguments& arguments);

}  // namespace litevk::bench
