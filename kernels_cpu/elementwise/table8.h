// Operators of one quantized input of 8 bits whose results depend on the value alone. A table of the plain
// loop's results is made when the node is prepared.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"
#include "kernels_ref/support/kernel_rows.h"

namespace litevk::cpu {

// The node's output has 8 or 16 bits. Values that the plain loop refuses are left to it, with its diagnostic.
std::unique_ptr<PreparedKernel> PrepareTable8(const ref::KernelRow& row, const ref::PreparedNode& node,
                                              Isa isa);

// Is the PrepareFn of an operator: {"int8", &PrepareTable8Of<ref::kKernelRow_exp>}.
template <const ref::KernelRow& kRow>
std::unique_ptr<PreparedKernel> PrepareTable8Of(const ref::PreparedNode& node, Isa isa) {
  return PrepareTable8(kRow, node, isa);
}

}  // namespace litevk::cpu
