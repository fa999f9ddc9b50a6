// Tensors that are strided views of others, read and written by kernels that count the elements of a dense
// tensor. Shaders find the elements (shaders/common/binding_rows.glsl) by constants that every dispatch gets
// for its bindings.
#pragma once

#include <cstdint>

#include "delegate/kernel/op_spec.h"
#include "delegate/kernel/row_view.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// True if rows of elements of `element_bytes` bytes begin and end with whole words, in which kernels move
// narrow elements.
bool HasWholeWords(const RowView& rows, uint32_t element_bytes);
// Returns the number of words of one element, at least 1.
int64_t WordsOf(uint32_t element_bytes);
// Returns the rows counted in words. Their elements fill whole words.
RowView InWords(const RowView& rows, uint32_t element_bytes);

// GpuKernel::reads_rows of operators whose kernels all find the elements of their inputs.
bool FindsPlaces(const NodeView& view, const InputInRows& input);
// True if the input is one of `kInputs` and its elements are found (FindsPlaces).
template <int... kInputs>
bool FindsPlacesOf(const NodeView& view, const InputInRows& input) {
  return (false || ... || (input.number == kInputs)) && FindsPlaces(view, input);
}

// Returns the tensor's place in the one that is bound for it: its own rows, or those of the tensor that it
// aliases.
gpu::RowBytes BoundRows(const gpu::Graph& graph, gpu::TensorId id);
// Sets the dispatch's constants by its bindings, if its shader has any.
void SetBoundRows(const gpu::Graph& graph, gpu::Dispatch& dispatch);

}  // namespace litevk
