// litevk-op-bench's command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/ops/op_program.h"
#include "tools/devices/device_choice.h"

namespace CLI {
class App;
}

namespace litevk::bench {

struct OpBenchArguments {
  tools::DeviceChoice device;
  std::string mode = "gpu";
  std::vector<std::string> ops;  // TFLite's names; empty: all
  std::string filter;            // a regular expression to find in names; empty: all
  std::vector<std::string> types = {"f32"};
  std::vector<std::string> shapes;  // files or folders; empty: op_shapes beside the program; "none": none
  std::string cases;                // a folder; empty: op_cases beside the program; "none": none
  double min_time = 0.1;            // seconds for each benchmark
  double warm_up = 0.05;            // seconds of earlier runs, in which a device raises its clock
  double max_seconds = 0;           // no benchmark begins later; 0: all run
  bool list = false;
  std::filesystem::path json;
  std::filesystem::path csv;
  std::filesystem::path svg;
};

void AddOptions(CLI::App& app, OpBenchArguments& arguments);

// Checks options that depend on each other. Replaces the operators' names by those of the operator table.
Status CheckUsage(OpBenchArguments& arguments);

Mode ModeOf(const OpBenchArguments& arguments);

}  // namespace litevk::bench
