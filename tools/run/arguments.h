// litevk-run's command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/input_values.h"

namespace CLI {
class App;
}

namespace litevk::tools {

struct RunArguments {
  std::filesystem::path model;
  std::vector<std::filesystem::path> inputs;  // .npy files in the order of the model's inputs
  std::filesystem::path input_dir;
  std::filesystem::path output_dir;
  std::string delegate = "none";              // none, vulkan, or the path of a library
  std::vector<std::string> delegate_options;  // KEY=VALUE
  std::vector<std::string> shapes;            // NAME:1,224,224,3
  uint64_t random_seed = 0;
  InputValueFlags input_values;
  std::string signature;    // empty: the model's main subgraph
  std::string compare;      // empty, "cpu", or a folder of output_0.npy, ...
  bool dequantize = false;  // quantized inputs and outputs are read and written as the floats they represent
  bool bisect = false;
  Tolerance tolerance;
  int runs = 1;
  int warmup = 0;
  int num_threads = 1;  // threads of the CPU kernels
  bool profile = false;
  std::filesystem::path report;
  std::vector<std::filesystem::path> custom_op_libraries;
};

void AddOptions(CLI::App& app, RunArguments& arguments);

// Adds --compare for litevk-run and litevk-bench. The value is a folder or "cpu", which is the default value.
void AddCompareOption(CLI::App& app, std::string& compare);

}  // namespace litevk::tools
