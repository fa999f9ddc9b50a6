#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/split.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferSplit(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const auto outputs = static_cast<int>(query.outputs.size());
  const int splits = query.params.As<abi::TfLiteSplitParams>().num_splits;
  if (splits != outputs) {
    return InvalidArgument("num_splits is " + std::to_string(splits) + ", expected the " +
                           std::to_string(outputs) + " outputs");
  }
  const ir::Shape& input = query.input(1);
  if (ir::IsPlanned(query, 0)) return ir::SetOpenParts(query, input.rank());
  LITEVK_ASSIGN_OR_RETURN(const int axis, AxisOfSplit(query));
  const bool is_open = ir::IsUnknown(input[axis]);
  if (!is_open && input[axis] % splits != 0) {
    return InvalidArgument("dim " + std::to_string(axis) + " is " + std::to_string(input[axis]) +
                           ", expected a multiple of " + std::to_string(splits));
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  if (!is_open) dims[static_cast<size_t>(axis)] /= splits;
  for (size_t index = 0; index < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, index, dims));
  }
  return {};
}

}  // namespace

Result<int> AxisOfSplit(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const int64_t axis, ir::ReadStoredIndex(query, 0, "axis"));
  return ir::ResolveAxis(axis, query.input(1).rank());
}

extern const OpInfo kOpInfo_split = {
    .op_code = abi::kTfLiteBuiltinSplit,
    .name = "SPLIT",
    .stem = "split",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "1.14.0", "int32"},
            {4, "2.3.0", "int16"},
            {5, "2.23.0", "float8"},
        },
    .needed_version = ByInput<1, When{INT8, 2}, When{INT32, 3}, When{INT16, 4}, When{FLOAT8_E4M3FN, 5},
                              When{FLOAT8_E5M2, 5}>,
    .params = ParamsOf<FillSplit<schema::SplitOptions>>(),
    // TFLite does not check the axis' type. It reads the first four bytes, the low ones of an int64.
    .types = {{.element = kFixedSize,
               .inputs = {kIndex, kT},
               .outputs = {kT},
               .variadic_outputs = true,
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kBool>,
    .infer_shapes = InferSplit,
    .operands = {{"axis", "input"}, {"outputs"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {"", kAnyLayout}, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
