#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

// The input's axis for each axis of the output.
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

}  // namespace

static Status InferTranspose(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> permutation, ResolvePermutation(query));
  std::vector<int64_t> dims;
  dims.reserve(permutation.size());
  for (const int axis : permutation) dims.push_back(query.input(0)[axis]);
  return ir::SetOutput(query, dims);
}

static Status Transpose(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> permutation, ResolvePermutation(stored.query()));
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const std::vector<int64_t> strides = DenseStrides(args.inputs[0].dims());
  Placement source;
  for (const int axis : permutation) source.strides.push_back(strides[static_cast<size_t>(axis)]);
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(output, copier, source, {.strides = DenseStrides(output)});
  return {};
}

const KernelRow kKernelRow_transpose = {
    .op_code = abi::kTfLiteBuiltinTranspose,
    .types = {{.element = kFixedSize, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferTranspose,
    .run = &Transpose,
};

}  // namespace litevk::ref
