#include "runtime/opset/ops/mirror_pad.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

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

const KernelRow kKernelRow_mirror_pad = {kOpInfo_mirror_pad, &MirrorPad};

}  // namespace litevk::ref
