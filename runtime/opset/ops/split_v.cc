#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/split_v.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Returns the sizes along the axis. A size of -1 takes the rest of the dim, and is unknown if the dim is.
Result<std::vector<int64_t>> SizesOf(const ir::ShapeQuery& query, int dim) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> sizes, ir::ReadStoredIndices(query, 1, "size_splits"));
  const bool is_open = ir::IsUnknown(dim);
  int64_t left = is_open ? std::numeric_limits<int>::max() : dim;
  for (const int64_t size : sizes) {
    if (size < -1 || size > left) {
      return InvalidArgument("a size is " + std::to_string(size) + ", expected -1 or at most the " +
                             std::to_string(left) + " left of the dim of " + std::to_string(dim));
    }
    left -= std::max<int64_t>(size, 0);
  }
  const auto computed = std::ranges::count(sizes, -1);
  if (computed > 1 || (computed == 0 && left != 0 && !is_open)) {
    return InvalidArgument("the sizes leave " + std::to_string(left) + " of the dim of " +
                           std::to_string(dim) + " to " + std::to_string(computed) +
                           " sizes of -1, expected one or nothing left");
  }
  std::ranges::replace(sizes, -1, is_open ? ir::kUnknownDim : left);
  return sizes;
}

Status InferSplitV(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  const auto outputs = static_cast<int>(query.outputs.size());
  const int splits = query.params.As<abi::TfLiteSplitParams>().num_splits;
  if (splits != outputs || query.input(1) != ir::Shape{outputs}) {
    return InvalidArgument("num_splits is " + std::to_string(splits) + " and size_splits has dims " +
                           query.input(1).ToString() + ", expected both to be the " +
                           std::to_string(outputs) + " outputs");
  }
  const ir::Shape& input = query.input(0);
  if (ir::IsPlanned(query, 1) || ir::IsPlanned(query, 2)) return ir::SetOpenParts(query, input.rank());
  LITEVK_ASSIGN_OR_RETURN(const int axis, AxisOfSplitV(query));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes, SizesOf(query, input[axis]));
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t index = 0; index < sizes.size(); ++index) {
    dims[static_cast<size_t>(axis)] = sizes[index];
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, index, dims));
  }
  return {};
}

}  // namespace

Result<int> AxisOfSplitV(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const int64_t axis, ir::ReadStoredIndex(query, 2, "axis"));
  return ir::ResolveAxis(axis, query.input(0).rank());
}

extern const OpInfo kOpInfo_split_v = {
    .op_code = abi::kTfLiteBuiltinSplitV,
    .name = "SPLIT_V",
    .stem = "split_v",
    .versions =
        {
            {1, "1.13.1", "float32, uint8, int16, int32 and int64"},
            {2, "2.3.0", "int8"},
            {3, "2.23.0", "float8"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{FLOAT8_E4M3FN, 3}, When{FLOAT8_E5M2, 3}>,
    .params = ParamsOf<FillSplit<schema::SplitVOptions>>(),
    // TFLite does not check the axis' type. It reads the first four bytes, the low ones of an int64.
    .types = {{.element = kFixedSize,
               .inputs = {kT, kIndex, kIndex},
               .outputs = {kT},
               .variadic_outputs = true,
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kBool>,
    .infer_shapes = InferSplitV,
    .operands = {{"input", "size_splits", "axis"}, {"outputs"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
