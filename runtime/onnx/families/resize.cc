#include "runtime/onnx/families/resize.h"

namespace litevk::to_onnx {

Status Resize(NodeWriter& node, const Attributes& attributes) {
  // Sizes rather than scales, which do not always give the size back.
  const Name sizes = node.Dims(WrittenDims(node.output(0).dims, kChannelsFirst));
  const Name value = node.Read(0, kChannelsFirst);
  node.Write(0, node.Add("Resize", {value, "", "", sizes}, attributes), kChannelsFirst);
  return {};
}

Status ResizeNumbers(NodeWriter& node, const Attributes& attributes) {
  const Name sizes = node.Dims(WrittenDims(node.output(0).dims, kChannelsFirst));
  const Name value = node.ReadNumbers(0, kChannelsFirst);
  const Name resized = node.Add("Resize", {value, "", "", sizes}, attributes);
  node.WriteNumbers(0, node.NearestNumbers(0, resized), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx
