#include <algorithm>

#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/window.h"
#include "runtime/onnx/node_writer.h"
#include "runtime/opset/shape_inference.h"

namespace litevk::to_onnx {
namespace {

// What is cut off the full result along a dim; negative: what is added.
struct Crop {
  int64_t before = 0;
  int64_t after = 0;
};

// The padding is that of the convolution which would make the input of the output.
Crop CropOf(int padding, int input, int output, const WindowSide& side) {
  const ir::WindowDim window = ir::ComputeWindow(padding, output, side.size, side.stride, 1);
  const int64_t full = int64_t{side.stride} * (input - 1) + side.size;
  return {window.pad_before, full - window.pad_before - output};
}

}  // namespace

static Status TransposeConv(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteTransposeConvParams>();
  const ir::Shape& weights = node.input(1).dims;
  if (weights.rank() != 4) return Unsupported("its weights are no OHWI");
  const std::vector<WindowSide> sides = {{weights[1], params.stride_height},
                                         {weights[2], params.stride_width}};
  const ir::Shape& input = node.input(2).dims;
  const ir::Shape& output = node.output(0).dims;
  std::vector<int64_t> strides;
  std::vector<int64_t> sizes;
  std::vector<Crop> crops;
  for (size_t i = 0; i < sides.size(); ++i) {
    strides.push_back(sides[i].stride);
    sizes.push_back(sides[i].size);
    crops.push_back(CropOf(params.padding, input.dims()[i + 1], output.dims()[i + 1], sides[i]));
  }
  std::vector<int64_t> pads;
  pads.reserve(2 * crops.size());
  for (const Crop& crop : crops) pads.push_back(std::max<int64_t>(0, crop.before));
  for (const Crop& crop : crops) pads.push_back(std::max<int64_t>(0, crop.after));
  std::vector<Name> inputs = {node.Read(2, kChannelsFirst), node.Read(1, kLastFirst)};
  // The bias comes after what is added behind, which has it too.
  const bool adds = crops[0].after < 0 || crops[1].after < 0;
  if (node.has(3) && !adds) inputs.push_back(node.Read(3, {}));
  Name value =
      node.Add("ConvTranspose", inputs, {{"kernel_shape", sizes}, {"strides", strides}, {"pads", pads}});
  if (adds) {
    const std::vector<int64_t> added = {
        0, 0, 0, 0, 0, 0, std::max<int64_t>(0, -crops[0].after), std::max<int64_t>(0, -crops[1].after)};
    value = node.Add("Pad", {value, node.Dims(added), node.NumberLike(node.output(0), 0)});
    if (node.has(3)) value = node.Add("Add", {value, node.Reshape(node.Read(3, {}), {1, output[3], 1, 1})});
  }
  return WriteActivated(node, value, params.activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(transpose_conv, .write = TransposeConv)
