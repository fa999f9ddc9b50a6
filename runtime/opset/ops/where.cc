#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/where.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr TypeSet kConditions = {ir::DataType::kBool,  ir::DataType::kFloat32, ir::DataType::kInt64,
                                 ir::DataType::kInt32, ir::DataType::kInt8,    ir::DataType::kUInt8,
                                 ir::DataType::kUInt32};

Status InferWhere(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Tensor& condition = *query.inputs[0];
  if (condition.dims.rank() == 0) return InvalidArgument("condition is a scalar, expected 1 dim or more");
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(condition.dims, "condition"));
  if (elements > 0 && ir::IsPlanned(query, 0)) {
    return ir::SetOutput(query, {ir::kUnknownDim, condition.dims.rank()});
  }
  if (elements > 0 && condition.constness != ir::Constness::kStored) {
    return NeedsValues("condition is not a constant of the model");
  }
  if (static_cast<int64_t>(condition.data.size()) < elements * ir::ByteSize(condition.type)) {
    return InvalidArgument("condition stores " + std::to_string(condition.data.size()) + " bytes, expected " +
                           std::to_string(elements) + " elements");
  }
  int64_t found = 0;
  LITEVK_RETURN_IF_ERROR(ForEachNonZero(condition.type, condition.data, elements, [&](int64_t) { ++found; }));
  return ir::SetOutput(query, {found, condition.dims.rank()});
}

int VersionOfWhere(const OpSignature& signature) { return signature.input_type(0) == BOOL ? 1 : 2; }

}  // namespace

extern const OpInfo kOpInfo_where = {
    .op_code = abi::kTfLiteBuiltinWhere,
    .name = "WHERE",
    .stem = "where",
    .versions =
        {
            {1, "1.14.0", "bool condition"},
            {2, "2.8.0", "conditions of other types"},
        },
    .needed_version = VersionOfWhere,
    .params = kNoParams,
    .types = {{.inputs = {kConditions}, .outputs = {ir::DataType::kInt64}, .quantized = Quantized::kMoved}},
    .infer_shapes = InferWhere,
    .operands = {{"condition"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
