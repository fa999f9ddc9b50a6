#include "runtime/onnx/families/convolution.h"

#include "runtime/onnx/families/activation.h"

namespace litevk::to_onnx {

Status Convolution(NodeWriter& node, const ConvolutionForm& form) {
  Attributes attributes = WindowAttributes(form.padding, node.input(0).dims, form.sides);
  if (form.groups != 1) attributes.push_back({"group", int64_t{form.groups}});
  std::vector<Name> inputs = {node.Read(0, form.image), node.Read(1, form.weights)};
  if (node.has(2)) inputs.push_back(node.Read(2, {}));
  return WriteActivated(node, node.Add("Conv", inputs, attributes), form.activation, form.image);
}

}  // namespace litevk::to_onnx
