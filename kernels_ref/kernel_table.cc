// Binds the rows of op_list.inc to the KernelRow that each kernels_ref/<stem>.cc defines.
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

KernelFn FindKernel(int op_code) {
  static constexpr const KernelRow* kRows[] = {
#define LITEVK_OP(name, stem) &kKernelRow_##stem,
#include "delegate/ops/op_list.inc"
#undef LITEVK_OP
  };
  for (const KernelRow* row : kRows) {
    if (row->op_code == op_code) return row->run;
  }
  return nullptr;
}

}  // namespace litevk::ref
