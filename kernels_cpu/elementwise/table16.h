// Operators of one int16 whose int16 results depend on the value alone. A table of the plain loop's results
// of all values is made before the first run.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"
#include "kernels_ref/support/kernel_rows.h"

namespace litevk::cpu {

inline constexpr int kValuesOfInt16 = 1 << 16;

// True if the node has as many values as there are int16. A table of all results takes 128 KB, and about the
// time of the first run.
bool PaysForTable16(const ref::PreparedNode& node);

// Returns null for fewer values, and if the plain loop refuses some value.
std::unique_ptr<PreparedKernel> PrepareTable16(const ref::KernelRow& row, const ref::PreparedNode& node);

// Is the PrepareFn of an operator: {"int16", &PrepareTable16Of<ref::kKernelRow_tanh>}.
template <const ref::KernelRow& kRow>
std::unique_ptr<PreparedKernel> PrepareTable16Of(const ref::PreparedNode& node, Isa) {
  return PrepareTable16(kRow, node);
}

}  // namespace litevk::cpu
