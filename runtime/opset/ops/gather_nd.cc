#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferGatherNd(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  const ir::Shape& indices = query.input(1);
  if (indices.rank() > 0 && ir::IsUnknown(indices.channels())) {
    return NeedsValues("how many dims of the input the indices, " + indices.ToString() + ", name is open");
  }
  if (input.rank() == 0 || indices.rank() == 0 || indices.dims().back() > input.rank()) {
    return InvalidArgument("input has dims " + input.ToString() + " and indices " + indices.ToString() +
                           ", expected vectors or more and at most one index for each dim of the input");
  }
  std::vector<int64_t> dims(indices.dims().begin(), indices.dims().end() - 1);
  dims.insert(dims.end(), input.dims().begin() + indices.dims().back(), input.dims().end());
  return ir::SetOutput(query, dims);
}

int VersionOfGatherNd(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (IsFloat8(type)) return 6;
  if (type == BOOL) return 5;
  if (signature.input_type(1) == INT16) return 4;
  if (type == INT16) return 3;
  return type == STRING ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_gather_nd = {
    .op_code = abi::kTfLiteBuiltinGatherNd,
    .name = "GATHER_ND",
    .stem = "gather_nd",
    .versions =
        {
            {1, "1.14.0", "float32, uint8, int8, int32 and int64"},
            {2, "2.3.0", "string"},
            {3, "2.5.0", "int16"},
            {4, "2.13.0", "int16 indices"},
            {5, "2.16.0", "bool"},
            {6, "2.23.0", "float8"},
        },
    .needed_version = VersionOfGatherNd,
    .params = kNoParams,
    .types = {{.element = kMovable,
               .inputs = {kT, kIndex | ir::DataType::kInt16},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferGatherNd,
    .operands = {{"input", "indices"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
