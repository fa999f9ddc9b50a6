#include "onnx/common/activation.h"
#include "onnx/conv/pool.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Integers are averaged without their scale, with ties rounded away from zero.
static Status AveragePool2d(NodeWriter& node) {
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  if (node.input(0).type == ir::DataType::kFloat32) {
    return WriteActivated(node, MeansInWindows(node, node.Read(0, kChannelsFirst)), activation,
                          kChannelsFirst);
  }
  const Name mean = MeansInWindows(node, node.quantized().ReadAsFloats(0, kChannelsFirst));
  return WriteActivatedQuantized(node, node.quantized().Nearest(0, mean), activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(average_pool_2d, .write = AveragePool2d, .types = {.native = kFloat32},
               .quantization = {.use = QuantizedUse::kScaleIgnored})
