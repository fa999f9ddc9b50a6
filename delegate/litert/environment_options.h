// Options that a program sets for one LiteRT environment, before it makes the environment.
//
// LiteRT has no way to give an environment options of an accelerator's own. But an environment knows the
// folder in which it looks for accelerators, as the program wrote it. The options are found by that text.
#pragma once

#include <string>

#include "delegate/plugin/option_table.h"

namespace litevk {

// Sets the options of environments whose folder is written like this, in place of earlier ones. Safe from any
// thread.
void SetEnvironmentOptions(const std::string& folder, OptionPairs pairs);

// Returns the options that were set for the folder, or none.
OptionPairs EnvironmentOptions(const std::string& folder);

}  // namespace litevk
