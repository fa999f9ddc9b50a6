// The C functions through which an interpreter calls a delegate's kernels, and asks for tensors that they
// left on the device.
#pragma once

#include <cstddef>

#include "runtime/tflite/common.h"

namespace litevk {

// TfLiteDelegate::CopyFromBufferHandle and FreeBufferHandle. Their `delegate` is not read: TFLite's
// ExternalDelegateWrapper passes itself there.
abi::TfLiteStatus CopyFromHandle(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate,
                                 abi::TfLiteBufferHandle handle, abi::TfLiteTensor* tensor);
void FreeHandle(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate, abi::TfLiteBufferHandle* handle);

// Returns the DelegateKernel of the partition that `buffer`, its TfLiteDelegateParams, describes.
using InitKernelFn = void* (*)(abi::TfLiteContext* context, const char* buffer, size_t length);

// Returns the registration of the nodes that replace partitions: zero wherever it is not set.
abi::PaddedRegistration KernelRegistration(InitKernelFn init);

}  // namespace litevk
