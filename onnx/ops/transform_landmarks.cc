#include "runtime/opset/ops/transform_landmarks.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Multiplies the first two coordinates of each point by the matrix' first two rows. A third coordinate is
// kept.
static Status TransformLandmarks(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const LandmarkForm form = litevk::FormOf(node.input(0).dims, node.all_params());
  const int64_t size = form.dimensions;
  const int64_t points = node.input(0).dims.NumElements() / size;
  const Name from = onnx.Reshape(node.Read(0, {}), {points, size});
  const Name matrix = onnx.Slice(onnx.Reshape(node.Read(1, {}), {4, 4}), {0}, {2}, {0});
  const Name turn = onnx.Slice(matrix, {0}, {2}, {1});
  const Name shift = onnx.Reshape(onnx.Slice(matrix, {3}, {4}, {1}), {2});
  const Name moved = onnx.Add("Mul", {shift, onnx.Float(form.scale)});
  Name to = onnx.Add("Gemm", {onnx.Slice(from, {0}, {2}, {1}), turn, moved}, {{"transB", int64_t{1}}});
  if (size > 2) to = onnx.Concat({to, onnx.Slice(from, {2}, {size}, {1})}, 1);
  node.Write(0, onnx.Reshape(to, WrittenDims(node.output(0).dims, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(transform_landmarks, .write = TransformLandmarks, .quantization = {.takes_only_floats = true})
