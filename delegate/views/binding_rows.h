// Tensors that lie in others as rows, read and written by kernels that count the elements of a dense one:
// their shaders find the places (shaders/common/binding_rows.glsl), by constants that every dispatch gets for
// what is bound to it.
#pragma once

#include <cstdint>

#include "delegate/kernel/op_spec.h"
#include "delegate/kernel/row_view.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Whether rows of elements of so many bytes begin and end with whole words, in which kernels move narrow
// ones.
bool HasWholeWords(const RowView& rows, uint32_t element_bytes);
// Words that one element has, or 1.
int64_t WordsOf(uint32_t element_bytes);
// Returns the rows counted in words. Their elements fill whole words.
RowView InWords(const RowView& rows, uint32_t element_bytes);

// GpuKernel::reads_rows of operators all of whose kernels find the places of their inputs.
bool FindsPlaces(const NodeView& view, const InputInRows& input);
// True if the input is one of `kInputs` and its place is found (FindsPlaces).
template <int... kInputs>
bool FindsPlacesOf(const NodeView& view, const InputInRows& input) {
  return (false || ... || (input.number == kInputs)) && FindsPlaces(view, input);
}

// Where a tensor lies in the one that is bound for it: its own rows, or those of what it is an alias of.
gpu::RowBytes BoundRows(const gpu::Graph& graph, gpu::TensorId id);
// Sets the dispatch's constants by its bindings, where its shader has any.
void SetBoundRows(const gpu::Graph& graph, gpu::Dispatch& dispatch);

}  // namespace litevk
