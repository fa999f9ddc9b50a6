#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

// Walks the output as {repeat, dim} for each axis; a repeat has stride 0 in the input.
static Status Tile(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const std::vector<int64_t> input_strides = DenseStrides(input);
  std::vector<int> walked;
  Placement source;
  for (int axis = 0; axis < input.rank(); ++axis) {
    walked.insert(walked.end(), {output[axis] / input[axis], input[axis]});
    source.strides.insert(source.strides.end(), {0, input_strides[static_cast<size_t>(axis)]});
  }
  const ir::Shape dims(walked);
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(dims, copier, source, {.strides = DenseStrides(dims)});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(tile, &Tile)
