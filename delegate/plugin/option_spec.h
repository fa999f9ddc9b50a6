// A row of the table of options.
#pragma once

#include <string_view>

#include "delegate/engine/options.h"

namespace litevk {

struct OptionSpec {
  std::string_view key;
  std::string_view default_value;
  std::string_view values;  // values of the option: "0 or 1"
  std::string_view help;    // one sentence
  // Sets the option. Returns false if the value is not one of `values`.
  bool (*set)(Options& options, std::string_view value);
};

}  // namespace litevk
