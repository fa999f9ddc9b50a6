#include "delegate/ops/constraints.h"
#include "delegate/ops/families/complex_parts.h"
#include "delegate/ops/families/typed_elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr TypeSet kCastTypes = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8,
                                ir::DataType::kUInt8,   ir::DataType::kInt16,   ir::DataType::kInt32,
                                ir::DataType::kInt64,   ir::DataType::kBool};

void Lower(Lowering& lowering) {
  const TypedOperand operand = {0, lowering.view().input(0).dims};
  EmitTyped(lowering, TypedFunction::kCast, {operand, operand, operand});
}

bool OutputIsTaken(const NodeView& view) { return kCastTypes.contains(view.output().type); }

bool OutputIsReal(const NodeView& view) { return kFloat32.contains(view.output().type); }

}  // namespace

OpSpec MakeSpec_cast() {
  return {
      .op_code = abi::kTfLiteBuiltinCast,
      .kernels =
          {{.inputs = {{0, kCastTypes}},
            .constraints = {{"the output is float32, float16, int8, uint8, int16, int32, int64 or bool",
                             OutputIsTaken}},
            .reads_rows = FindsPlaces,
            .writes_rows = ResultRows::kAnywhere,
            .lower = Lower},
           {.signature = "from complex64",
            .constraints = {{"the output is float32, the real part", OutputIsReal}},
            .reads_rows = ReadsComplexRows,
            .writes_rows = ResultRows::kAnywhere,
            .lower = LowerComplexPart<0>}},
  };
}

}  // namespace litevk
