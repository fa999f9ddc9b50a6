// One row of the kernel table. kernels_ref/<stem>.cc defines kKernelRow_<stem>.
#pragma once

#include "delegate/abi/builtin_ops.h"
#include "kernels_ref/kernel.h"

namespace litevk::ref {

struct KernelRow {
  int op_code;  // abi::TfLiteBuiltinOperator
  KernelFn run;
};

#define LITEVK_OP(name, stem) extern const KernelRow kKernelRow_##stem;
#include "delegate/ops/op_list.inc"
#undef LITEVK_OP

}  // namespace litevk::ref
