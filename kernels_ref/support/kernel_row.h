// The macro with which the files of kernels_ref define their rows of the kernel table.
#pragma once

#include "runtime/opset/kernel.h"
#include "runtime/tflite/builtin_params.h"

// Defines kKernelRow_<stem>, which kernel_rows.h declares: the operator's record, and the function that
// computes it. For several signatures of the record, lists functions by the signatures' names. Use outside of
// any namespace:
//   LITEVK_KERNEL_ROW(gather, &Gather, /*checks_values=*/true)
//   LITEVK_KERNEL_ROW(conv_2d, {{"float32", &FloatConv2d}, {"int8", &Int8Conv2d}})
#define LITEVK_KERNEL_ROW(stem, ...)                                        \
  namespace litevk {                                                        \
  extern const OpInfo kOpInfo_##stem;                                       \
  namespace ref {                                                           \
  extern const KernelRow kKernelRow_##stem = {kOpInfo_##stem, __VA_ARGS__}; \
  }                                                                         \
  }
