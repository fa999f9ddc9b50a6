#include <limits>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/reduce_window.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr TypeSet kReducibleTypes = kReducedTypes | ir::DataType::kFloat64;

Result<std::vector<int64_t>> ReadPerDim(const ir::ShapeQuery& query, int index, const char* name) {
  const int rank = query.input(0).rank();
  if (query.input(index) != ir::Shape{rank}) {
    return InvalidArgument(std::string(name) + " has dims " + query.input(index).ToString() +
                           ", expected a vector of " + std::to_string(rank) +
                           ", one for each dim of the input");
  }
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> values, ir::ReadStoredIndices(query, index, name));
  for (const int64_t value : values) {
    if (value >= 1 && value <= std::numeric_limits<int>::max()) continue;
    return InvalidArgument(std::string(name) + " has the value " + std::to_string(value) +
                           ", expected 1 or more");
  }
  return values;
}

Status InferReduceWindow(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  const ir::Shape& input = query.input(0);
  if (input.rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  if (query.input(1).NumElements() == 0) return InvalidArgument("init value is empty");
  const int function = query.params.As<abi::TfLiteReduceWindowParams>().reduce_function;
  if (function == abi::kTfLiteReduceWindowFunctionUnsupported) {
    return Unsupported("the node does not say with which function it reduces");
  }
  LITEVK_ASSIGN_OR_RETURN(const ReductionWindow window, ReadReductionWindow(query));
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (ir::IsUnknown(input[static_cast<int>(axis)])) continue;
    const int64_t reach = (window.dims[axis] - 1) * window.dilations[axis] + 1;
    dims[axis] = dims[axis] < reach ? 0 : (dims[axis] - reach) / window.strides[axis] + 1;
  }
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::ReduceWindowOptions& options, abi::TfLiteReduceWindowParams& params,
                OptionsReader& reader) {
  params.reduce_function = reader.Read(options.reduce_function(), "reduce function");
}

}  // namespace

Result<ReductionWindow> ReadReductionWindow(const ir::ShapeQuery& query) {
  ReductionWindow window;
  LITEVK_ASSIGN_OR_RETURN(window.dims, ReadPerDim(query, 2, "window_shape"));
  LITEVK_ASSIGN_OR_RETURN(window.strides, ReadPerDim(query, 3, "window_strides"));
  LITEVK_ASSIGN_OR_RETURN(window.dilations, ReadPerDim(query, 4, "window_dilations"));
  return window;
}

extern const OpInfo kOpInfo_reduce_window = {
    .op_code = abi::kTfLiteBuiltinReduceWindow,
    .name = "REDUCE_WINDOW",
    .stem = "reduce_window",
    .versions =
        {
            {1, kRuntimeUnknown, "float32, float64, int8, uint8, int16, int32, int64 and bool"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kReducibleTypes,
               .inputs = {kT, kT, ir::DataType::kInt64, ir::DataType::kInt64, ir::DataType::kInt64},
               .outputs = {kT}}},
    .infer_shapes = InferReduceWindow,
    .operands = {{"input", "init_value", "window_shape", "window_strides", "window_dilations"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"window_shape", Moves::kPerDim},
                         {"window_strides", Moves::kPerDim},
                         {"window_dilations", Moves::kPerDim}}},
    .cost = ReductionCost,
};

}  // namespace litevk
