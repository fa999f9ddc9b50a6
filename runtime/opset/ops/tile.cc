#include <limits>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status InferTile(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (query.input(1) != ir::Shape{input.rank()}) {
    return InvalidArgument("multiples has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(input.rank()) + ", one for each dim of the input");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> multiples, ir::ReadStoredIndices(query, 1, "multiples"));
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (multiples[axis] < 0 || multiples[axis] > std::numeric_limits<int>::max()) {
      return InvalidArgument("a multiple is " + std::to_string(multiples[axis]) +
                             ", expected 0 to 2147483647");
    }
    dims[axis] *= multiples[axis];
  }
  return ir::SetOutput(query, dims);
}

}  // namespace

const OpInfo kOpInfo_tile = {
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
    .types = {{.element = kMovable, .inputs = {kT, kIndex}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferTile,
    .operands = {{"input", "multiples"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kAttribute, {"multiples"}},
    .cost = MoveCost,
};

}  // namespace litevk
