// The C functions through which an interpreter calls the delegate and its kernels.
#pragma once

#include "runtime/tflite/common.h"

namespace litevk {

// TfLiteDelegate::CopyFromBufferHandle and FreeBufferHandle. Their `delegate` is not read: TFLite's
// ExternalDelegateWrapper passes itself there.
abi::TfLiteStatus CopyFromHandle(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate,
                                 abi::TfLiteBufferHandle handle, abi::TfLiteTensor* tensor);
void FreeHandle(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate, abi::TfLiteBufferHandle* handle);

// TfLiteDelegate::Prepare. `delegate` is the one that the plugin created, also under the wrapper.
abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate);

// The registration of the nodes that replace partitions: zero wherever it is not set.
abi::PaddedRegistration KernelRegistration();

}  // namespace litevk
