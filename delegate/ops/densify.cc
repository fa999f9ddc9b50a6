#include "delegate/kernel/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_densify() {
  return {
      .op_code = abi::kTfLiteBuiltinDensify,
      .kernels = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8},
                   .note = "sparse constants, unpacked when the model is loaded",
                   .takes_sparse = true,
                   .constraints = {{"the input is constant", InputIsKnown<0>}}}},
  };
}

}  // namespace litevk
