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

bool ReadsRows(const NodeView& view, const InputInRows& input) {
  const bool is_complex = view.input(0).type == ir::DataType::kComplex64;
  return is_complex ? ReadsComplexRows(view, input) : FindsPlaces(view, input);
}

bool OutputIsTaken(const NodeView& view) {
  const ir::DataType type = view.output().type;
  return view.input(0).type == ir::DataType::kComplex64 ? type == ir::DataType::kFloat32
                                                        : kCastTypes.contains(type);
}

}  // namespace

OpSpec MakeSpec_cast() {
  return {
      .op_code = abi::kTfLiteBuiltinCast,
      .signatures = {{.inputs = {{0, kCastTypes}}, .lower = Lower}, {.of = 1, .lower = LowerComplexPart<0>}},
      .constraints = {{"the output is float32, float16, int8, uint8, int16, int32, int64 or bool, and of "
                       "complex64 float32, the real part",
                       OutputIsTaken}},
      .reads_rows = ReadsRows,
      .writes_rows = ResultRows::kAnywhere,
  };
}

}  // namespace litevk
