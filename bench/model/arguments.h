// litevk-bench's command line. Flags that TFLite's benchmark_model has too keep their names and meanings.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"
#include "tools/program/delegate_options.h"
#include "tools/run/input_values.h"

namespace CLI {
class App;
}

namespace litevk::bench {

struct BenchArguments {
  std::filesystem::path graph;
  int num_runs = 50;
  int warmup_runs = 1;
  double warmup_min_secs = 0.5;
  double min_secs = 1;
  double max_secs = 150;
  double run_delay = 0;
  int num_threads = 1;
  bool enable_op_profiling = false;
  bool require_full_delegation = false;
  bool cold = false;
  bool use_cpu = false;
  bool advise = false;
  bool cpu_estimates = false;
  std::string delegate;                          // none, vulkan or a path; empty: see the flags below
  std::filesystem::path external_delegate_path;  // empty: the liblitevk.so beside the program
  std::string external_delegate_options;         // key:value;key:value
  std::vector<std::string> delegate_options;     // KEY=VALUE
  std::vector<std::string> shapes;               // NAME:1,224,224,3
  std::string signature;                         // empty: the main subgraph
  std::string input_layer;
  std::string input_layer_shape;
  tools::InputValueFlags input_values;
  std::string python = "python3";
  std::filesystem::path json;
  std::filesystem::path trace;
  std::filesystem::path html;
  std::filesystem::path model_explorer;
  std::string compare;  // empty, "cpu", or a folder of output_0.npy, ...

  bool WantsPictures() const { return !trace.empty() || !html.empty() || !model_explorer.empty(); }
};

using tools::KeyValues;
using NamedShapes = std::vector<std::pair<std::string, ir::Shape>>;

void AddOptions(CLI::App& app, BenchArguments& arguments);

// Merges equivalent flags: --delegate none becomes --use_cpu.
Status ApplyDelegate(BenchArguments& arguments);

// Parses "key:value;key:value"; a pair without exactly one colon is an error.
Result<KeyValues> ParseExternalOptions(const std::string& text);
// Returns the delegate's options, in whichever of the two forms they were given.
Result<KeyValues> OptionsOf(const BenchArguments& arguments);
// Formats options as "key:value;key:value", as JSON files contain them.
std::string TextOf(const KeyValues& options);

// Returns the shapes of inputs, in whichever of the two forms they were given.
Result<NamedShapes> ShapesOf(const BenchArguments& arguments);
// Parses names "a,b" with shapes "1,224,224,3:1,20".
Result<NamedShapes> ParseLayerShapes(const std::string& names, const std::string& shapes);

}  // namespace litevk::bench
