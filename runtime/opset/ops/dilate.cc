#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status CheckFactors(const ir::ShapeQuery& query, const std::vector<int64_t>& factors) {
  const int rank = query.input(0).rank();
  if (query.input(1) != ir::Shape{rank}) {
    return InvalidArgument("dilations has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(rank) + ", one for each dim of the input");
  }
  for (const int64_t factor : factors) {
    if (factor >= 1) continue;
    return InvalidArgument("a dilation is " + std::to_string(factor) + ", expected 1 or more");
  }
  return {};
}

// Infers (d - 1) * dilation + 1 from an input dim d.
Status InferDilate(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  const ir::Shape& input = query.input(0);
  if (input.rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  if (query.input(2).NumElements() == 0) return InvalidArgument("padding value is empty");
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> factors, ir::ReadStoredIndices(query, 1, "dilations"));
  LITEVK_RETURN_IF_ERROR(CheckFactors(query, factors));
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!ir::IsUnknown(input[static_cast<int>(axis)])) dims[axis] = (dims[axis] - 1) * factors[axis] + 1;
  }
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_dilate = {
    .op_code = abi::kTfLiteBuiltinDilate,
    .name = "DILATE",
    .stem = "dilate",
    .versions =
        {
            {1, kRuntimeUnknown, "every type of whole bytes"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFixedSize,
               .inputs = {kT, kInt32, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferDilate,
    .operands = {{"input", "dilations", "padding_value"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"dilations", Moves::kPerDim}}},
    .cost = MoveCost,
};

}  // namespace litevk
