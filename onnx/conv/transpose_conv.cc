#include "onnx/conv/transpose_conv.h"

#include <algorithm>

#include "onnx/common/activation.h"
#include "onnx/conv/layer_bias.h"
#include "onnx/conv/layer_sums.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::to_onnx {
namespace {

// Elements that are cropped from the full result along a dim; negative: that are added.
struct Crop {
  int64_t before = 0;
  int64_t after = 0;
};

// The padding is that of the convolution from the output to the input.
Crop CropOf(int padding, int input, int output, const WindowSide& side) {
  const ir::WindowDim window = ir::ComputeWindow(padding, output, side.size, side.stride, side.dilation);
  const int64_t full = int64_t{side.stride} * (input - 1) + int64_t{side.dilation} * (side.size - 1) + 1;
  return {window.pad_before, full - window.pad_before - output};
}

std::vector<Crop> CropsOf(const NodeFacts& node, const TransposeConvForm& form) {
  std::vector<Crop> crops;
  crops.reserve(form.sides.size());
  for (size_t i = 0; i < form.sides.size(); ++i) {
    crops.push_back(CropOf(form.padding, node.input(form.image).dims.dims()[i + 1],
                           node.output(0).dims.dims()[i + 1], form.sides[i]));
  }
  return crops;
}

Attributes AttributesOf(const TransposeConvForm& form, const std::vector<Crop>& crops) {
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  std::vector<int64_t> dilations;
  std::vector<int64_t> pads;
  for (const WindowSide& side : form.sides) {
    sizes.push_back(side.size);
    strides.push_back(side.stride);
    dilations.push_back(side.dilation);
  }
  pads.reserve(2 * crops.size());
  for (const Crop& crop : crops) pads.push_back(std::max<int64_t>(0, crop.before));
  for (const Crop& crop : crops) pads.push_back(std::max<int64_t>(0, crop.after));
  Attributes attributes = {{"kernel_shape", sizes}, {"strides", strides}, {"pads", pads}};
  const bool is_dilated = std::ranges::any_of(dilations, [](int64_t dilation) { return dilation != 1; });
  if (is_dilated) attributes.push_back({"dilations", dilations});
  return attributes;
}

bool Adds(const std::vector<Crop>& crops) {
  return std::ranges::any_of(crops, [](const Crop& crop) { return crop.after < 0; });
}

Name Transposed(NodeWriter& node, const TransposeConvForm& form, const std::vector<Crop>& crops,
                const std::vector<Name>& inputs) {
  Name value = node.onnx().Add("ConvTranspose", inputs, AttributesOf(form, crops));
  if (!Adds(crops)) return value;
  const size_t rank = form.image_permutation.size();
  std::vector<int64_t> added(2 * rank);
  for (size_t i = 0; i < crops.size(); ++i) added[rank + 2 + i] = std::max<int64_t>(0, -crops[i].after);
  return node.onnx().Pad(value, added, node.ScalarLike(node.output(0), 0));
}

Status FixedPointTransposed(NodeWriter& node, const TransposeConvForm& form, const std::vector<Crop>& crops,
                            const Rescaling& rescaling) {
  const Name weights = node.quantized().ReadScaled(form.filter, form.weights_permutation, 1);
  const Name sums = WholeSums(node, form.image, form.image_permutation, [&](const Name& image) {
    return Transposed(node, form, crops, {image, weights});
  });
  const Name biased = rescaling.is_wide
                          ? WithWideBias(node, sums, form.bias, form.image_permutation.size())
                          : WithNarrowBias(node, sums, form.image, form.bias, form.image_permutation.size());
  return WriteRescaled(node, biased, rescaling, form.activation, form.image_permutation);
}

}  // namespace

Status TransposedConvolution(NodeWriter& node, const TransposeConvForm& form) {
  const std::vector<Crop> crops = CropsOf(node, form);
  const Rescaling rescaling = RescalingToFollow(node, form.image, form.bias);
  if (!rescaling.multipliers.empty()) return FixedPointTransposed(node, form, crops, rescaling);
  std::vector<Name> inputs = {node.Read(form.image, form.image_permutation),
                              node.Read(form.filter, form.weights_permutation)};
  // The bias is added after padding behind the result, since the padding has it too.
  const bool is_apart = Adds(crops) || HasWideBias(node, form.bias);
  if (node.has(form.bias) && !is_apart) inputs.push_back(ReadBiasVector(node, form.bias));
  Name value = Transposed(node, form, crops, inputs);
  if (node.has(form.bias) && is_apart) value = AddBias(node, value, form.bias, form.image_permutation.size());
  return WriteActivated(node, value, form.activation, form.image_permutation);
}

}  // namespace litevk::to_onnx
