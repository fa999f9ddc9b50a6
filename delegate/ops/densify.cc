#include "delegate/lower/op_cost.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_densify() {
  constexpr auto kFloat32 = ir::DataType::kFloat32;
  constexpr auto kFloat16 = ir::DataType::kFloat16;
  constexpr std::string_view kNote = "sparse constants, unpacked when the model is loaded";
  return {
      .op_code = abi::kTfLiteBuiltinDensify,
      .name = "DENSIFY",
      .stem = "densify",
      .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}, .required_inputs = 1, .note = kNote},
                {.inputs = {kFloat16}, .outputs = {kFloat16}, .required_inputs = 1, .note = kNote}},
      .constraints = {{"the input is constant", InputIsKnown<0>}},
      .layout_role = LayoutRole::kTerminate,
      .cost = MoveCost,
  };
}

}  // namespace litevk
