#include "runtime/onnx/families/convolution.h"

#include "runtime/onnx/families/activation.h"

namespace litevk::to_onnx {

Name ReadBias(NodeWriter& node, size_t values, size_t index) {
  const ir::DataType type = node.input(index).type;
  if (type != ir::DataType::kInt32 && type != ir::DataType::kInt64) return node.Read(index, {});
  ir::Tensor bias = node.input(index);
  const auto& value_scales = node.input(values).quantization.scales;
  const float value_scale = value_scales.empty() ? 1.0F : value_scales.front();
  bias.quantization = {.scales = node.input(1).quantization.scales, .zero_points = {}, .channel_axis = 0};
  for (float& scale : bias.quantization.scales) scale *= value_scale;
  return node.Dequantized(node.ReadStored(index, {}), bias);
}

Status Convolution(NodeWriter& node, const ConvolutionForm& form) {
  Attributes attributes = WindowAttributes(form.padding, node.input(0).dims, form.sides);
  if (form.groups != 1) attributes.push_back({"group", int64_t{form.groups}});
  std::vector<Name> inputs = {node.Read(0, form.image), node.Read(1, form.weights)};
  if (node.has(2)) inputs.push_back(ReadBias(node, 0, 2));
  return WriteActivated(node, node.Add("Conv", inputs, attributes), form.activation, form.image);
}

}  // namespace litevk::to_onnx
