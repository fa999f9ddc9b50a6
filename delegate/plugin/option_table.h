// The delegate's options: one table, which the parser, the error messages and the documents read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/engine/options.h"
#include "delegate/plugin/option_spec.h"
#include "runtime/base/log.h"
#include "runtime/base/status.h"

namespace litevk {

// The value of serialization_dir that means the user's own cache folder.
inline constexpr std::string_view kUserCache = "auto";

std::span<const OptionSpec> OptionTable();

// Returns true if the environment variable LITEVK_ALLOW_CPU_DEVICE allows CPU drivers. Fails for a value that
// says neither yes nor no.
Result<bool> EnvironmentAllowsCpuDevice();

// Keys and values as a caller of the plugin gave them; a later pair replaces an earlier one. In values,
// %3A stands for ':' and %3B for ';', which the tools' command lines cannot pass. An error names the
// key, what was expected and found, and the key or word that may have been meant.
using OptionPairs = std::vector<std::pair<std::string, std::string>>;
Result<Options> ParseOptions(const OptionPairs& pairs);

// Returns the options in the arguments of tflite_plugin_create_delegate. Fails on null keys and values.
Result<OptionPairs> CollectOptions(const char* const* keys, const char* const* values, size_t count);

// Logs the options that are left after TFLite's tools dropped those that they could not split.
void LogOptions(const Logger& logger, const OptionPairs& pairs);

}  // namespace litevk
