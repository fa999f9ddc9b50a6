#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status LocalResponseNormalization(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteLocalResponseNormParams>();
  const int64_t size = 2 * int64_t{params.radius} + 1;
  const Name value = node.Read(0, kChannelsFirst);
  // ONNX divides alpha by the number of channels.
  const Attributes attributes = {{"size", size},
                                 {"alpha", params.alpha * static_cast<float>(size)},
                                 {"beta", params.beta},
                                 {"bias", params.bias}};
  if (params.alpha <= 0 || params.beta <= 0) {
    return Unsupported("its alpha or beta is not above 0, which onnxruntime refuses");
  }
  node.Write(0, node.onnx().Add("LRN", {value}, attributes), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(local_response_normalization, .write = LocalResponseNormalization)
