#include <array>

#include "delegate/ir/shape_inference.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"
#include "kernels_ref/rearrange.h"

namespace litevk::ref {
namespace {

// The range for the values at hand: the index vectors may be computed tensors, which count as stored here.
Result<ir::SliceRange> RangeOfValues(const KernelArgs& args) {
  std::array<ir::Tensor, 4> tensors;
  std::array<const ir::Tensor*, 4> inputs;
  for (size_t index = 0; index < tensors.size(); ++index) {
    tensors[index].type = args.inputs[index].tensor->type;
    tensors[index].dims = args.inputs[index].dims();
    tensors[index].constness = ir::Constness::kStored;
    tensors[index].data = args.inputs[index].bytes;
    inputs[index] = &tensors[index];
  }
  ir::Shape output;
  return ir::ResolveStridedSlice({.inputs = inputs, .params = args.params, .outputs = {&output, 1}});
}

}  // namespace

static Status StridedSlice(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const size_t element_bytes, CheckElementSize(args));
  LITEVK_ASSIGN_OR_RETURN(const ir::SliceRange range, RangeOfValues(args));
  std::vector<int64_t> strides = DenseStrides(args.inputs[0].dims());
  int64_t first = 0;
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    first += range.begin[axis] * strides[axis];
    strides[axis] *= range.stride[axis];
  }
  const ir::Shape taken(range.size);
  if (taken.NumElements() == 0) return {};
  CopyStrided(taken, element_bytes, args.inputs[0].bytes.data() + static_cast<size_t>(first) * element_bytes,
              strides, args.outputs[0].bytes.data(), DenseStrides(taken));
  return {};
}

const KernelRow kKernelRow_strided_slice = {abi::kTfLiteBuiltinStridedSlice, &StridedSlice};

}  // namespace litevk::ref
