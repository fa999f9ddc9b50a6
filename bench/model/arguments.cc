#include "bench/model/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "tools/program/checks.h"

namespace litevk::bench {
namespace {

using tools::AboveZero;
using tools::AtLeastZero;

// "a;b" as {"a", "b"}; nothing for an empty text.
std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Result<ir::Shape> ParseShape(const std::string& text) {
  std::vector<int> dims;
  for (const std::string& part : Split(text, ',')) {
    int dim = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), dim);
    if (error != std::errc() || end != part.data() + part.size() || dim < 0) {
      return InvalidArgument("--input_layer_shape: expected dims such as 1,224,224,3, found \"" + text +
                             "\"");
    }
    dims.push_back(dim);
  }
  return ir::Shape(std::move(dims));
}

void AddRunOptions(CLI::App& app, BenchArguments& arguments) {
  app.add_option("--num_runs", arguments.num_runs, "Timed runs, at least")
      ->check(AboveZero())
      ->capture_default_str();
  app.add_option("--warmup_runs", arguments.warmup_runs,
                 "Runs before them, at least; the first inference is one, in any case")
      ->check(AtLeastZero())
      ->capture_default_str();
  app.add_option("--warmup_min_secs", arguments.warmup_min_secs, "Seconds of warm-up, at least")
      ->check(AtLeastZero())
      ->capture_default_str();
  app.add_option("--min_secs", arguments.min_secs, "Seconds of timed runs, at least")
      ->check(AtLeastZero())
      ->capture_default_str();
  app.add_option("--max_secs", arguments.max_secs, "Seconds after which no further run starts")
      ->check(AboveZero())
      ->capture_default_str();
  app.add_option("--run_delay", arguments.run_delay, "Seconds without work before each timed run")
      ->check(AtLeastZero())
      ->capture_default_str();
  app.add_option("--num_threads", arguments.num_threads, "Accepted; litevk's CPU kernels use one thread")
      ->capture_default_str();
}

void AddPictureOptions(CLI::App& app, BenchArguments& arguments) {
  app.add_option("--trace", arguments.trace,
                 "Write a trace for Perfetto or chrome://tracing: what the host and the device did when")
      ->type_name("FILE");
  app.add_option("--html", arguments.html,
                 "Write a page for any browser: dispatches, partitions, the time line, the roofline")
      ->type_name("FILE");
  app.add_option("--model-explorer", arguments.model_explorer,
                 "Write node data for Model Explorer: NAME.where.json and NAME.time.json for NAME.json")
      ->type_name("NAME.json");
  app.add_flag(
      "--compare", arguments.compare,
      "For --html and --model-explorer (NAME.error.json): how far each node's result is from the CPU "
      "kernels'");
}

}  // namespace

void AddOptions(CLI::App& app, BenchArguments& arguments) {
  app.add_option("--graph", arguments.graph, "The .tflite file")->required()->type_name("FILE");
  AddRunOptions(app, arguments);
  app.add_flag("--enable_op_profiling", arguments.enable_op_profiling,
               "Time every dispatch and every node on the CPU, in runs of their own");
  app.add_flag("--require_full_delegation", arguments.require_full_delegation,
               "Fail where the delegate leaves a node to the CPU");
  app.add_flag("--cold", arguments.cold,
               "Start with empty driver caches, in a folder that is removed in the end");
  app.add_flag("--use_cpu", arguments.use_cpu, "No delegate: litevk's CPU kernels");
  app.add_flag("--advise", arguments.advise, "Compare the CPU and the GPU side by side and say which to use");
  app.add_option("--python", arguments.python,
                 "Of --advise: a Python that has ai-edge-litert, to compare with")
      ->type_name("PROGRAM")
      ->capture_default_str();
  app.add_option("--external_delegate_path", arguments.external_delegate_path,
                 "A delegate library; the liblitevk.so beside the program if not given")
      ->type_name("PATH");
  app.add_option("--external_delegate_options", arguments.external_delegate_options,
                 "The delegate's options: docs/OPTIONS.md")
      ->type_name("key:value;key:value");
  app.add_option("--input_layer", arguments.input_layer, "Names of the inputs to resize")->type_name("a,b");
  app.add_option("--input_layer_shape", arguments.input_layer_shape, "Their shapes, one for each name")
      ->type_name("1,224,224,3:1,20");
  tools::AddInputValueFlags(app, arguments.input_values);
  app.add_option("--json", arguments.json, "Write everything that is printed there")->type_name("FILE");
  AddPictureOptions(app, arguments);
}

Result<KeyValues> ParseDelegateOptions(const std::string& text) {
  KeyValues pairs;
  for (const std::string& pair : Split(text, ';')) {
    const size_t colon = pair.find(':');
    if (colon == std::string::npos || colon == 0 || pair.find(':', colon + 1) != std::string::npos) {
      return InvalidArgument("--external_delegate_options: expected key:value, found \"" + pair +
                             "\"; write %3A for a colon in a value");
    }
    pairs.emplace_back(pair.substr(0, colon), pair.substr(colon + 1));
  }
  return pairs;
}

Result<NamedShapes> ParseLayerShapes(const std::string& names, const std::string& shapes) {
  const std::vector<std::string> name_list = Split(names, ',');
  const std::vector<std::string> shape_list = Split(shapes, ':');
  if (name_list.size() != shape_list.size()) {
    return InvalidArgument("--input_layer names " + std::to_string(name_list.size()) +
                           " inputs, --input_layer_shape gives " + std::to_string(shape_list.size()) +
                           " shapes");
  }
  NamedShapes result;
  for (size_t i = 0; i < name_list.size(); ++i) {
    LITEVK_ASSIGN_OR_RETURN(ir::Shape shape, ParseShape(shape_list[i]));
    result.emplace_back(name_list[i], std::move(shape));
  }
  return result;
}

}  // namespace litevk::bench
