#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/reverse_v2.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferReverse(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(1), 1, "axis"));
  if (query.inputs[1]->constness == ir::Constness::kStored) {
    LITEVK_RETURN_IF_ERROR(ResolveReversedAxes(query).status());
  }
  return ir::SameAsInput(query);
}

}  // namespace

Result<std::vector<bool>> ResolveReversedAxes(const ir::ShapeQuery& query) {
  const int rank = query.input(0).rank();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> entries, ir::ReadStoredIndices(query, 1, "axis"));
  std::vector<bool> reversed(static_cast<size_t>(rank), false);
  for (const int64_t entry : entries) {
    LITEVK_ASSIGN_OR_RETURN(const int axis, ir::ResolveAxis(entry, rank));
    if (reversed[static_cast<size_t>(axis)]) {
      return InvalidArgument("axis " + std::to_string(axis) + " is listed twice, expected once");
    }
    reversed[static_cast<size_t>(axis)] = true;
  }
  return reversed;
}

extern const OpInfo kOpInfo_reverse_v2 = {
    .op_code = abi::kTfLiteBuiltinReverseV2,
    .name = "REVERSE_V2",
    .stem = "reverse_v2",
    .versions =
        {
            {1, "1.14.0", "float32, uint8, int16, int32 and int64"},
            {2, "2.2.0", "bool"},
            {3, "2.5.0", "int8"},
            {4, "2.23.0", "float8"},
        },
    .needed_version = ByInput<0, When{BOOL, 2}, When{INT8, 3}, When{FLOAT8_E4M3FN, 4}, When{FLOAT8_E5M2, 4}>,
    .params = kNoParams,
    .types =
        {{.element = kFixedSize, .inputs = {kT, kInt32}, .outputs = {kT}, .quantized = Quantized::kMoved}},
    .infer_shapes = InferReverse,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
