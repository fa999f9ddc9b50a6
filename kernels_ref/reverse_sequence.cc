#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {
namespace {

// Copies one entry of the batch and reverses its first `length` elements along the sequence.
void ReverseEntry(const ElementCopier& copier, ir::Shape dims, const abi::TfLiteReverseSequenceParams& axes,
                  int64_t entry, int length) {
  const std::vector<int64_t> strides = DenseStrides(dims);
  const int64_t first = entry * strides[static_cast<size_t>(axes.batch_dim)];
  const int64_t step = strides[static_cast<size_t>(axes.seq_dim)];
  const int rest = dims[axes.seq_dim] - length;
  Placement backwards = {.first = first + (length - 1) * step, .strides = strides};
  backwards.strides[static_cast<size_t>(axes.seq_dim)] = -step;
  dims[axes.batch_dim] = 1;
  dims[axes.seq_dim] = length;
  CopyStrided(dims, copier, backwards, {.first = first, .strides = strides});
  dims[axes.seq_dim] = rest;
  const Placement after = {.first = first + length * step, .strides = strides};
  CopyStrided(dims, copier, after, after);
}

}  // namespace

static Status ReverseSequence(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteReverseSequenceParams>();
  const ir::Shape& dims = args.inputs[0].dims();
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> lengths,
                          ir::ReadStoredIndices(stored.query(), 1, "seq_lengths"));
  for (const int64_t length : lengths) {
    if (length >= 0 && length <= dims[params.seq_dim]) continue;
    return InvalidArgument("a sequence length is " + std::to_string(length) + ", expected 0 to " +
                           std::to_string(dims[params.seq_dim]));
  }
  if (dims.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  for (size_t entry = 0; entry < lengths.size(); ++entry) {
    ReverseEntry(copier, dims, params, static_cast<int64_t>(entry), static_cast<int>(lengths[entry]));
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reverse_sequence, &ReverseSequence, /*checks_values=*/true)
