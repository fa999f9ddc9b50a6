#include "onnx/common/activation.h"
#include "onnx/conv/pool.h"
#include "onnx/conv/window.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// ONNX's indices count the elements of the whole image, MediaPipe's the taps of a window, plus 0.1.
static Status MaxPoolingWithArgmax(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLitePoolParams>();
  const ir::Shape& image = node.input(0).dims;
  const ir::Shape& output = node.output(0).dims;
  const std::vector<int64_t> pads = PadsOf(params.padding, image, PoolSides(params));
  // The tables below have a fixed size, and so have the windows.
  const Attributes attributes = {
      {"kernel_shape", std::vector<int64_t>{params.filter_height, params.filter_width}},
      {"strides", std::vector<int64_t>{params.stride_height, params.stride_width}},
      {"pads", pads}};
  const std::vector<Name> pooled = onnx.AddMany("MaxPool", {node.Read(0, kChannelsFirst)}, attributes, 2);
  const auto first = [&](int axis, int stride, int64_t pad) {
    std::vector<int64_t> positions(static_cast<size_t>(output[axis]));
    for (size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<int64_t>(i) * stride - pad;
    return positions;
  };
  const Name tops = onnx.Ints(first(1, params.stride_height, pads[0]), {output[1], 1});
  const Name lefts = onnx.Ints(first(2, params.stride_width, pads[1]), {output[2]});
  const Name width = onnx.Int(image[2]);
  const Name row = onnx.Add("Mod", {onnx.Add("Div", {pooled[1], width}), onnx.Int(image[1])});
  const Name column = onnx.Add("Sub", {onnx.Add("Mod", {pooled[1], width}), lefts});
  const Name rows = onnx.Add("Mul", {onnx.Add("Sub", {row, tops}), onnx.Int(params.filter_width)});
  const Name taps = onnx.Cast(onnx.Add("Add", {rows, column}), ir::DataType::kFloat32);
  node.Write(1, onnx.Add("Add", {taps, onnx.Float(0.1F)}), kChannelsFirst);
  return WriteActivated(node, pooled[0], params.activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(max_pooling_with_argmax_2d, .write = MaxPoolingWithArgmax,
               .quantization = {.takes_only_floats = true})
