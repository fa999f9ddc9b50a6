#include <cstring>

#include "runtime/onnx/families/non_max_suppression.h"
#include "runtime/onnx/node_writer.h"
#include "runtime/opset/families/non_max_suppression.h"

namespace litevk::to_onnx {

// ONNX drops boxes that overlap, and has no way to lower their scores instead.
static Status NonMaxSuppressionV5(NodeWriter& node) {
  const ir::Tensor& sigma = node.input(kSigma);
  float value = 1;
  if (sigma.is_known() && sigma.data.size() >= sizeof(value))
    std::memcpy(&value, sigma.data.data(), sizeof(value));
  if (value != 0) return Unsupported("its soft_nms_sigma is not a stored 0, and ONNX lowers no scores");
  return SuppressBoxes(node);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(non_max_suppression_v5, .write = NonMaxSuppressionV5, .takes_floats_alone = true,
               .approximation = kOrderOfTies)
