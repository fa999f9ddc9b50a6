// The callbacks of a subgraph's TfLiteContext. Its impl_ points to the Subgraph.
#pragma once

#include "runtime/tflite/common.h"

namespace litevk {

// Sets every callback of TFLite. Those for a delegate's Prepare refuse.
void SetCallbacks(abi::TfLiteContext& context);
// Enable the callbacks for a delegate's Prepare, and disable them again.
void AllowDelegateCallbacks(abi::TfLiteContext& context);
void ForbidDelegateCallbacks(abi::TfLiteContext& context);

}  // namespace litevk
