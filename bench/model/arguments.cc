#include "bench/model/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "tools/program/checks.h"
#include "tools/program/model_argument.h"
#include "tools/program/shape_option.h"
#include "tools/program/threads_option.h"
#include "tools/run/arguments.h"

namespace litevk::bench {
namespace {

using tools::AboveZero;
using tools::AtLeastZero;
using tools::WholeNumber;

// Splits "a;b" into {"a", "b"}; returns nothing for an empty text.
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
  app.add_option("--num_runs,--runs", arguments.num_runs, "Timed runs, at least")
      ->check(WholeNumber(1))
      ->capture_default_str();
  app.add_option("--warmup_runs,--warmup", arguments.warmup_runs,
                 "Runs before them, at least; the first inference is one, in any case")
      ->check(WholeNumber(0))
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
  tools::AddThreadsOption(app, arguments.num_threads);
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
}

void AddDelegate(CLI::App& app, BenchArguments& arguments) {
  app.add_option("--delegate", arguments.delegate, "none, vulkan, or the path of a delegate library")
      ->type_name("none|vulkan|PATH");
  app.add_flag("--use_cpu", arguments.use_cpu, "No delegate, as --delegate none: litevk's CPU kernels");
  app.add_option("--external_delegate_path", arguments.external_delegate_path,
                 "A delegate library; the liblitevk.so beside the program if not given")
      ->type_name("PATH");
  tools::AddDelegateOptions(app, arguments.delegate_options);
  app.add_option("--external_delegate_options", arguments.external_delegate_options,
                 "The delegate's options in benchmark_model's spelling")
      ->type_name("key:value;key:value");
}

void AddInputs(CLI::App& app, BenchArguments& arguments) {
  tools::AddShapeOption(app, arguments.shapes, "Resize an input, for example image:1,224,224,3");
  app.add_option("--signature", arguments.signature, "Measure the model's signature of that name")
      ->type_name("NAME");
  app.add_option("--input_layer", arguments.input_layer, "Names of the inputs to resize")->type_name("a,b");
  app.add_option("--input_layer_shape", arguments.input_layer_shape, "Their shapes, one for each name")
      ->type_name("1,224,224,3:1,20");
  tools::AddInputValueFlags(app, arguments.input_values);
}

}  // namespace

void AddOptions(CLI::App& app, BenchArguments& arguments) {
  tools::AddModelArgument(app, arguments.graph);
  AddRunOptions(app, arguments);
  app.add_flag("--enable_op_profiling,--profile", arguments.enable_op_profiling,
               "Time every dispatch and every node on the CPU, in runs of their own");
  app.add_flag("--require_full_delegation", arguments.require_full_delegation,
               "Fail where the delegate leaves a node to the CPU");
  app.add_flag("--cold", arguments.cold,
               "Start with empty driver caches, in a folder that is removed in the end");
  app.add_flag(
      "--cpu_estimates", arguments.cpu_estimates,
      "Print, as JSON, the nodes' work and what partition_policy=auto estimates for them on the CPU; "
      "nothing runs");
  app.add_flag("--advise", arguments.advise, "Compare the CPU and the GPU side by side and say which to use");
  app.add_option("--python", arguments.python,
                 "Of --advise: a Python that has ai-edge-litert, to compare with")
      ->type_name("PROGRAM")
      ->capture_default_str();
  AddDelegate(app, arguments);
  AddInputs(app, arguments);
  tools::AddCompareOption(app, arguments.compare);
  app.add_option("--json", arguments.json, "Write everything that is printed there")->type_name("FILE");
  AddPictureOptions(app, arguments);
}

Status ApplyDelegate(BenchArguments& arguments) {
  if (arguments.delegate.empty()) return {};
  LITEVK_RETURN_IF_ERROR(tools::CheckDelegate(arguments.delegate, {"none", "vulkan"}));
  if (arguments.use_cpu || !arguments.external_delegate_path.empty()) {
    return InvalidArgument("--delegate says what --use_cpu and --external_delegate_path say: leave them out");
  }
  arguments.use_cpu = arguments.delegate == "none";
  if (arguments.delegate != "none" && arguments.delegate != "vulkan") {
    arguments.external_delegate_path = arguments.delegate;
  }
  return {};
}

Result<KeyValues> ParseExternalOptions(const std::string& text) {
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

Result<KeyValues> OptionsOf(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(KeyValues options, ParseExternalOptions(arguments.external_delegate_options));
  LITEVK_ASSIGN_OR_RETURN(const KeyValues more, tools::ParseDelegateOptions(arguments.delegate_options));
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::string TextOf(const KeyValues& options) {
  std::string text;
  for (const auto& [key, value] : options) {
    text.append(text.empty() ? "" : ";").append(key).append(":").append(value);
  }
  return text;
}

Result<NamedShapes> ShapesOf(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(NamedShapes shapes,
                          ParseLayerShapes(arguments.input_layer, arguments.input_layer_shape));
  for (const std::string& text : arguments.shapes) {
    LITEVK_ASSIGN_OR_RETURN(auto shape, tools::ParseShapeOption(text));
    shapes.push_back(std::move(shape));
  }
  return shapes;
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
