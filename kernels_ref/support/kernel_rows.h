// Declares the rows of the kernel table, for code that reads all of them.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

#define LITEVK_OP(name, stem) extern const KernelRow kKernelRow_##stem;
#define LITEVK_KERNEL_OP(name, stem) extern const KernelRow kKernelRow_##stem;
#define LITEVK_INTERPRETER_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP

}  // namespace litevk::ref
