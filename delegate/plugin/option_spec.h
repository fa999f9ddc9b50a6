// A row of the table of options.
#pragma once

#include <string_view>

#include "delegate/engine/options.h"

namespace litevk {

struct OptionSpec {
  std::string_view key;
  std::string_view default_value;
  std::string_view values;  // what it takes: "0 or 1"
  std::string_view help;    // one sentence
  // False where the value is not one of `values`.
  bool (*set)(Options& options, std::string_view value);
};

}  // namespace litevk
