// Spreads the input over the output with `interior` padding elements between two of its elements, behind
// `low` elements of padding. If `low` is negative, the first elements are cut off.
#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {
namespace {

// Elements along one axis of the input that the output keeps.
struct Kept {
  int first = 0;
  int count = 0;
  int64_t position = 0;  // output index of the first one
};

Kept KeptOf(int input, int output, int64_t low, int64_t step) {
  const int64_t first = low < 0 ? (-low + step - 1) / step : 0;
  const int64_t position = low + first * step;
  const int64_t fitting = position < output ? (output - 1 - position) / step + 1 : 0;
  const int64_t count = std::clamp<int64_t>(input - first, 0, fitting);
  return {static_cast<int>(std::min<int64_t>(first, input)), static_cast<int>(count), position};
}

Status StablehloPad(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  if (output.dims().NumElements() == 0) return {};
  LITEVK_RETURN_IF_ERROR(FillElements(args.inputs[1], output));
  const auto& params = args.params.As<abi::TfLiteStablehloPadParams>();
  const ir::Shape& input = args.inputs[0].dims();
  Placement source = {.strides = DenseStrides(input)};
  Placement dest = {.strides = DenseStrides(output.dims())};
  std::vector<int> kept_dims;
  for (int axis = 0; axis < input.rank(); ++axis) {
    const auto at = static_cast<size_t>(axis);
    const int64_t step = params.interior_padding[axis] + 1;
    const Kept kept = KeptOf(input[axis], output.dims()[axis], params.edge_padding_low[axis], step);
    kept_dims.push_back(kept.count);
    source.first += kept.first * source.strides[at];
    dest.first += kept.position * dest.strides[at];
    dest.strides[at] *= step;
  }
  const ir::Shape walked{kept_dims};
  if (walked.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], output));
  CopyStrided(walked, copier, source, dest);
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(stablehlo_pad, &StablehloPad)
