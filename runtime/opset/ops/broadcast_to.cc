#include <cstdint>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Returns the dims that the operand states, or unknown ones if its values become known only with a plan.
Result<std::vector<int64_t>> ReadTarget(const ir::ShapeQuery& query) {
  if (query.inputs[1]->is_planned()) {
    return std::vector<int64_t>(static_cast<size_t>(query.input(1)[0]), ir::kUnknownDim);
  }
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> target, ir::ReadStoredIndices(query, 1, "shape"));
  for (const int64_t dim : target) {
    if (dim >= 0) continue;
    return InvalidArgument("shape has a dim of " + std::to_string(dim) + ", expected 0 or more");
  }
  return target;
}

Status InferBroadcastTo(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  const ir::Shape& shape = query.input(1);
  if (shape.rank() != 1 || shape[0] < input.rank()) {
    return InvalidArgument("shape has dims " + shape.ToString() + ", expected a vector of " +
                           std::to_string(input.rank()) + " or more, one for each dim of the input");
  }
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> target, ReadTarget(query));
  const size_t added = target.size() - input.dims().size();
  for (size_t axis = 0; axis < input.dims().size(); ++axis) {
    const int dim = input.dims()[axis];
    if (dim == 1 || ir::IsUnknown(dim)) continue;
    int64_t& stretched = target[added + axis];
    if (stretched == ir::kUnknownDim) stretched = dim;
    if (stretched == dim) continue;
    return InvalidArgument("shape asks for " + std::to_string(stretched) + " along dim " +
                           std::to_string(axis) + " of the input, " + input.ToString() +
                           ", expected as many, or a dim of 1 there");
  }
  return ir::SetOutput(query, target);
}

int VersionOfBroadcastTo(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (IsFloat8(type)) return 4;
  return type == INT8 || type == INT16 ? 3 : 2;
}

}  // namespace

extern const OpInfo kOpInfo_broadcast_to = {
    .op_code = abi::kTfLiteBuiltinBroadcastTo,
    .name = "BROADCAST_TO",
    .stem = "broadcast_to",
    // TensorFlow Lite withdrew version 1, which had another operator code.
    .versions =
        {
            {2, "2.5.0", "every type but int8, int16 and string"},
            {3, "2.5.0", "int8 and int16"},
            {4, "2.23.0", "float8"},
        },
    .needed_version = VersionOfBroadcastTo,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64,
               .inputs = {kT, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferBroadcastTo,
    .operands = {{"input", "shape"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"shape", Moves::kPerDim}}},
    .cost = MoveCost,
};

}  // namespace litevk
