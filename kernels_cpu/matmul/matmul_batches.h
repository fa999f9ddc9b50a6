// The pairs of matrices that a BATCH_MATMUL multiplies.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels_ref/support/strides.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/ops/batch_matmul.h"

namespace litevk::cpu {

// Calls fn(left, right, output) with the indices of the matrices of each multiplication.
template <typename Fn>
void ForEachMatmul(const ref::KernelArgs& args, const Fn& fn) {
  const ir::Shape batches = BatchDims(args.outputs[0].dims());
  const std::vector<int64_t> strides[] = {ref::BroadcastStrides(BatchDims(args.inputs[0].dims()), batches),
                                          ref::BroadcastStrides(BatchDims(args.inputs[1].dims()), batches)};
  const int64_t count = batches.NumElements();
  ref::Walker walker(batches, strides);
  for (int64_t batch = 0; batch < count; ++batch, walker.Next()) {
    fn(walker.offset(0), walker.offset(1), batch);
  }
}

}  // namespace litevk::cpu
