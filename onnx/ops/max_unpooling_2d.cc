#include "runtime/opset/ops/max_unpooling_2d.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the index of each value in a plane of the output. Values outside, or without a valid tap, go behind
// it.
static Name PositionsOf(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLitePoolParams>();
  const ir::Shape& windows = node.input(0).dims;
  const ir::Shape& output = node.output(0).dims;
  const int top = UnpoolingPadBefore(windows[1], params.filter_height, params.stride_height);
  const int left = UnpoolingPadBefore(windows[2], params.filter_width, params.stride_width);
  const auto first = [](int count, int stride, int pad) {
    std::vector<int64_t> positions(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) positions[static_cast<size_t>(i)] = int64_t{i} * stride - pad;
    return positions;
  };
  const Name index = node.Read(1, kChannelsFirst);
  const Name tap = onnx.Cast(index, ir::DataType::kInt64);
  const Name width = onnx.Int(params.filter_width);
  const Name tops = onnx.Ints(first(windows[1], params.stride_height, top), {windows[1], 1});
  const Name lefts = onnx.Ints(first(windows[2], params.stride_width, left), {windows[2]});
  const Name y = onnx.Add("Add", {onnx.Add("Div", {tap, width}), tops});
  const Name x = onnx.Add("Add", {onnx.Add("Mod", {tap, width}), lefts});
  const auto within = [&](const Name& position, const Name& least, const Name& end) {
    return onnx.Add("And",
                    {onnx.Add("GreaterOrEqual", {position, least}), onnx.Add("Less", {position, end})});
  };
  const auto taps = static_cast<float>(params.filter_height * params.filter_width);
  const Name is_tap = onnx.Add(
      "And", {onnx.Add("Greater", {index, onnx.Float(-1)}), onnx.Add("Less", {index, onnx.Float(taps)})});
  const Name is_inside = onnx.Add(
      "And", {within(y, onnx.Int(0), onnx.Int(output[1])), within(x, onnx.Int(0), onnx.Int(output[2]))});
  const Name position = onnx.Add("Add", {onnx.Add("Mul", {y, onnx.Int(output[2])}), x});
  const Name behind = onnx.Int(int64_t{output[1]} * output[2]);
  return onnx.Add("Where", {onnx.Add("And", {is_tap, is_inside}), position, behind});
}

static Status MaxUnpooling(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const ir::Shape& windows = node.input(0).dims;
  const ir::Shape& output = node.output(0).dims;
  const int64_t plane = int64_t{output[1]} * output[2];
  const std::vector<int64_t> values = {windows[0], windows[3], int64_t{windows[1]} * windows[2]};
  const Name zeros = onnx.Add("Expand", {onnx.Float(0), onnx.Dims({windows[0], windows[3], plane + 1})});
  const Name positions = onnx.Reshape(PositionsOf(node), values);
  const Name value = onnx.Reshape(node.Read(0, kChannelsFirst), values);
  const Name planes = onnx.Add("ScatterElements", {zeros, positions, value}, {{"axis", int64_t{2}}});
  const Name inside = onnx.Slice(planes, {0}, {plane}, {2});
  node.Write(0, onnx.Reshape(inside, WrittenDims(output, kChannelsFirst)), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(max_unpooling_2d, .write = MaxUnpooling, .quantization = {.takes_only_floats = true})
