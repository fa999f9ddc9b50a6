#include "delegate/plugin/option_table.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "delegate/plugin/option_errors.h"
#include "delegate/plugin/option_values.h"

namespace litevk {
namespace {

constexpr std::string_view kBool = "0 or 1";
constexpr std::string_view kCount = "an integer from 0 on";
constexpr std::string_view kText = "any text";

// Fills the column `set` of the table below: assigns one member through one of the functions of
// option_values.h.
#define LITEVK_SET(function, member) \
  [](Options& options, std::string_view value) { return function(options.member, value); }
#define LITEVK_SET_NAMED(member, ...) \
  [](Options& options, std::string_view value) { return SetNamed(options.member, value, {__VA_ARGS__}); }
#define LITEVK_SET_TEXT(member)                  \
  [](Options& options, std::string_view value) { \
    options.member = value;                      \
    return true;                                 \
  }

constexpr OptionSpec kOptions[] = {
    {"device_id", "the first suitable device", kCount,
     "The Vulkan device to use, by the number that litevk-devices prints.", LITEVK_SET(SetCount, device_id)},
    {"device_name", "", kText, "Use a device whose name contains this text.", LITEVK_SET_TEXT(device_name)},
    {"allow_cpu_device", "0", kBool,
     "Also use a Vulkan driver that runs on the CPU; the environment variable LITEVK_ALLOW_CPU_DEVICE=1 does "
     "the same.",
     LITEVK_SET(SetBool, allow_cpu_device)},
    {"on_missing_device", "fallback", "fallback or error",
     "Without a device, leave every node to the interpreter, or fail to create the delegate.",
     LITEVK_SET_NAMED(missing_device_is_error, "fallback", "error")},
    {"self_test", "auto", "auto, always or never",
     "Ask the device questions with known answers before it is used, and do without what it gets wrong. auto "
     "asks GPUs: a CPU driver compiles the questions longer than a small model.",
     LITEVK_SET_NAMED(self_test, "auto", "always", "never")},
    {"backend", "vulkan", "vulkan or reference",
     "Where partitions run; reference runs them on the CPU reference kernels, for tests and bug reports.",
     LITEVK_SET_NAMED(backend, "vulkan", "reference")},
    {"partition_policy", "auto", "auto or all",
     "auto leaves a partition to the interpreter where an estimate says that it would take more than twice "
     "as long on the device as on the CPU, and a whole graph where it says more than four times; with a "
     "driver that runs on the CPU, whatever it does not make faster. It never leaves what the interpreter "
     "cannot run. all takes every partition.",
     LITEVK_SET_NAMED(partition.policy, "auto", "all")},
    {"cpu_kernels", "xnnpack", "xnnpack or builtin",
     "The kernels that TFLite's interpreter has for what is left to it, for the estimates of "
     "partition_policy=auto: XNNPACK's, which it takes unless told otherwise, or its own. No delegate can "
     "ask "
     "for them. litevk's own interpreter is known, and so is the number of threads.",
     LITEVK_SET(SetCpuKernels, cpu_kernels)},
    {"on_left_nodes", "allow", "allow, warn or error",
     "Where a node is left to the interpreter, go on, print one line with the nodes and the reasons, or make "
     "that line an error.",
     LITEVK_SET_NAMED(partition.on_left_nodes, "allow", "warn", "error")},
    {"max_delegated_partitions", "0", kCount, "Keep only this many partitions, the largest; 0 keeps all.",
     LITEVK_SET(SetCount, partition.max_partitions)},
    {"min_nodes_per_partition", "0", kCount,
     "Leave smaller partitions to the interpreter; nodes that compute constants do not count.",
     LITEVK_SET(SetCount, partition.min_nodes)},
    {"first_delegate_node_index", "0", kCount, "Leave nodes of a lower index to the interpreter.",
     LITEVK_SET(SetCount, partition.first_node)},
    {"last_delegate_node_index", "2147483647", kCount, "Leave nodes of a higher index to the interpreter.",
     LITEVK_SET(SetCount, partition.last_node)},
    {"allowed_builtin_code", "every operator", kCount,
     "Leave nodes of every other builtin operator code to the interpreter.",
     LITEVK_SET(SetCount, partition.allowed_op_code)},
    {"error_during_init", "0", kBool, "Make the initialization of every partition fail, for tests.",
     LITEVK_SET(SetBool, error_during_init)},
    {"error_during_prepare", "0", kBool, "Make the preparation of every partition fail, for tests.",
     LITEVK_SET(SetBool, error_during_prepare)},
    {"error_during_invoke", "0", kBool, "Make every run of a partition fail, for tests.",
     LITEVK_SET(SetBool, error_during_invoke)},
    {"log_level", "warning", "silent, error, warning, info, verbose or 0 to 4",
     "What to print on standard error; info prints a table of all nodes.",
     LITEVK_SET(SetLogLevel, log_level)},
    {"report_path", "", "the path of a file",
     "Write the compatibility report, as JSON, whenever the interpreter applies or prepares the delegate.",
     LITEVK_SET_TEXT(report_path)},
    {"enable_op_profiling", "0", kBool,
     "Time every dispatch; when the interpreter is destroyed, the times go into the report and, at level "
     "info, into a table.",
     LITEVK_SET(SetBool, enable_op_profiling)},
    {"timeline_runs", "0", kCount,
     "With enable_op_profiling: keep when each step of that many runs began and how long it took, for the "
     "report.",
     LITEVK_SET(SetCount, timeline_runs)},
    {"enable_pipeline_statistics", "0", kBool,
     "Add what the driver tells of each compiled pipeline to the report.",
     LITEVK_SET(SetBool, enable_pipeline_statistics)},
    {"debug_dump_dir", "", "the path of a folder",
     "Write each partition's dispatches, with their nodes and named constants, the algorithms that were "
     "chosen, with the reason against each other one, and the memory plan into this folder.",
     LITEVK_SET_TEXT(debug_dump_dir)},
    {"serialization_dir", "", "the path of a folder, or auto",
     "Keep compiled pipelines and what tuning found in this folder, so that the next process starts faster. "
     "auto is the folder litevk in XDG_CACHE_HOME or ~/.cache, where no other user may write into it; it is "
     "made where it is missing.",
     LITEVK_SET_TEXT(serialization_dir)},
    {"gpu_op_library", "", "the path of a shared library",
     "Take operators of the user's own from this library (docs/CUSTOM_OPS.md). A name without a slash is a "
     "file of the current folder. What is wrong with the library is a warning, or an error with strict=1.",
     LITEVK_SET_TEXT(gpu_op_library)},
    {"tuning", "none", "none, fast or exhaustive",
     "Time several algorithms for each convolution and pooling on the device when the model is prepared, "
     "and take the fastest: the few with the best estimates, or all. Slows the start, once where "
     "serialization_dir keeps "
     "the results.",
     LITEVK_SET_NAMED(tuning, "none", "fast", "exhaustive")},
    {"hybrid", "reference", "reference or dequantize",
     "How layers of floats with integer weights are computed: as TFLite's kernels do, which quantize their "
     "inputs in the run, or as layers of floats, with weights that are dequantized when the model is loaded. "
     "The latter takes memory for floats, and its results are nearer to the float model's than TFLite's are.",
     LITEVK_SET_NAMED(hybrid, "reference", "dequantize")},
    {"max_tile", "0", "an integer from 0 to 32",
     "The most pixels that an invocation of a convolution, a matrix multiplication or a pooling computes, "
     "for bug reports; 0 takes the number that litevk-devices prints. Where lanes share pixels, as on "
     "lavapipe, convolutions take at least 8.",
     LITEVK_SET(SetTile, max_tile)},
    {"parallel_workgroups", "0", kCount,
     "How many workgroups run at once on the device, for experiments: the estimates that split work among "
     "workgroups count on so many. 0 takes the number that litevk-devices prints.",
     LITEVK_SET(SetCount, parallel_workgroups)},
    {"strict", "0", kBool,
     "Report an error instead of falling back to the CPU when there is no device or the device fails.",
     LITEVK_SET(SetBool, strict)},
    {"verify", "0", "0, 1, first or sample:N",
     "Compare results with the CPU reference kernels, node by node: never, in every run, in the first run of "
     "each partition, or in every Nth. A wrong node is named in a warning, computed otherwise, and on the "
     "CPU last; with strict=1 the run fails (docs/design/verify.md).",
     LITEVK_SET(SetVerify, verify)},
    {"invoke_timeout_ms", "60000, or 0 with a driver that runs on the CPU", kCount,
     "Wait at most this many milliseconds for the device, in each run of a partition and each upload of "
     "weights; then the device counts as lost and the CPU takes over. 0 waits as long as it takes.",
     LITEVK_SET(SetCount, invoke_timeout_ms)},
    {"max_submit_ms", "50, or 0 with a driver that runs on the CPU", "a number from 0 on",
     "Submit a run in parts that are estimated to take at most this many milliseconds each, so that a "
     "display "
     "on the same GPU stays alive and no watchdog ends a long run. The estimates are corrected by what runs "
     "take. 0 submits a run as a whole.",
     LITEVK_SET(SetMilliseconds, max_submit_ms)},
    {"is_precision_loss_allowed", "0", kBool,
     "Allow results of lower precision than float32, as TFLite's GPU delegate does by default. Accepted, and "
     "without effect: results are float32, which is within what it allows.",
     LITEVK_SET(SetBool, is_precision_loss_allowed)},
    {"disable_fusion", "0", kBool, "Run every node as a dispatch of its own, for bug reports.",
     LITEVK_SET(SetBool, disable_fusion)},
    {"disable_winograd", "0", kBool,
     "Compute every 3x3 convolution directly: smaller rounding errors, and an infinity or NaN in the input "
     "reaches no further than the filter.",
     LITEVK_SET(SetBool, disable_winograd)},
    {"disable_zero_copy", "0", kBool,
     "Pass inputs and outputs through staging buffers even where the host can write device memory, for bug "
     "reports.",
     LITEVK_SET(SetBool, disable_zero_copy)},
    {"disable_buffer_handles", "0", kBool,
     "Copy a tensor that goes from one partition to another to the interpreter's memory, even where no other "
     "node reads it.",
     LITEVK_SET(SetBool, disable_buffer_handles)},
    {"device_buffers", "0", kBool,
     "In LiteRT's CompiledModel, keep inputs and outputs that only nodes on the device touch in the device's "
     "memory, so that a model's output is the next model's input without a copy (docs/LITERT.md).",
     LITEVK_SET(SetBool, device_buffers)},
    {"disable_features", "",
     "a comma-separated list of subgroups, storage_16bit, storage_8bit, texel_buffers, timestamps, "
     "pipeline_statistics, host_pointers, int64, thread_spreading, coherent_memory, memory_handles, "
     "dot_product",
     "Do not use these optional features of the device, for bug reports.",
     LITEVK_SET(SetFeatures, disabled_features)},
};

#undef LITEVK_SET
#undef LITEVK_SET_TEXT

std::string Unescape(std::string value) {
  for (const auto& [escape, character] : {std::pair<std::string_view, char>{"%3A", ':'}, {"%3B", ';'}}) {
    for (size_t at = value.find(escape); at != std::string::npos; at = value.find(escape, at + 1)) {
      value.replace(at, escape.size(), 1, character);
    }
  }
  return value;
}

}  // namespace

std::span<const OptionSpec> OptionTable() { return kOptions; }

Result<bool> EnvironmentAllowsCpuDevice() {
  const char* value = std::getenv("LITEVK_ALLOW_CPU_DEVICE");
  bool is_allowed = false;
  if (value == nullptr || *value == '\0' || SetBool(is_allowed, value)) return is_allowed;
  return InvalidArgument(
      std::string("the environment variable LITEVK_ALLOW_CPU_DEVICE: expected 0 or 1, found \"") + value +
      "\"");
}

Result<Options> ParseOptions(const OptionPairs& pairs) {
  Options options;
  LITEVK_ASSIGN_OR_RETURN(options.allow_cpu_device, EnvironmentAllowsCpuDevice());
  for (const auto& [key, value] : pairs) {
    const auto* const spec = std::ranges::find(kOptions, key, &OptionSpec::key);
    if (spec == std::end(kOptions)) return NoSuchKey(key, kOptions);
    if (!spec->set(options, Unescape(value))) return BadValue(*spec, value);
  }
  return options;
}

void LogOptions(const Logger& logger, const OptionPairs& pairs) {
  for (const auto& [key, value] : pairs)
    logger.Verbose(std::string("option ").append(key).append("=").append(value));
}

Result<OptionPairs> CollectOptions(const char* const* keys, const char* const* values, size_t count) {
  // Python declares the count as a C int, so the upper half of the argument may be anything.
  const int pairs = static_cast<int>(count);
  if (pairs < 0 || (pairs > 0 && (keys == nullptr || values == nullptr))) {
    return InvalidArgument("options: expected two arrays of " + std::to_string(pairs) + " strings");
  }
  OptionPairs result;
  for (int i = 0; i < pairs; ++i) {
    if (keys[i] == nullptr || values[i] == nullptr) {
      return InvalidArgument("option " + std::to_string(i) +
                             ": expected a key and a value, found a null pointer");
    }
    result.emplace_back(keys[i], values[i]);
  }
  return result;
}

}  // namespace litevk
