// The callbacks of a subgraph's TfLiteContext, behind which stands the Subgraph of its impl_.
#pragma once

#include "runtime/tflite/common.h"

namespace litevk {

// Every callback that TFLite has. Those that belong to a delegate's Prepare refuse.
void SetCallbacks(abi::TfLiteContext& context);
// Makes those of a delegate's Prepare work, or refuse again.
void AllowDelegateCallbacks(abi::TfLiteContext& context);
void ForbidDelegateCallbacks(abi::TfLiteContext& context);

}  // namespace litevk
