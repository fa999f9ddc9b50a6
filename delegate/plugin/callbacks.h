// The C functions through which an interpreter calls the delegate and its kernels.
#pragma once

#include "runtime/tflite/common.h"

namespace litevk {

// TfLiteDelegate::Prepare. `delegate` is the one that the plugin created, also under TFLite's
// ExternalDelegateWrapper, which passes itself to the buffer callbacks alone (they stay null here).
abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate);

// The registration of the nodes that replace partitions: zero wherever it is not set.
abi::PaddedRegistration KernelRegistration();

}  // namespace litevk
