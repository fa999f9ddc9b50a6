// Errors about options that cannot be taken.
#pragma once

#include <span>
#include <string>

#include "delegate/plugin/option_spec.h"
#include "runtime/base/status.h"

namespace litevk {

// Returns an error with the key that may have been meant, or else with all keys.
Status NoSuchKey(const std::string& key, std::span<const OptionSpec> options);

// Returns an error with the values that the option takes, and the one that may have been meant.
Status BadValue(const OptionSpec& spec, const std::string& value);

}  // namespace litevk
