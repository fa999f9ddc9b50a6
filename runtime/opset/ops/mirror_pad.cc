#include <algorithm>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/mirror_pad.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status CheckPadding(int64_t padding, int dim, int skipped) {
  const int largest = std::max(0, dim - skipped);
  if (padding >= 0 && padding <= largest) return {};
  return InvalidArgument("a padding of a dim of " + std::to_string(dim) + " is " + std::to_string(padding) +
                         ", expected 0 to " + std::to_string(largest));
}

Status InferMirrorPad(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (query.input(1) != ir::Shape{input.rank(), 2}) {
    return InvalidArgument("paddings has dims " + query.input(1).ToString() + ", expected " +
                           ir::Shape{input.rank(), 2}.ToString());
  }
  LITEVK_ASSIGN_OR_RETURN(const int skipped, SkippedAtBorder(query));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, ir::ReadStoredIndices(query, 1, "paddings"));
  std::vector<int64_t> dims;
  for (int axis = 0; axis < input.rank(); ++axis) {
    const int64_t before = paddings[static_cast<size_t>(axis) * 2];
    const int64_t after = paddings[static_cast<size_t>(axis) * 2 + 1];
    LITEVK_RETURN_IF_ERROR(CheckPadding(before, input[axis], skipped));
    LITEVK_RETURN_IF_ERROR(CheckPadding(after, input[axis], skipped));
    dims.push_back(before + input[axis] + after);
  }
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::MirrorPadOptions& options, abi::TfLiteMirrorPaddingParams& params,
                OptionsReader& reader) {
  params.mode = reader.ReadMirrorMode(options.mode());
}

}  // namespace

Result<int> SkippedAtBorder(const ir::ShapeQuery& query) {
  const int mode = query.params.As<abi::TfLiteMirrorPaddingParams>().mode;
  if (mode == abi::kTfLiteMirrorPaddingReflect) return 1;
  if (mode == abi::kTfLiteMirrorPaddingSymmetric) return 0;
  return InvalidArgument("mode is " + std::to_string(mode) + ", expected REFLECT or SYMMETRIC");
}

const OpInfo kOpInfo_mirror_pad = {
    .op_code = abi::kTfLiteBuiltinMirrorPad,
    .name = "MIRROR_PAD",
    .stem = "mirror_pad",
    .versions =
        {
            {1, "1.13.1", "float32, uint8, int32 and int64"},
            {2, "2.3.0", "int8"},
            {3, "2.12.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize, .inputs = {kT, kIndex}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferMirrorPad,
    .operands = {{"input", "paddings"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kAttribute, {"paddings"}},
    .cost = MoveCost,
};

}  // namespace litevk
