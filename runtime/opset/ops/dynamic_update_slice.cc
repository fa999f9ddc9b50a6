#include <string>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status CheckUpdate(const ir::Shape& update, const ir::Shape& operand) {
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(update, operand.rank(), "update"));
  for (int axis = 0; axis < operand.rank(); ++axis) {
    if (ir::IsUnknown(update[axis]) || ir::IsUnknown(operand[axis]) || update[axis] <= operand[axis])
      continue;
    return InvalidArgument("update has dims " + update.ToString() + ", expected at most the operand's, " +
                           operand.ToString());
  }
  return {};
}

Status InferDynamicUpdateSlice(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  const ir::Shape& operand = query.input(0);
  const ir::Shape& starts = query.input(2);
  LITEVK_RETURN_IF_ERROR(CheckUpdate(query.input(1), operand));
  if (starts.rank() != 1 || !ir::MayEqual(starts[0], operand.rank())) {
    return InvalidArgument("start indices have dims " + starts.ToString() + ", expected a vector of " +
                           std::to_string(operand.rank()) + ", one for each dim of the operand");
  }
  return ir::SameAsInput(query);
}

int VersionOfDynamicUpdateSlice(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (type == BFLOAT16) return 6;
  if (type == INT4) return 5;
  if (type == INT16) return 4;
  if (type == FLOAT16) return 3;
  return signature.input_type(2) == INT64 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_dynamic_update_slice = {
    .op_code = abi::kTfLiteBuiltinDynamicUpdateSlice,
    .name = "DYNAMIC_UPDATE_SLICE",
    .stem = "dynamic_update_slice",
    .versions =
        {
            {1, "2.9.0", "float32, int8, int32, int64 and bool"},
            {2, "2.17.0", "int64 start indices"},
            {3, "2.19.0", "float16"},
            {4, "2.20.0", "int16"},
            {5, "2.21.0", "int4"},
            {6, "2.22.0", "bfloat16"},
        },
    .needed_version = VersionOfDynamicUpdateSlice,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64 | kPacked,
               .inputs = {kT, kT, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kInt2, ir::DataType::kUInt4>,
    .infer_shapes = InferDynamicUpdateSlice,
    .operands = {{"operand", "update", "start_indices"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, kAnyLayout, ""},
               .moved = {{"start_indices", Moves::kPerDim}}},
    .cost = MoveCost,
};

}  // namespace litevk
