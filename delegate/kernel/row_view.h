// Where the elements of a tensor lie in another one: rows, each contiguous, one every so many elements.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/graph/device_limits.h"
#include "runtime/ir/shape.h"

namespace litevk {

// Element e is element offset + e / row * pitch + e % row of the other tensor, both dense in their own order.
// Where begin and end leave columns of a row out, these are zeros, and in no place.
struct RowView {
  int64_t row = 0;     // elements; 0: there is no such view
  int64_t pitch = 0;   // from row to row in the other tensor
  int64_t offset = 0;  // of the first row; negative where its first columns are zeros
  int64_t begin = 0;   // the columns that have values
  int64_t end = 0;

  bool exists() const { return row > 0; }
  bool has_zeros() const { return end - begin < row; }
  // Whether rows begin and end, in both tensors, with whole groups of so many elements.
  bool IsWhole(int64_t elements) const;

  bool operator==(const RowView&) const = default;
};

// Four neighbours that a kernel reads or writes together lie in one row of so many elements, where it is told
// to keep the rows of its output (ReadsChannels) and can make no shorter ones: its innermost dim above 1.
int64_t ShortestRow(const ir::Shape& dims);

// Rows without zeros.
RowView RowsAt(int64_t row, int64_t pitch, int64_t offset);
// `elements` neighbours: one row.
RowView BlockAt(int64_t elements, int64_t offset);

// Elements of a tensor whose places shaders find by a gpu::Divisor.
inline constexpr int64_t kMostElements = int64_t{1} << 31;

// Whether a kernel that takes neighbours of so many elements together may find rows of a tensor of
// `elements`, which are so many words each.
bool AreInRange(const RowView& rows, int64_t neighbours, int64_t elements, int64_t element_words = 1);
// True if a step, or the beginning of an elementwise dispatch, may read the rows: four neighbours are one
// vector of texels, or are read one by one.
bool CanReadRows(const RowView& rows, int64_t neighbours, const ir::Shape& dims,
                 const gpu::DeviceLimits& limits);

// What a node takes out of input `input`, by output. An output that no view describes has one that does not
// exist.
struct Cuts {
  int input = 0;
  std::vector<RowView> outputs;
};

// Where the elements of `inner`, of `elements`, lie in what `outer` is a view into: a view of a view. It does
// not exist where rows of one are no rows of the other.
RowView Compose(const RowView& inner, int64_t elements, const RowView& outer);

}  // namespace litevk
