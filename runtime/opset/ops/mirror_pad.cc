#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/mirror_pad.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Returns how many elements at each end of a dim the mirror skips. REFLECT does not repeat the border.
Result<int> SkippedAtBorder(const ir::ShapeQuery& query) {
  const int mode = query.params.As<abi::TfLiteMirrorPaddingParams>().mode;
  if (mode == abi::kTfLiteMirrorPaddingReflect) return 1;
  if (mode == abi::kTfLiteMirrorPaddingSymmetric) return 0;
  return InvalidArgument("mode is " + std::to_string(mode) + ", expected REFLECT or SYMMETRIC");
}

Status CheckPadding(int64_t padding, int dim, int skipped) {
  const int largest = ir::IsUnknown(dim) ? std::numeric_limits<int>::max() : std::max(0, dim - skipped);
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
  if (ir::IsPlanned(query, 1)) return ir::SetOpenOutput(query, input.rank());
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, ir::ReadStoredIndices(query, 1, "paddings"));
  std::vector<int64_t> dims;
  for (int axis = 0; axis < input.rank(); ++axis) {
    const int64_t before = paddings[static_cast<size_t>(axis) * 2];
    const int64_t after = paddings[static_cast<size_t>(axis) * 2 + 1];
    LITEVK_RETURN_IF_ERROR(CheckPadding(before, input[axis], skipped));
    LITEVK_RETURN_IF_ERROR(CheckPadding(after, input[axis], skipped));
    dims.push_back(ir::IsUnknown(input[axis]) ? ir::kUnknownDim : before + input[axis] + after);
  }
  return ir::SetOutput(query, dims);
}

// Returns the index of the mirrored input element for each index along a padded dim.
std::vector<int64_t> MirroredIndices(int64_t before, int64_t after, int dim, int skipped) {
  std::vector<int64_t> indices;
  for (int64_t position = 0; position < before + dim + after; ++position) {
    int64_t index = position - before;
    if (index < 0) index = skipped - 1 - index;
    if (index >= dim) index = int64_t{2} * dim - 1 - skipped - index;
    indices.push_back(index);
  }
  return indices;
}

// Extends each of `runs`, which index the dims so far, by each of `indices` along the next dim.
std::vector<int64_t> Refine(const std::vector<int64_t>& runs, const std::vector<int64_t>& indices, int dim) {
  std::vector<int64_t> finer;
  for (const int64_t run : runs) {
    for (const int64_t index : indices) finer.push_back(run * dim + index);
  }
  return finer;
}

void FillParams(const schema::MirrorPadOptions& options, abi::TfLiteMirrorPaddingParams& params,
                OptionsReader& reader) {
  params.mode = reader.ReadMirrorMode(options.mode());
}

}  // namespace

Result<Mirror> ResolveMirror(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const int skipped, SkippedAtBorder(query));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, ir::ReadStoredIndices(query, 1, "paddings"));
  const ir::Shape& input = query.input(0);
  int padded = input.rank();  // number of dims up to the last one with a padding
  while (padded > 0 &&
         paddings[static_cast<size_t>(padded) * 2 - 1] + paddings[static_cast<size_t>(padded) * 2 - 2] == 0)
    --padded;
  Mirror mirror = {.runs = {0}, .inner = ir::CountBetween(input, padded, input.rank())};
  for (int axis = 0; axis < padded; ++axis) {
    const int64_t before = paddings[static_cast<size_t>(axis) * 2];
    const int64_t after = paddings[static_cast<size_t>(axis) * 2 + 1];
    mirror.runs = Refine(mirror.runs, MirroredIndices(before, after, input[axis], skipped), input[axis]);
  }
  return mirror;
}

extern const OpInfo kOpInfo_mirror_pad = {
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
    .types = {{.element = kFixedSize | ir::DataType::kComplex64,
               .inputs = {kT, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMovedEven}},
    .infer_shapes = InferMirrorPad,
    .operands = {{"input", "paddings"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"paddings", Moves::kPerDim}}},
    .cost = MoveCost,
};

}  // namespace litevk
