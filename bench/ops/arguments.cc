#include "bench/ops/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <regex>

#include "delegate/kernel/op_spec.h"
#include "runtime/base/nearest_word.h"
#include "runtime/opset/op_info.h"
#include "tools/devices/device_choice.h"
#include "tools/program/checks.h"

namespace litevk::bench {
namespace {

std::string Uppercase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::vector<std::string_view> GpuOperators() {
  std::vector<std::string_view> names;
  for (const OpSpec& spec : OpTable()) names.push_back(FindOpInfo(spec.op_code)->name);
  return names;
}

}  // namespace

void AddOptions(CLI::App& app, OpBenchArguments& arguments) {
  tools::AddDeviceOptions(app, arguments.device);
  app.add_option("--mode", arguments.mode,
                 "gpu: device time of the dispatches; submit: host time from submission to fence; "
                 "end_to_end: with the copies of inputs and outputs")
      ->check(tools::OneOf({"gpu", "submit", "end_to_end"}))
      ->capture_default_str();
  app.add_option("--op", arguments.ops, "Only these operators, by their names in the model format")
      ->delimiter(',');
  app.add_option("--filter", arguments.filter,
                 "Only benchmarks in whose name this regular expression is found")
      ->type_name("REGEX");
  app.add_option("--type", arguments.types, "How weights are stored")
      ->delimiter(',')
      ->check(tools::OneOf({"f32", "f16", "int8"}))
      ->capture_default_str();
  app.add_option("--shapes", arguments.shapes,
                 "Shape lists: files, folders, or none; op_shapes beside the program if not given")
      ->type_name("PATH");
  app.add_option("--cases", arguments.cases,
                 "The folder of operator cases, or none; op_cases beside the program if not given")
      ->type_name("DIR");
  app.add_option("--min-time,--min_secs", arguments.min_time, "Seconds of runs for each benchmark")
      ->check(tools::AboveZero())
      ->capture_default_str();
  app.add_option(
         "--warm-up", arguments.warm_up,
         "Seconds of runs before each benchmark that do not count, in which a device raises its clock")
      ->check(tools::AtLeastZero())
      ->capture_default_str();
  app.add_option("--max-seconds", arguments.max_seconds,
                 "Begin no further benchmark after so many seconds; the operators take turns, so that each "
                 "has some. 0: "
                 "run all, one operator after the other")
      ->check(tools::AtLeastZero())
      ->capture_default_str();
  app.add_flag("--list", arguments.list, "Print the names of the benchmarks and where they come from");
  app.add_option("--json", arguments.json, "Write the results as JSON")->type_name("FILE");
  app.add_option("--csv", arguments.csv, "Write the results as a table")->type_name("FILE");
  app.add_option("--svg", arguments.svg, "Draw the results under the device's roofline")->type_name("FILE");
}

Status CheckUsage(OpBenchArguments& arguments) {
  LITEVK_RETURN_IF_ERROR(tools::ApplyOptions(arguments.device));
  for (std::string& op : arguments.ops) {
    const auto name_of = [](const OpSpec& spec) { return std::string(FindOpInfo(spec.op_code)->name); };
    const auto found = std::ranges::find(OpTable(), Uppercase(op),
                                         [&](const OpSpec& spec) { return Uppercase(name_of(spec)); });
    if (found == OpTable().end()) {
      return InvalidArgument("--op: there is no operator \"" + op + "\" that runs on the GPU" +
                             DidYouMean(op, GpuOperators()));
    }
    op = name_of(*found);
  }
  try {
    static_cast<void>(std::regex(arguments.filter));
  } catch (const std::regex_error& error) {
    return InvalidArgument("--filter: \"" + arguments.filter +
                           "\" is no regular expression: " + error.what());
  }
  return {};
}

Mode ModeOf(const OpBenchArguments& arguments) {
  if (arguments.mode == "gpu") return Mode::kGpu;
  return arguments.mode == "submit" ? Mode::kSubmit : Mode::kEndToEnd;
}

}  // namespace litevk::bench
