#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Infers a square matrix for each row of the input, which becomes its diagonal.
Status InferMatrixDiag(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& diagonal = query.input(0);
  if (diagonal.rank() == 0) return InvalidArgument("diagonal is a scalar, expected 1 dim or more");
  std::vector<int64_t> dims(diagonal.dims().begin(), diagonal.dims().end());
  dims.push_back(dims.back());
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_matrix_diag = {
    .op_code = abi::kTfLiteBuiltinMatrixDiag,
    .name = "MATRIX_DIAG",
    .stem = "matrix_diag",
    .versions =
        {
            {1, "1.14.0", "float32, int8, uint8, int16, int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}, .quantized = Quantized::kMoved}},
    .infer_shapes = InferMatrixDiag,
    .operands = {{"diagonal"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
