#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/transpose.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferTranspose(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  if (ir::IsPlanned(query, 1)) return ir::SetOpenOutput(query, query.input(0).rank());
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> permutation, ResolvePermutation(query));
  std::vector<int64_t> dims;
  dims.reserve(permutation.size());
  for (const int axis : permutation) dims.push_back(query.input(0)[axis]);
  return ir::SetOutput(query, dims);
}

int VersionOfTranspose(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  const size_t rank = signature.input_rank(0);
  if (type == FLOAT16) return 9;
  if (rank > 6 || type == BFLOAT16) return 8;
  if (type == INT4) return 7;
  if (rank > 5) return 6;
  if (type == INT16) return 5;
  if (rank > 4) return 4;
  if (type == BOOL) return 3;
  return type == INT8 ? 2 : 1;
}

}  // namespace

Result<std::vector<int>> ResolvePermutation(const ir::ShapeQuery& query) {
  const int rank = query.input(0).rank();
  if (query.input(1) != ir::Shape{rank}) {
    return InvalidArgument("perm has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(rank) + ", one for each dim of the input");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> entries, ir::ReadStoredIndices(query, 1, "perm"));
  std::vector<bool> seen(entries.size(), false);
  std::vector<int> permutation;
  for (const int64_t entry : entries) {
    LITEVK_ASSIGN_OR_RETURN(const int axis, ir::ResolveAxis(entry, rank));
    if (seen[static_cast<size_t>(axis)]) {
      return InvalidArgument("perm lists axis " + std::to_string(axis) + " twice, expected a permutation");
    }
    seen[static_cast<size_t>(axis)] = true;
    permutation.push_back(axis);
  }
  return permutation;
}

extern const OpInfo kOpInfo_transpose = {
    .op_code = abi::kTfLiteBuiltinTranspose,
    .name = "TRANSPOSE",
    .stem = "transpose",
    .versions =
        {
            {1, "1.6.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "1.15.0", "bool"},
            {4, "2.3.0", "more than 4 dims"},
            {5, "2.4.0", "int16"},
            {6, "2.12.0", "more than 5 dims"},
            {7, "2.14.4", "int4"},
            {8, "2.22.0", "more than 6 dims, bfloat16"},
            {9, "2.23.0", "float16"},
        },
    .needed_version = VersionOfTranspose,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64 | kPacked,
               .inputs = {kT, kInt32},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kInt2>,
    .infer_shapes = InferTranspose,
    .operands = {{"input", "perm"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"perm", Moves::kPermutation}}},
    .cost = MoveCost,
};

}  // namespace litevk
