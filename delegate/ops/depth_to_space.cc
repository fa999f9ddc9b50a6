#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Copies to an output of {n, h, block row, w, block column, c}. The input has the block's rows and columns
// innermost but for the channels.
StridedCopy CopyOf(const NodeView& view) {
  const int block = view.params<abi::TfLiteBlockSizeParams>().block_size;
  const ir::Shape& in = view.input(0).dims;
  const StridedDims dims = DenseDims({in[0], in[1], in[2], block, block, view.output().dims.channels()});
  return {.source = {dims[0], dims[1], dims[3], dims[2], dims[4], dims[5]}};
}

}  // namespace

OpSpec MakeSpec_depth_to_space() {
  return {
      .op_code = abi::kTfLiteBuiltinDepthToSpace,
      .kernels = {OneCopy<CopyOf>({.element = kMovedTypes, .constraints = DepthBlockConstraints()})},
  };
}

}  // namespace litevk
