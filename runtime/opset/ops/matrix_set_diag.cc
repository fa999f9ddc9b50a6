#include <algorithm>
#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Like TFLite's kernel, requires enough diagonal values and ignores their dims.
Status CheckDiagonal(const ir::Shape& input, const ir::Shape& diagonal) {
  if (input.has_unknown() || diagonal.has_unknown()) return {};
  const int rank = input.rank();
  const int64_t expected = CountBetween(input, 0, rank - 2) * std::min(input[rank - 2], input[rank - 1]);
  if (diagonal.NumElements() >= expected) return {};
  return InvalidArgument("diagonal has " + std::to_string(diagonal.NumElements()) + " elements, expected " +
                         std::to_string(expected) + " for an input of " + input.ToString());
}

Status InferMatrixSetDiag(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  if (query.input(0).rank() < 2) {
    return InvalidArgument("input has dims " + query.input(0).ToString() + ", expected 2 dims or more");
  }
  LITEVK_RETURN_IF_ERROR(CheckDiagonal(query.input(0), query.input(1)));
  return ir::SameAsInput(query);
}

}  // namespace

extern const OpInfo kOpInfo_matrix_set_diag = {
    .op_code = abi::kTfLiteBuiltinMatrixSetDiag,
    .name = "MATRIX_SET_DIAG",
    .stem = "matrix_set_diag",
    .versions =
        {
            {1, "1.14.0", "float32, int8, uint8, int16, int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFixedSize, .inputs = {kT, kT}, .outputs = {kT}, .quantized = Quantized::kMoved}},
    .infer_shapes = InferMatrixSetDiag,
    .operands = {{"input", "diagonal"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
