// Tensors that are strided views of others, read and written by kernels that count the elements of a dense
// tensor. Shaders find the elements (shaders/common/binding_rows.glsl) by constants that every dispatch gets
// for its bindings.
#pragma once

#include <cstdint>

#include "delegate/kernel/op_spec.h"
#include "delegate/kernel/strided_view.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// True if rows of elements of `element_bytes` bytes begin and end with whole words, in which kernels move
// narrow elements.
bool HasWholeWords(const StridedView& rows, uint32_t element_bytes);
// Returns the number of words of one element, at least 1.
int64_t WordsOf(uint32_t element_bytes);
// Returns the rows counted in words. Their elements fill whole words.
StridedView InWords(const StridedView& rows, uint32_t element_bytes);

// GpuKernel::reads_strided of operators whose kernels all find the elements of their inputs.
bool FindsOffsets(const NodeView& view, const StridedInput& input);
// True if the input is one of `kInputs` and its elements are found (FindsOffsets).
template <int... kInputs>
bool FindsOffsetsOf(const NodeView& view, const StridedInput& input) {
  return (false || ... || (input.index == kInputs)) && FindsOffsets(view, input);
}

// Returns the tensor's place in the one that is bound for it: its own rows, or those of the tensor that it
// aliases.
gpu::RowBytes BoundRows(const gpu::Graph& graph, gpu::TensorId id);
// Sets the dispatch's constants by its bindings, if its shader has any.
void SetBoundRows(const gpu::Graph& graph, gpu::Dispatch& dispatch);

}  // namespace litevk
