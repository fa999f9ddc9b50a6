// Walks over the elements of a tensor that are regular but not contiguous, and the dispatch that copies along
// one (shaders/move/copy_strided.comp). Slices, block rearrangements and concatenation are such walks.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

struct StridedDim {
  int64_t size = 1;
  int64_t stride = 0;  // in elements, may be negative
};

// A walk, outermost dim first. The element at (i, j, ...) is at the sum of index times stride.
using StridedDims = std::vector<StridedDim>;

// Returns the dims of a dense tensor with their strides.
StridedDims DenseDims(const ir::Shape& dims);
// Returns the walk in as few dims as possible: dims of size 1 are dropped and neighbours that one stride can
// walk become one. With `keep_row` the innermost dim above 1 is not merged with others.
StridedDims Simplify(const StridedDims& dims, bool keep_row);
// Returns the dim at `from_innermost`, counted from the innermost (0); size 1 if there is none.
StridedDim DimAt(const StridedDims& dims, int from_innermost);

// Returns how many dims enumerate the rows of a walk: all but the innermost, and at least one.
template <typename Dim>
uint32_t RowDims(const std::vector<Dim>& dims) {
  return static_cast<uint32_t>(std::max<size_t>(dims.size() - 1, 1));
}
template <typename Dim>
int64_t CountRows(const std::vector<Dim>& dims) {
  int64_t rows = 1;
  for (size_t axis = 0; axis + 1 < dims.size(); ++axis) rows *= dims[axis].size;
  return rows;
}
// Returns an array of push constants for a shader with common/walk.glsl: `field` of each row dim, fastest
// first, and `rest` beyond the last. An array that is one too short leaves out the slowest dim.
template <typename Array, typename Dim, typename Field>
Array OfRowDims(const std::vector<Dim>& dims, Field field, typename Array::value_type rest = 0) {
  Array values;
  values.fill(rest);
  const size_t count = dims.size() - 1;
  assert(count <= values.size() + 1);
  for (size_t i = 0; i < std::min(count, values.size()); ++i) {
    values[i] = static_cast<typename Array::value_type>(field(dims[count - 1 - i]));
  }
  return values;
}

// Returns the strides of operand `operand` along the dims that enumerate the rows of a walk over several
// operands.
template <typename Array, size_t kCount>
Array RowStrides(const std::vector<ir::WalkDim<kCount>>& walk, size_t operand) {
  return OfRowDims<Array>(walk, [=](const ir::WalkDim<kCount>& dim) { return dim.strides[operand]; });
}

// Returns the walk as a strided view of the tensor that it walks; none if no such view describes it.
StridedView RowsOf(const StridedDims& dims, int64_t offset);

// True if four neighbours that are written together must not cross the end of the output's innermost dim. A
// step that fusion attached may use the index along that dim, or rows. The output, or an operand of such a
// step, may be rows of another tensor.
bool ReadsChannels(const FusedNode& fused);

// Size of elements for shaders that move them unread (shaders/common/words.glsl).
struct ElementSize {
  uint32_t bytes = 4;  // 1, 2 or 4
  uint32_t parts = 1;  // as many make one element of the tensor: two of 4 bytes one of 8
};
ElementSize ElementSizeOf(gpu::Storage storage);

// The bits of an element in the order of memory. An element of two words has both, a smaller one the lowest
// bits of the first.
using ElementBits = std::array<uint32_t, 2>;
// Returns the bits of the first element of a tensor that the model stores.
ElementBits StoredBits(const ir::Tensor& tensor);

struct StridedCopy {
  StridedDims source;  // in the order in which the output has the elements; at most 6 after Simplify
  int64_t source_offset = 0;
  // Above 0: the innermost dim of `source` is a row. Rows begin every `result_pitch` elements of the output,
  // from `result_offset` on. 0: the copy writes the whole output.
  int64_t result_pitch = 0;
  int64_t result_offset = 0;
  int output = 0;                          // index of the node's output; all outputs have the same type
  gpu::TensorId scratch = gpu::kNoTensor;  // memory of the node's own that is written in place of an output
};

// Returns the copy of one element again and again, in rows of the output's innermost dim above 1.
StridedCopy RepeatOne(const ir::Shape& output);

// Emits one dispatch from `source`, which is dense, to an output, or to memory of the node's own.
void EmitCopy(Lowering& lowering, gpu::TensorId source, const StridedCopy& copy);
// EpilogueTraits::stores_fours of operators that copy: a copy stores elements of the output's type.
inline bool CopiesElements(const NodeView& /*view*/) { return false; }
// Emits one dispatch that copies an input, wherever it lies.
void EmitCopyOf(Lowering& lowering, int input, const StridedCopy& copy);

// Returns the copy for a source that lies in another tensor as `rows`, or `copy` if `rows` do not exist.
// Returns none if a row ends within what one index steps over.
std::optional<StridedCopy> InRows(const StridedCopy& copy, const StridedView& rows);
// True if the copy from `rows` is one dispatch.
bool IsOneCopy(const StridedCopy& copy, const StridedView& rows);

// `lower` and GpuKernel::reads_strided of operators that are one copy of input 0.
template <StridedCopy (*kCopyOf)(const NodeView&)>
void LowerCopy(Lowering& lowering) {
  EmitCopyOf(lowering, 0, kCopyOf(lowering.view()));
}
template <StridedCopy (*kCopyOf)(const NodeView&)>
bool ReadsCopiedRows(const NodeView& view, const StridedInput& input) {
  return input.index == 0 && IsOneCopy(kCopyOf(view), input.rows);
}
// GpuKernel::keeps_elements of operators that are one copy of input 0, and of those that repeat their input.
template <StridedCopy (*kCopyOf)(const NodeView&)>
bool KeepsCopied(const NodeView& view) {
  const StridedCopy copy = kCopyOf(view);
  return RowsOf(copy.source, copy.source_offset) == BlockAt(view.input(0).dims.NumElements(), 0);
}
bool RepeatsNothing(const NodeView& view);
// Returns the kernel of an operator that is one copy of input 0. `kernel` has the types and the conditions.
template <StridedCopy (*kCopyOf)(const NodeView&)>
GpuKernel OneCopy(GpuKernel kernel) {
  kernel.epilogue = kFloat32Epilogue;
  kernel.form = Form::kMoves;
  kernel.keeps_elements = KeepsCopied<kCopyOf>;
  kernel.reads_strided = ReadsCopiedRows<kCopyOf>;
  kernel.writes_strided = StridedResult::kOfWords;
  kernel.lower = LowerCopy<kCopyOf>;
  return kernel;
}

// Returns the cuts of a node whose output 0 is walked out of input 0. LowerCut emits its dispatch if the part
// is not in place.
Cuts CutOf(const StridedCopy& copy);
void LowerCut(Lowering& lowering, const StridedCopy& copy);
// Returns the kernel of an operator whose one copy is a part of input 0. `kernel` has the types and the
// conditions.
template <StridedCopy (*kCopyOf)(const NodeView&)>
GpuKernel OneCut(GpuKernel kernel) {
  kernel = OneCopy<kCopyOf>(std::move(kernel));
  kernel.cuts = [](const NodeView& view) { return CutOf(kCopyOf(view)); };
  kernel.lower = [](Lowering& lowering) { LowerCut(lowering, kCopyOf(lowering.view())); };
  return kernel;
}

}  // namespace litevk
