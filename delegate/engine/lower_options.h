// Lowering as the user's options say.
#pragma once

#include "delegate/engine/options.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// Returns the options without a tuner's choices.
inline LowerOptions LowerOptionsOf(const Options& options) { return {.fusion = !options.disable_fusion}; }

}  // namespace litevk
