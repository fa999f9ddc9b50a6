#include "onnx/passes/replacement_nodes.h"

#include <algorithm>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {

void BecomeCopy(ir::Node& node) {
  node.op_code = abi::kTfLiteBuiltinCast;
  node.params = {};
}

void BecomeView(ir::Node& node, const ir::Shape& dims) {
  abi::TfLiteReshapeParams params = {{}, dims.rank()};
  std::ranges::copy(dims.dims(), params.shape);
  node.op_code = abi::kTfLiteBuiltinReshape;
  node.inputs.resize(1);
  node.params = ir::Params(&params, sizeof(params));
}

}  // namespace litevk::to_onnx
