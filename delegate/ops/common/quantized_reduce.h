// Reductions of integers of 8 or 16 bits, bit for bit TFLite's reference kernels.
#pragma once

#include <string_view>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/ops/common/reduce.h"
#include "delegate/ops/common/reduced_dims.h"

namespace litevk {

// Emits the dispatch of shaders/quantized_reduce.comp.
void LowerQuantizedReduction(Lowering& lowering, Reduction reduction);

// Returns the kernel of one signature, but for conditions of one reduction.
template <Reduction kReduction>
GpuKernel QuantizedReduction(std::string_view signature) {
  return {.signature = signature,
          .most_dims = kMostReducedRank,
          .note = "with the CPU's result bit for bit",
          .reads_strided = FindsOffsets,
          .writes_together = ReductionWritesTogether,
          .writes_strided = StridedResult::kAnywhere,
          .lower = [](Lowering& lowering) { LowerQuantizedReduction(lowering, kReduction); }};
}

// Returns the kernel of a maximum or minimum, which compares integers without scaling them.
template <Reduction kReduction>
GpuKernel NarrowReduction() {
  GpuKernel kernel = QuantizedReduction<kReduction>(kPlainSignature);
  kernel.element = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  return kernel;
}

}  // namespace litevk
