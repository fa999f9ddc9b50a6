// LiteRT's own GPU options, as an application sets them, and the options of this delegate that mean the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "delegate/plugin/option_table.h"

namespace litevk {

// The identifier of LiteRT's GPU options among a model's opaque options.
inline constexpr const char* kGpuOptionsIdentifier = "gpu_options";

struct TranslatedOptions {
  OptionPairs pairs;
  std::vector<std::string> ignored;  // the lines that this delegate has nothing for: "priority = 1"
};

// Translates lines such as `precision = 2`, with strings in double quotes. Nothing in them is an error, since
// each release of LiteRT adds some.
TranslatedOptions TranslateGpuOptions(std::string_view text);

}  // namespace litevk
