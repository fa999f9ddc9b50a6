#include "runtime/onnx/families/convolution.h"

#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/layer_sums.h"

namespace litevk::to_onnx {

static Status FixedPointConvolution(NodeWriter& node, const ConvolutionForm& form,
                                    const Attributes& attributes, const Rescaling& rescaling) {
  const Name weights = node.ReadScaled(1, form.weights, 1);
  const Name sums = WholeSums(node, 0, form.image, [&](const Name& image) {
    return node.Add("Conv", {image, weights}, attributes);
  });
  const Name biased = rescaling.is_wide ? WithWideBias(node, sums, 2, form.image.size())
                                        : WithNarrowBias(node, sums, 0, 2, form.image.size());
  return WriteRescaled(node, biased, rescaling, form.activation, form.image);
}

Status Convolution(NodeWriter& node, const ConvolutionForm& form) {
  Attributes attributes = WindowAttributes(node, form.padding, form.sides);
  if (form.groups != 1) attributes.push_back({"group", int64_t{form.groups}});
  const Rescaling rescaling = RescalingToFollow(node, 0, 2);
  if (!rescaling.factors.empty()) return FixedPointConvolution(node, form, attributes, rescaling);
  std::vector<Name> inputs = {node.Read(0, form.image), node.Read(1, form.weights)};
  const bool is_apart = node.has_wide_bias(2);
  if (node.has(2) && !is_apart) inputs.push_back(node.ReadBiasVector(2));
  Name value = node.Add("Conv", inputs, attributes);
  if (is_apart) value = node.AddBias(value, 2, form.image.size());
  return WriteActivated(node, value, form.activation, form.image);
}

}  // namespace litevk::to_onnx
