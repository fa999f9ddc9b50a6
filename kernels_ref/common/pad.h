// PAD and PADV2: pad the input. TFLite has one kernel for both, so either may come with or without the
// padding value as a third input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/operand_tensors.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/common/quantized_zero.h"
#include "runtime/opset/same_quantization.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

// Fills the output with `integer` if its elements have one or two bytes, else with zeros.
inline void FillInteger(const MutableView& output, int integer) {
  if (output.element_bytes() == 2) {
    std::ranges::fill(std::span(output.data<int16_t>(), output.bytes.size() / 2),
                      static_cast<int16_t>(integer));
  } else {
    std::ranges::fill(output.bytes, static_cast<std::byte>(integer));
  }
}

// Refuses a padding value whose quantization differs from the output's.
inline Status CheckPadding(const PreparedNode& node) {
  const ir::Tensor* value = OperandAt(node.inputs, 2);
  if (value == nullptr || HasSameQuantization(*value, *node.outputs[0])) return {};
  return Unsupported("constant_values '" + value->name +
                     "' is quantized in another way than the output, expected the same");
}

inline Status PadInput(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  if (args.has_input(2)) {
    LITEVK_RETURN_IF_ERROR(FillElements(args.inputs[2], output));
  } else {
    FillInteger(output, PaddingValue(*args.inputs[0].tensor, *output.tensor));
  }
  const ir::Shape& input = args.inputs[0].dims();
  if (input.NumElements() == 0) return {};
  StoredInputs stored(args);
  // {rank, 2}: before, after
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings,
                          ir::ReadStoredIndices(stored.query(), 1, "paddings"));
  Placement dest = {.strides = DenseStrides(output.dims())};
  for (size_t axis = 0; axis < dest.strides.size(); ++axis) {
    dest.first += paddings[2 * axis] * dest.strides[axis];
  }
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], output));
  CopyStrided(input, copier, {.strides = DenseStrides(input)}, dest);
  return {};
}

}  // namespace litevk::ref
