// Advice on the fastest configuration for a model on this machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/model/arguments.h"

namespace litevk::bench {

// One configuration that runs the model. The first of a list is the CPU, with which the others are compared.
struct Candidate {
  std::string name;        // "the CPU", or the device's
  KeyValues options;       // options of the delegate, including the user's
  int partitions = 0;      // partitions that run on the device
  std::vector<double> ms;  // per round; candidates take turns, so equal indices are neighbours in time
};

struct Comparison {
  std::vector<Candidate> candidates;
  std::string peer;  // name of the first candidate's interpreter: "ai-edge-litert 2.3.0"; empty: litevk's own
  std::string peer_missing;  // why `peer` is empty
  std::string cpu_device;    // name of a device that is a CPU driver, which says nothing about GPUs
  std::string refusals;      // litevk's line about a model of which it takes no node
};

// Returns the index of the candidate to use: the one with the lowest median. If that one is not faster than
// the CPU in nine rounds of ten, returns the CPU.
size_t Choose(const std::vector<Candidate>& candidates);
// Returns the advice to the user. Advice to use a GPU requires a GPU and the interpreter that the user would
// run otherwise. Without them the text says what was measured and what remains open.
std::string Advice(const Comparison& comparison);

// Measures, prints the advice, and returns it as JSON.
Result<nlohmann::ordered_json> Advise(const BenchArguments& arguments);

}  // namespace litevk::bench
