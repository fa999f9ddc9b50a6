#include <cstddef>
#include <cstdint>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Returns the output's dims with the input's strides, which are 0 along the dims that repeat.
StridedDims StretchedDims(const NodeView& view) {
  const ir::Shape& output = view.output().dims;
  const std::vector<int64_t> strides = ir::BroadcastStrides(view.input(0).dims, output);
  StridedDims stretched(strides.size());
  for (size_t axis = 0; axis < strides.size(); ++axis) stretched[axis] = {output.dims()[axis], strides[axis]};
  return stretched;
}

StridedCopy CopyOf(const NodeView& view) { return {.source = StretchedDims(view)}; }

bool IsOneWalk(const NodeView& view) { return Simplify(StretchedDims(view), true).size() <= kWalkDims; }

bool IsWalkKnown(const NodeView& view) { return DimsAreKnown<0>(view) && !view.output().dims.has_unknown(); }

}  // namespace

OpSpec MakeSpec_broadcast_to() {
  return {
      .op_code = abi::kTfLiteBuiltinBroadcastTo,
      .kernels = {{.element = kMovedOrComplex,
                   .constraints =
                       {{"the shape is stored in the model or computed from shapes", InputIsPlanned<1>},
                        {"the dims are a walk of at most 6, where neighbours that are all stretched, or all "
                         "not, are one",
                         IsOneWalk, IsWalkKnown}},
                   .epilogue = kFloat32Epilogue,
                   .form = Form::kMoves,
                   .keeps_elements = RepeatsNothing,
                   .reads_strided = ReadsCopiedRows<CopyOf>,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = LowerCopy<CopyOf>}},
  };
}

}  // namespace litevk
