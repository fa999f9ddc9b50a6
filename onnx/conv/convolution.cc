#include "onnx/conv/convolution.h"

#include "onnx/common/activation.h"
#include "onnx/conv/layer_bias.h"
#include "onnx/conv/layer_sums.h"

namespace litevk::to_onnx {
namespace {

Name Convolved(NodeWriter& node, const Windows& windows, int groups, std::vector<Name> inputs) {
  Attributes attributes = windows.attributes;
  if (groups != 1) attributes.push_back({"group", int64_t{groups}});
  inputs[0] = PaddedInRun(node.onnx(), windows, inputs[0], node.ScalarLike(node.input(0), 0));
  return node.onnx().Add("Conv", inputs, attributes);
}

Status FixedPointConvolution(NodeWriter& node, const ConvolutionForm& form, const Windows& windows,
                             const Rescaling& rescaling) {
  const Name weights = node.quantized().ReadScaled(1, form.weights_permutation, 1);
  const Name sums = WholeSums(node, 0, form.image_permutation, [&](const Name& image) {
    return Convolved(node, windows, form.groups, {image, weights});
  });
  const Name biased = rescaling.is_wide ? WithWideBias(node, sums, 2, form.image_permutation.size())
                                        : WithNarrowBias(node, sums, 0, 2, form.image_permutation.size());
  return WriteRescaled(node, biased, rescaling, form.activation, form.image_permutation);
}

}  // namespace

Status Convolution(NodeWriter& node, const ConvolutionForm& form) {
  const Windows windows = WindowsOf(node, form.padding, form.sides);
  const Rescaling rescaling = RescalingToFollow(node, 0, 2);
  if (!rescaling.multipliers.empty()) return FixedPointConvolution(node, form, windows, rescaling);
  std::vector<Name> inputs = {node.Read(0, form.image_permutation), node.Read(1, form.weights_permutation)};
  const bool is_apart = HasWideBias(node, 2);
  if (node.has(2) && !is_apart) inputs.push_back(ReadBiasVector(node, 2));
  Name value = Convolved(node, windows, form.groups, inputs);
  if (is_apart) value = AddBias(node, value, 2, form.image_permutation.size());
  return WriteActivated(node, value, form.activation, form.image_permutation);
}

}  // namespace litevk::to_onnx
