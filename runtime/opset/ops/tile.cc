#include <limits>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/tile.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferTile(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  if (ir::IsPlanned(query, 1)) return ir::SetOpenOutput(query, query.input(0).rank());
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> multiples, ResolveMultiples(query));
  std::vector<int64_t> dims;
  for (size_t axis = 0; axis < multiples.size(); ++axis) {
    const int dim = query.input(0)[static_cast<int>(axis)];
    dims.push_back(ir::IsUnknown(dim) && multiples[axis] > 0 ? ir::kUnknownDim : dim * multiples[axis]);
  }
  return ir::SetOutput(query, dims);
}

}  // namespace

Result<std::vector<int64_t>> ResolveMultiples(const ir::ShapeQuery& query) {
  const ir::Shape& input = query.input(0);
  // TFLite counts the elements of multiples, whatever their dims.
  LITEVK_ASSIGN_OR_RETURN(const int64_t count, ir::CountElements(query.input(1), "multiples"));
  if (count != input.rank()) {
    return InvalidArgument("multiples has dims " + query.input(1).ToString() + ", expected " +
                           std::to_string(input.rank()) + " values, one for each dim of the input");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> multiples, ir::ReadStoredIndices(query, 1, "multiples"));
  for (const int64_t multiple : multiples) {
    if (multiple >= 0 && multiple <= std::numeric_limits<int>::max()) continue;
    return InvalidArgument("a multiple is " + std::to_string(multiple) + ", expected 0 to 2147483647");
  }
  return multiples;
}

extern const OpInfo kOpInfo_tile = {
    .op_code = abi::kTfLiteBuiltinTile,
    .name = "TILE",
    .stem = "tile",
    .versions =
        {
            {1, "1.10.1", "float32, uint8, int32, int64 and bool"},
            {2, "2.2.0", "string"},
            {3, "2.8.0", "int8"},
        },
    .needed_version = ByInput<0, When{STRING, 2}, When{INT8, 3}>,
    .params = kNoParams,
    .types = {{.element = kMovable | ir::DataType::kComplex64,
               .inputs = {kT, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferTile,
    .operands = {{"input", "multiples"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"multiples", Moves::kPerDim}}},
    .cost = MoveCost,
};

}  // namespace litevk
