#include <algorithm>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr TypeSet kSortedTypes = {ir::DataType::kFloat32, ir::DataType::kInt8,  ir::DataType::kUInt8,
                                  ir::DataType::kInt16,   ir::DataType::kInt32, ir::DataType::kInt64};

constexpr TypeSet kCountTypes = {ir::DataType::kInt32, ir::DataType::kInt16};

// A k below 0 counts as 0, as in TFLite.
Status InferTopK(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (input.rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  if (ir::IsPlanned(query, 1)) {
    dims.back() = ir::kUnknownDim;
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, dims));
    return ir::SetOutput(query, 1, dims);
  }
  LITEVK_ASSIGN_OR_RETURN(const int64_t k, ir::ReadStoredIndex(query, 1, "k"));
  if (!ir::IsUnknown(input.channels()) && k > input.channels()) {
    return InvalidArgument("k is " + std::to_string(k) + ", expected at most the " +
                           std::to_string(input.channels()) + " elements of the last dim");
  }
  dims.back() = std::max<int64_t>(k, 0);
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, dims));
  return ir::SetOutput(query, 1, dims);
}

int VersionOfTopkV2(const OpSignature& signature) {
  const bool has_int16 = signature.input_type(0) == INT16 || signature.input_type(1) == INT16 ||
                         signature.output_type(1) == INT16;
  if (has_int16) return 3;
  return signature.input_type(0) == INT8 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_topk_v2 = {
    .op_code = abi::kTfLiteBuiltinTopkV2,
    .name = "TOPK_V2",
    .stem = "topk_v2",
    .versions =
        {
            {1, "1.7.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.13.0", "int16, also as indices"},
        },
    .needed_version = VersionOfTopkV2,
    .params = kNoParams,
    .types = {{.element = kSortedTypes,
               .inputs = {kT, kCountTypes},
               .outputs = {kT, kCountTypes},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferTopK,
    .operands = {{"input", "k"}, {"values", "indices"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}},
    .cost = ReductionCost,
};

}  // namespace litevk
