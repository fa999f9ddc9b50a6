#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/gather.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferGather(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_ASSIGN_OR_RETURN(const GatherAxes axes, ResolveGatherAxes(query));
  const std::vector<int>& input = query.input(0).dims();
  const std::vector<int>& indices = query.input(1).dims();
  std::vector<int64_t> dims(input.begin(), input.begin() + axes.axis);
  dims.insert(dims.end(), indices.begin() + axes.batch_dims, indices.end());
  dims.insert(dims.end(), input.begin() + axes.axis + 1, input.end());
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::GatherOptions& options, abi::TfLiteGatherParams& params, OptionsReader&) {
  params.axis = options.axis();
  params.batch_dims = options.batch_dims();
}

int VersionOfGather(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  const auto* options = signature.options<schema::GatherOptions>();
  if (IsFloat8(type)) return 8;
  if (type == INT4) return 7;
  if (signature.input_type(1) == INT16) return 6;
  if (options != nullptr && options->batch_dims() != 0) return 5;
  if (type == INT16) return 4;
  if (type == BOOL) return 3;
  return type == INT8 ? 2 : 1;
}

bool KeepsDims(const ir::NodeView& view) {
  return view.has_input(1) && view.input(1).dims.rank() == 1 &&
         view.params<abi::TfLiteGatherParams>().batch_dims == 0;
}

}  // namespace

Result<GatherAxes> ResolveGatherAxes(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLiteGatherParams>();
  const ir::Shape& input = query.input(0);
  const ir::Shape& indices = query.input(1);
  GatherAxes axes;
  LITEVK_ASSIGN_OR_RETURN(axes.axis, ir::ResolveAxis(params.axis, input.rank()));
  axes.batch_dims = params.batch_dims + (params.batch_dims < 0 ? indices.rank() : 0);
  if (axes.batch_dims < 0 || axes.batch_dims > axes.axis || axes.batch_dims > indices.rank()) {
    return InvalidArgument("batch_dims is " + std::to_string(params.batch_dims) + ", expected at most axis " +
                           std::to_string(axes.axis) + " and the " + std::to_string(indices.rank()) +
                           " dims of the indices");
  }
  for (int dim = 0; dim < axes.batch_dims; ++dim) {
    if (input[dim] == indices[dim]) continue;
    return InvalidArgument("input has dims " + input.ToString() + " and indices " + indices.ToString() +
                           ", expected the first " + std::to_string(axes.batch_dims) + " to be equal");
  }
  return axes;
}

extern const OpInfo kOpInfo_gather = {
    .op_code = abi::kTfLiteBuiltinGather,
    .name = "GATHER",
    .stem = "gather",
    .versions =
        {
            {1, "1.6.0", "float32, uint8, int32, int64 and string"},
            {2, "1.14.0", "int8"},
            {3, "1.15.0", "bool"},
            {4, "2.4.0", "int16"},
            {5, "2.5.0", "batch_dims"},
            {6, "2.13.0", "int16 indices"},
            {7, "2.15.0", "int4"},
            {8, "2.23.0", "float8"},
        },
    .needed_version = VersionOfGather,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kMovable | kPacked,
               .inputs = {kT, kIndex | ir::DataType::kInt16},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kInt2, ir::DataType::kUInt4>,
    .infer_shapes = InferGather,
    .operands = {{"input", "indices"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"axis", Moves::kAxis}},
               .keeps_dims = KeepsDims},
    .cost = MoveCost,
};

}  // namespace litevk
