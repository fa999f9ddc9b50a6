#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferFill(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 1, "dims"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(1), 0, "value"));
  if (ir::IsPlanned(query, 0)) return ir::SetOpenOutput(query, query.input(0)[0]);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> dims, ir::ReadStoredIndices(query, 0, "dims"));
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_fill = {
    .op_code = abi::kTfLiteBuiltinFill,
    .name = "FILL",
    .stem = "fill",
    .versions =
        {
            {1, "1.13.0", "float32, int32 and int64"},
            {2, "2.3.0", "bool and string"},
            {3, "2.5.0", "int8 and int16"},
            {4, "2.12.0", "float16"},
            {5, "2.23.0", "float8"},
        },
    .needed_version = ByInput<1, When{BOOL, 2}, When{STRING, 2}, When{INT8, 3}, When{INT16, 3},
                              When{FLOAT16, 4}, When{FLOAT8_E4M3FN, 5}, When{FLOAT8_E5M2, 5}>,
    .params = kNoParams,
    .types = {{.element = kMovable | ir::DataType::kComplex64,
               .inputs = {kIndex, kT},
               .outputs = {kT},
               .quantized = Quantized::kMovedEven}},
    .infer_shapes = InferFill,
    .operands = {{"dims", "value"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
