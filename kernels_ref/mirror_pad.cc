#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

// Elements at each end of a dim that the mirror leaves out: REFLECT does not repeat the border.
Result<int> SkippedAtBorder(const ir::ShapeQuery& query) {
  const int mode = query.params.As<abi::TfLiteMirrorPaddingParams>().mode;
  if (mode == abi::kTfLiteMirrorPaddingReflect) return 1;
  if (mode == abi::kTfLiteMirrorPaddingSymmetric) return 0;
  return InvalidArgument("mode is " + std::to_string(mode) + ", expected REFLECT or SYMMETRIC");
}

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

// For each index along a padded dim, the index of the element of the input that it shows.
std::vector<int64_t> MirroredIndices(int padded_dim, int64_t before, int dim, int skipped) {
  std::vector<int64_t> indices;
  for (int place = 0; place < padded_dim; ++place) {
    int64_t index = place - before;
    if (index < 0) index = skipped - 1 - index;
    if (index >= dim) index = int64_t{2} * dim - 1 - skipped - index;
    indices.push_back(index);
  }
  return indices;
}

// Offsets of all elements of the output but for their index along the last dim, in row-major order.
std::vector<int64_t> RowOffsets(const std::vector<std::vector<int64_t>>& indices,
                                const std::vector<int64_t>& strides) {
  std::vector<int64_t> offsets = {0};
  for (size_t axis = 0; axis + 1 < indices.size(); ++axis) {
    std::vector<int64_t> longer;
    for (const int64_t offset : offsets) {
      for (const int64_t index : indices[axis]) longer.push_back(offset + index * strides[axis]);
    }
    offsets = std::move(longer);
  }
  return offsets;
}

}  // namespace

static Status MirrorPad(const KernelArgs& args) {
  StoredInputs inputs(args);
  LITEVK_ASSIGN_OR_RETURN(const int skipped, SkippedAtBorder(inputs.query()));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings,
                          ir::ReadStoredIndices(inputs.query(), 1, "paddings"));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  std::vector<std::vector<int64_t>> indices;
  indices.reserve(static_cast<size_t>(input.rank()));
  for (int axis = 0; axis < input.rank(); ++axis) {
    indices.push_back(
        MirroredIndices(output[axis], paddings[static_cast<size_t>(axis) * 2], input[axis], skipped));
  }
  if (indices.empty()) indices.push_back({0});
  int64_t place = 0;
  for (const int64_t row : RowOffsets(indices, DenseStrides(input))) {
    for (const int64_t index : indices.back()) copier.CopyOne(row + index, place++);
  }
  return {};
}

const KernelRow kKernelRow_mirror_pad = {
    .op_code = abi::kTfLiteBuiltinMirrorPad,
    .params_bytes = sizeof(abi::TfLiteMirrorPaddingParams),
    .types = {{.element = kFixedSize, .inputs = {kT, kIndex}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferMirrorPad,
    .run = &MirrorPad,
};

}  // namespace litevk::ref
