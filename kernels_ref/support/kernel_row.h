// Declares the rows of the kernel table: kernels_ref/<stem>.cc defines kKernelRow_<stem>.
#pragma once

#include "runtime/opset/kernel.h"
#include "runtime/opset/op_records.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

#define LITEVK_OP(name, stem) extern const KernelRow kKernelRow_##stem;
#define LITEVK_KERNEL_OP(name, stem) extern const KernelRow kKernelRow_##stem;
#define LITEVK_INTERPRETER_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP

}  // namespace litevk::ref
