#include "runtime/onnx/families/resize.h"

namespace litevk::to_onnx {

Status Resize(NodeWriter& node, const Attributes& attributes) {
  // Sizes rather than scales, which do not always give the size back.
  const Name sizes = node.Dims(WrittenDims(node.output(0).dims, kChannelsFirst));
  const Name value = node.Read(0, kChannelsFirst);
  node.Write(0, node.Add("Resize", {value, "", "", sizes}, attributes), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx
