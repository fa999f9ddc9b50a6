// Which way of running a model is the fastest on this machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/model/arguments.h"

namespace litevk::bench {

// One way of running the model. The first of a list is the CPU.
struct Candidate {
  std::string name;        // "the CPU", "the GPU"
  std::string options;     // for --external_delegate_options, the user's among them; empty: none
  int partitions = 0;      // that run on the device
  std::vector<double> ms;  // of each round; candidates take turns, so equal indices are neighbours in time
};

// The candidate to use: the one with the lowest median, or the CPU where that one is not faster in nine
// rounds of ten.
size_t Choose(const std::vector<Candidate>& candidates);
// The same as a sentence.
std::string Advice(const std::vector<Candidate>& candidates);

// Measures, prints, and gives what was printed.
Result<nlohmann::ordered_json> Advise(const BenchArguments& arguments);

}  // namespace litevk::bench
