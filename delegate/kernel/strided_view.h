// Strided views: the place of a tensor's elements in another tensor, as contiguous rows at a fixed pitch.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/graph/device_limits.h"
#include "runtime/ir/shape.h"

namespace litevk {

// Element e is element offset + e / row * pitch + e % row of the other tensor, both dense in their own
// layout. Columns of a row outside of begin to end are zeros, and stand in no memory.
struct StridedView {
  int64_t row = 0;     // elements of a row; 0: there is no such view
  int64_t pitch = 0;   // elements from row to row in the other tensor
  int64_t offset = 0;  // first row; negative if its first columns are zeros
  int64_t begin = 0;   // the columns that have values
  int64_t end = 0;

  bool exists() const { return row > 0; }
  bool has_zeros() const { return end - begin < row; }
  // True if rows begin and end, in both tensors, with whole groups of `elements` elements.
  bool IsWhole(int64_t elements) const;

  bool operator==(const StridedView&) const = default;
};

// Returns the length of the rows within which a kernel reads or writes four neighbours together. The kernel
// is told to keep the rows of its output (ReadsChannels) and can make no shorter ones: its innermost dim
// above 1.
int64_t ShortestRow(const ir::Shape& dims);

// Returns rows without zeros.
StridedView RowsAt(int64_t row, int64_t pitch, int64_t offset);
// Returns a view of one row, `elements` neighbours.
StridedView BlockAt(int64_t elements, int64_t offset);

// Most elements of a tensor in which shaders find elements by a gpu::Divisor.
inline constexpr int64_t kMostElements = int64_t{1} << 31;

// True if a kernel that takes `neighbours` elements together may find rows in a tensor of `elements` elements
// of `element_words` words each.
bool AreInRange(const StridedView& rows, int64_t neighbours, int64_t elements, int64_t element_words = 1);
// True if a step, or the beginning of an elementwise dispatch, may read the rows. Four neighbours are then
// one vector of texels, or are read one by one.
bool CanReadRows(const StridedView& rows, int64_t neighbours, const ir::Shape& dims,
                 const gpu::DeviceLimits& limits);

// The views of a node's outputs in input `input`. The view of an output that none describes does not exist.
struct Cuts {
  int input = 0;
  std::vector<StridedView> outputs;
};

// Returns a view of a view: the place of the elements of `inner`, `elements` of them, in the tensor that
// `outer` is a view of. The result does not exist if rows of one are no rows of the other.
StridedView Compose(const StridedView& inner, int64_t elements, const StridedView& outer);

}  // namespace litevk
