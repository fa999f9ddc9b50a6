#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Copies to an output of {n, h, w, block row, block column, c}. In the input the block's rows come before the
// columns of blocks.
StridedCopy CopyOf(const NodeView& view) {
  const int block = view.params<abi::TfLiteBlockSizeParams>().block_size;
  const ir::Shape& out = view.output().dims;
  const StridedDims dims = DenseDims({out[0], out[1], block, out[2], block, view.input(0).dims.channels()});
  return {.source = {dims[0], dims[1], dims[3], dims[2], dims[4], dims[5]}};
}

}  // namespace

OpSpec MakeSpec_space_to_depth() {
  return {
      .op_code = abi::kTfLiteBuiltinSpaceToDepth,
      .kernels = {OneCopy<CopyOf>({.element = kMovedTypes, .constraints = DepthBlockConstraints()})},
  };
}

}  // namespace litevk
