// The delegate's options: one table, which the parser, the error messages and the documents read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/partition/partitioner.h"
#include "runtime/base/log.h"
#include "runtime/base/status.h"
#include "runtime/vk/device_info.h"

namespace litevk {

enum class Backend { kVulkan, kReference };
// Which ways to compute a node are timed on the device: none, the few with the best estimates, all.
enum class Tuning { kNone, kFast, kExhaustive };

struct Options {
  int device_id = -1;  // -1: the first suitable one
  std::string device_name;
  bool allow_cpu_device = false;
  bool missing_device_is_error = false;
  Backend backend = Backend::kVulkan;
  PartitionOptions partition;
  bool error_during_init = false;
  bool error_during_prepare = false;
  bool error_during_invoke = false;
  LogLevel log_level = LogLevel::kWarning;
  std::string report_path;
  bool enable_op_profiling = false;
  bool enable_pipeline_statistics = false;
  std::string debug_dump_dir;
  std::string serialization_dir;
  Tuning tuning = Tuning::kNone;
  uint32_t max_tile = 0;  // gpu::DeviceProfile::max_tile; 0: as the device's class has it
  bool strict = false;
  int invoke_timeout_ms = -1;  // -1: vk::Device::WaitLimit's default
  bool disable_fusion = false;
  bool disable_winograd = false;
  bool disable_zero_copy = false;
  vk::FeatureSet disabled_features;
};

struct OptionSpec {
  std::string_view key;
  std::string_view default_value;
  std::string_view values;  // what it takes: "0 or 1"
  std::string_view help;    // one sentence
  // False where the value is not one of `values`.
  bool (*set)(Options& options, std::string_view value);
};

std::span<const OptionSpec> OptionTable();

// Keys and values as a caller of the plugin gave them; a later pair replaces an earlier one. In values,
// %3A stands for ':' and %3B for ';', which the tools' command lines cannot pass. An error names the
// key, what was expected and found, and lists the valid keys.
using OptionPairs = std::vector<std::pair<std::string, std::string>>;
Result<Options> ParseOptions(const OptionPairs& pairs);

// From the arguments of tflite_plugin_create_delegate. Fails on null keys and values.
Result<OptionPairs> CollectOptions(const char* const* keys, const char* const* values, size_t count);

}  // namespace litevk
