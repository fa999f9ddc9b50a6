#include <algorithm>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Infers one value for each dim of the longer of the two shapes.
Status InferBroadcastArgs(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 1, "shape 0"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(1), 1, "shape 1"));
  const int left = query.input(0)[0];
  const int right = query.input(1)[0];
  const bool is_open = ir::IsUnknown(left) || ir::IsUnknown(right);
  return ir::SetOutput(query, {is_open ? ir::kUnknownDim : std::max(left, right)});
}

}  // namespace

extern const OpInfo kOpInfo_broadcast_args = {
    .op_code = abi::kTfLiteBuiltinBroadcastArgs,
    .name = "BROADCAST_ARGS",
    .stem = "broadcast_args",
    .versions =
        {
            {1, "2.6.0", "int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kIndex, .inputs = {kT, kT}, .outputs = {kT}}},
    .infer_shapes = InferBroadcastArgs,
    .operands = {{"shape0", "shape1"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
