// The options of a delegate in a CompiledModel, from every place where they can be set.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/plugin/option_table.h"
#include "runtime/base/status.h"

namespace litevk {

// The identifier of this delegate's options among a model's opaque options.
inline constexpr const char* kOwnOptionsIdentifier = "litevk";
inline constexpr const char* kOptionsVariable = "LITEVK_OPTIONS";

// The places where options are set. Where two name one option, the later member is taken.
struct OptionSources {
  std::optional<int> hardware;  // the set of processors that the model asks for, if the runtime tells
  std::string variable;         // the value of the environment variable LITEVK_OPTIONS
  OptionPairs environment;      // those that the program set for the LiteRT environment
  std::string gpu_options;      // the model's, LiteRT's own
  std::string own_options;      // the model's, under kOwnOptionsIdentifier
};

struct AcceleratorOptions {
  OptionPairs pairs;                 // each key once
  std::vector<std::string> ignored;  // lines of LiteRT's own options that mean nothing here
};

// Returns the pairs of "key=value;key=value". In values, %3A stands for ':' and %3B for ';'. `source` names
// the text in errors.
Result<OptionPairs> ParsePairs(std::string_view text, std::string_view source);

// Merges the sources. A model that asks for the GPU without the CPU is taken whole or refused. Where the
// runtime cannot tell, every node is taken that can be.
Result<AcceleratorOptions> MergeOptions(const OptionSources& sources);

}  // namespace litevk
