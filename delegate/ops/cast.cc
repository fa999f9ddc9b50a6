#include <string_view>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/elementwise/typed_elementwise.h"
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

GpuKernel KernelOf(std::string_view signature, std::vector<NarrowedInput> inputs,
                   std::vector<Constraint> constraints = {}) {
  return {.signature = signature,
          .inputs = std::move(inputs),
          .constraints = std::move(constraints),
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = Lower};
}

}  // namespace

OpSpec MakeSpec_cast() {
  const std::vector<Constraint> output_is_taken = {
      {"the output is float32, float16, int8, uint8, int16, int32, int64 or bool", OutputIsTaken}};
  return {
      .op_code = abi::kTfLiteBuiltinCast,
      .kernels = {KernelOf(kPlainSignature, {{0, kCastTypes}}, output_is_taken),
                  KernelOf("from complex64", {}, output_is_taken),
                  KernelOf("to complex64", {{0, kCastTypes | ir::DataType::kComplex64}}),
                  KernelOf("to packed", {}), KernelOf("from packed", {})},
  };
}

}  // namespace litevk
