#include "runtime/onnx/families/convolution.h"

#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/fixed_point_sums.h"

namespace litevk::to_onnx {

// Whole numbers in floats, whose sums are exact below 2^24.
static Status FixedPointConvolution(NodeWriter& node, const ConvolutionForm& form,
                                    const Attributes& attributes, const std::vector<FixedPoint>& factors) {
  const Name image = node.ReadScaled(0, form.image, 1);
  const Name sums = node.Add("Conv", {image, node.ReadScaled(1, form.weights, 1)}, attributes);
  const Name biased = WithWideBias(node, sums, 2, form.image.size());
  return WriteRescaled(node, biased, factors, form.activation, form.image);
}

Status Convolution(NodeWriter& node, const ConvolutionForm& form) {
  Attributes attributes = WindowAttributes(node, form.padding, form.sides);
  if (form.groups != 1) attributes.push_back({"group", int64_t{form.groups}});
  const std::vector<FixedPoint> factors = FactorsToFollow(node, 0, 2);
  if (!factors.empty()) return FixedPointConvolution(node, form, attributes, factors);
  std::vector<Name> inputs = {node.Read(0, form.image), node.Read(1, form.weights)};
  const bool is_apart = node.has_wide_bias(2);
  if (node.has(2) && !is_apart) inputs.push_back(node.Read(2, {}));
  Name value = node.Add("Conv", inputs, attributes);
  if (is_apart) value = node.AddBias(value, 2, form.image.size());
  return WriteActivated(node, value, form.activation, form.image);
}

}  // namespace litevk::to_onnx
