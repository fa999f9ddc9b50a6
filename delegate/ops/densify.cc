#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_densify() {
  constexpr std::string_view kNote = "sparse constants, unpacked when the model is loaded";
  return {
      .op_code = abi::kTfLiteBuiltinDensify,
      .types = {{.inputs = {ir::DataType::kFloat32},
                 .outputs = {ir::DataType::kFloat32},
                 .required_inputs = 1,
                 .note = kNote},
                {.inputs = {ir::DataType::kFloat16},
                 .outputs = {ir::DataType::kFloat16},
                 .required_inputs = 1,
                 .note = kNote}},
      .constraints = {{"the input is constant", InputIsKnown<0>}},
      .takes_sparse = true,
  };
}

}  // namespace litevk
