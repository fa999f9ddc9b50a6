#include <string>
#include <string_view>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/slice.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status CheckCount(const ir::Shape& operand, const ir::Shape& input, std::string_view name) {
  if (operand == ir::Shape{input.rank()}) return {};
  return InvalidArgument(std::string(name) + " has dims " + operand.ToString() + ", expected a vector of " +
                         std::to_string(input.rank()) + ", one for each dim of the input");
}

Status InferSlice(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_ASSIGN_OR_RETURN(const Slice slice, ResolveSlice(query));
  return ir::SetOutput(query, slice.size);
}

int VersionOfSlice(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (type == FLOAT16) return 8;
  if (type == INT4) return 7;
  if (type == UINT32) return 6;
  if (signature.input_rank(0) > 4) return 5;
  if (type == INT16) return 4;
  if (type == STRING) return 3;
  return type == INT8 ? 2 : 1;
}

}  // namespace

Result<Slice> ResolveSlice(const ir::ShapeQuery& query) {
  const ir::Shape& input = query.input(0);
  LITEVK_RETURN_IF_ERROR(CheckCount(query.input(1), input, "begin"));
  LITEVK_RETURN_IF_ERROR(CheckCount(query.input(2), input, "size"));
  Slice slice;
  if (ir::IsPlanned(query, 1) || ir::IsPlanned(query, 2)) {
    slice.begin.assign(input.dims().size(), 0);
    slice.size.assign(input.dims().size(), ir::kUnknownDim);
    return slice;
  }
  LITEVK_ASSIGN_OR_RETURN(slice.begin, ir::ReadStoredIndices(query, 1, "begin"));
  LITEVK_ASSIGN_OR_RETURN(slice.size, ir::ReadStoredIndices(query, 2, "size"));
  for (size_t axis = 0; axis < slice.begin.size(); ++axis) {
    const int64_t dim = input.dims()[axis];
    const int64_t begin = slice.begin[axis];
    const int64_t size = slice.size[axis];
    const bool is_open = ir::IsUnknown(input.dims()[axis]);
    if (begin < 0 || size < -1 || (!is_open && (begin > dim || size > dim - begin))) {
      return InvalidArgument("begin " + std::to_string(begin) + " and size " + std::to_string(size) +
                             " leave dim " + std::to_string(axis) + " of " + std::to_string(dim) +
                             ", expected a part of it");
    }
    if (size == -1) slice.size[axis] = is_open ? ir::kUnknownDim : dim - begin;
  }
  return slice;
}

extern const OpInfo kOpInfo_slice = {
    .op_code = abi::kTfLiteBuiltinSlice,
    .name = "SLICE",
    .stem = "slice",
    .versions =
        {
            {1, "1.14.0", "float32, uint8, int32, int64 and bool"},
            {2, "1.14.0", "int8"},
            {3, "1.14.0", "string"},
            {4, "2.4.0", "int16"},
            {5, "2.5.0", "more than 4 dims"},
            {6, "2.14.0", "uint32"},
            {7, "2.21.0", "int4"},
            {8, "2.23.0", "float16"},
        },
    .needed_version = VersionOfSlice,
    .params = kNoParams,
    .types = {{.element = kMovable | ir::DataType::kComplex64 | kPacked,
               .inputs = {kT, kIndex, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kInt2, ir::DataType::kUInt4>,
    .infer_shapes = InferSlice,
    .operands = {{"input", "begin", "size"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"begin", Moves::kPerDim}, {"size", Moves::kPerDim}}},
    .cost = MoveCost,
};

}  // namespace litevk
