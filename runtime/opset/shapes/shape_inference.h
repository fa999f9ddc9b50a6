// Output shapes from input shapes, one function per operator or family, shared by the delegate and
// kernels_ref. A function reads stored int32 operands (axes, paddings) from the tensors themselves. It fails
// with a diagnostic if the node breaks the operator's rules.
//
// Input dims may be unknown (kUnknownDim), or an operand known only when a plan is made
// (Constness::kPlanned). The output dims that depend on them are then unknown, and all others are set. The
// functions of this header then fail only if no value of the unknown dims satisfies the rules.
#pragma once

#include <span>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::ir {

struct ShapeQuery {
  std::span<const Tensor* const> inputs;  // null where an optional input is absent
  const Params& params;
  std::span<Shape> outputs;                     // written by the function; on entry, the shapes that the
                                                // model states
  const Node* custom = nullptr;                 // the node, if its operator is a custom one
  std::span<const DataType> output_types = {};  // types that the model states

  const Shape& input(int index) const { return inputs[static_cast<size_t>(index)]->dims; }
};

using ShapeFn = Status (*)(const ShapeQuery& query);

Status SameAsInput(const ShapeQuery& query);      // unary elementwise, SOFTMAX, DEQUANTIZE, DENSIFY
Status BroadcastInputs(const ShapeQuery& query);  // binary elementwise, PRELU
Status InferConv2d(const ShapeQuery& query);
Status InferDepthwiseConv2d(const ShapeQuery& query);
Status InferTransposeConv(const ShapeQuery& query);  // output shape is input 0
Status InferConv3d(const ShapeQuery& query);
Status InferConv3dTranspose(const ShapeQuery& query);  // output shape is input 0
Status InferFullyConnected(const ShapeQuery& query);
Status InferPool2d(const ShapeQuery& query);
Status InferPad(const ShapeQuery& query);
Status InferConcatenation(const ShapeQuery& query);
Status InferReshape(const ShapeQuery& query);
Status InferReduce(const ShapeQuery& query);
Status InferResize(const ShapeQuery& query);
Status InferStridedSlice(const ShapeQuery& query);
Status InferDepthToSpace(const ShapeQuery& query);
Status InferSpaceToDepth(const ShapeQuery& query);

// One spatial dim of a windowed operator, computed as in TFLite.
struct WindowDim {
  int output = 0;      // output size; not positive when the window does not fit
  int pad_before = 0;  // zeros before the first element; SAME puts the odd one after the last
};
// padding: abi::kTfLitePaddingSame or kTfLitePaddingValid.
WindowDim ComputeWindow(int padding, int input, int filter, int stride, int dilation);

// STRIDED_SLICE resolved for one input shape: the slice on the input's own axes and, separately, the shape
// after the new_axis and shrink masks. Along an unknown input dim, begin is 0 and the size unknown.
struct SliceRange {
  std::vector<int> begin;   // per input axis, in [0, dim)
  std::vector<int> stride;  // per input axis, may be negative
  std::vector<int> size;    // per input axis, elements taken
  Shape output;
};
Result<SliceRange> ResolveStridedSlice(const ShapeQuery& query);

}  // namespace litevk::ir
