#include "runtime/opset/ops/transform_tensor_bilinear.h"
#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

namespace {

// Returns the coordinates of all pixels of the output, x and y in turn.
std::vector<float> PixelsOf(const ir::Shape& output) {
  std::vector<float> pixels;
  for (int y = 0; y < output[1]; ++y) {
    for (int x = 0; x < output[2]; ++x)
      pixels.insert(pixels.end(), {static_cast<float>(x), static_cast<float>(y)});
  }
  return pixels;
}

}  // namespace

// Samples the input for each pixel of the output at the position to which the matrix maps it. Outside are
// zeros.
static Status TransformTensorBilinear(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (node.settings().opset < 16) return Unsupported("ONNX samples images from opset 16 on: use --opset 16");
  const ir::Shape& input = node.input(0).dims;
  const ir::Shape& output = node.output(0).dims;
  if (input[1] < 2 || input[2] < 2) return Unsupported("its image has one row or column");
  const int64_t count = int64_t{output[1]} * output[2];
  const Name rows = onnx.Slice(onnx.Reshape(node.Read(1, {}), {4, 4}), {0}, {2}, {0});
  const Name turn = onnx.Slice(rows, {0}, {2}, {1});
  Name shift = onnx.Reshape(onnx.Slice(rows, {3}, {4}, {1}), {2});
  if (node.params<TransformTensorBilinearParams>().half_pixel_centers) {
    const Name halves = onnx.Reshape(Reduced(node, "ReduceSum", turn, {1}, false), {2});
    const Name centers = onnx.Add("Sub", {onnx.Add("Mul", {halves, onnx.Float(0.5F)}), onnx.Float(0.5F)});
    shift = onnx.Add("Add", {shift, centers});
  }
  const Name pixels = onnx.Floats(PixelsOf(output), {count, 2});
  const Name positions = onnx.Add("Gemm", {pixels, turn, shift}, {{"transB", int64_t{1}}});
  const Name last = onnx.Floats({static_cast<float>(input[2] - 1), static_cast<float>(input[1] - 1)}, {2});
  const Name is_inside = onnx.Add("And", {onnx.Add("GreaterOrEqual", {positions, onnx.Float(0)}),
                                          onnx.Add("LessOrEqual", {positions, last})});
  const Name outside = Reduced(node, "ReduceMin", onnx.Cast(is_inside, ir::DataType::kFloat32), {1}, false);
  const Name doubled = onnx.Add("Div", {onnx.Add("Mul", {positions, onnx.Float(2)}), last});
  const Name grid = onnx.Reshape(onnx.Add("Sub", {doubled, onnx.Float(1)}), {1, output[1], output[2], 2});
  const Name sampled =
      onnx.Add("GridSample", {node.Read(0, kChannelsFirst), grid},
               {{"align_corners", int64_t{1}},
                {"mode", node.settings().opset < 20 ? std::string("bilinear") : std::string("linear")},
                {"padding_mode", std::string("zeros")}});
  const Name mask = onnx.Reshape(outside, {1, 1, output[1], output[2]});
  node.Write(0, onnx.Add("Mul", {sampled, mask}), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(transform_tensor_bilinear, .write = TransformTensorBilinear,
               .quantization = {.takes_only_floats = true})
