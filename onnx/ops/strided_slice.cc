#include <limits>
#include <numeric>

#include "onnx/common/run_slice.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::to_onnx {

static std::vector<int64_t> AllAxes(size_t rank) {
  std::vector<int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

static Result<ir::SliceRange> ResolveSlice(const NodeFacts& node) {
  const std::vector<const ir::Tensor*> inputs = node.inputs();
  std::vector<ir::Shape> outputs = {node.output(0).dims};
  return ir::ResolveStridedSlice({.inputs = inputs, .params = node.all_params(), .outputs = outputs});
}

static Status StridedSlice(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (HasBoundsOfRun(node)) return WriteRunStridedSlice(node);
  LITEVK_ASSIGN_OR_RETURN(const ir::SliceRange range, ResolveSlice(node));
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  std::vector<int64_t> steps;
  for (size_t i = 0; i < range.begin.size(); ++i) {
    const int64_t end = range.begin[i] + int64_t{range.size[i]} * range.stride[i];
    starts.push_back(range.begin[i]);
    ends.push_back(end < 0 ? std::numeric_limits<int32_t>::min() : end);
    steps.push_back(range.stride[i]);
  }
  const Permutation& permutation = node.permutation(0);
  const Name value = node.Read(0);
  const Name taken =
      starts.empty()
          ? value
          : onnx.Add("Slice", {value, onnx.Dims(Permuted(starts, permutation, int64_t{0})),
                               onnx.Dims(Permuted(ends, permutation, int64_t{1})),
                               onnx.Dims(AllAxes(Permuted(starts, permutation, int64_t{0}).size())),
                               onnx.Dims(Permuted(steps, permutation, int64_t{1}))});
  const bool keeps_dims = node.output(0).dims == ir::Shape(range.size);
  if (keeps_dims) {
    node.Write(0, taken, permutation);
  } else {
    const Name own = node.Reordered(taken, ir::Shape(range.size), permutation, {});
    node.Write(0, onnx.Reshape(own, WrittenDims(node.output(0).dims, {})), {});
  }
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(strided_slice, .write = StridedSlice, .dims = {.from_values = true, .is_polynomial = true})
