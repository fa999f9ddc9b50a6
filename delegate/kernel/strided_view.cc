#include "delegate/kernel/strided_view.h"

#include <algorithm>
#include <array>

namespace litevk {

bool StridedView::IsWhole(int64_t elements) const {
  return std::ranges::all_of(std::array{row, pitch, offset, begin, end},
                             [=](int64_t value) { return value % elements == 0; });
}

int64_t ShortestRow(const ir::Shape& dims) {
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    if (dims[axis] > 1) return dims[axis];
  }
  return 1;
}

StridedView RowsAt(int64_t row, int64_t pitch, int64_t offset) {
  return {.row = row, .pitch = pitch, .offset = offset, .begin = 0, .end = row};
}

StridedView BlockAt(int64_t elements, int64_t offset) { return RowsAt(elements, elements, offset); }

bool AreInRange(const StridedView& rows, int64_t neighbours, int64_t elements, int64_t element_words) {
  const int64_t count = elements / rows.row;
  return rows.row % neighbours == 0 && rows.offset >= 0 &&
         (rows.offset + count * rows.pitch) * element_words < kMostElements;
}

bool CanReadRows(const StridedView& rows, int64_t neighbours, const ir::Shape& dims,
                 const gpu::DeviceLimits& limits) {
  // A kernel that takes any row reads rows that are no whole vectors in shorter vectors.
  const bool has_vectors = dims.channels() % 4 == 0 && (neighbours > 1 || rows.row % 4 == 0);
  const bool reads_texels = limits.profile.prefers_texel_loads && has_vectors;
  return AreInRange(rows, neighbours, dims.NumElements()) && rows.begin == 0 &&
         (rows.IsWhole(4) || !reads_texels);
}

StridedView Compose(const StridedView& inner, int64_t elements, const StridedView& outer) {
  if (!inner.exists() || !outer.exists() || outer.has_zeros()) return {};
  const int64_t first = outer.offset + inner.offset / outer.row * outer.pitch + inner.offset % outer.row;
  const int64_t rows = elements / inner.row;
  // True if the range is in one row of the outer view, so that its neighbours remain neighbours.
  const auto is_in_one_row = [&](int64_t begin, int64_t count) {
    return begin / outer.row == (begin + count - 1) / outer.row;
  };
  // Zeros must stand behind a part of each row of the outer view.
  if (inner.has_zeros()) {
    const bool is_part = inner.begin == 0 && inner.offset >= 0 && is_in_one_row(inner.offset, inner.end);
    if (!is_part || inner.pitch != outer.row) return {};
    return {.row = inner.row, .pitch = outer.pitch, .offset = first, .begin = 0, .end = inner.end};
  }
  if (is_in_one_row(inner.offset, (rows - 1) * inner.pitch + inner.row)) {
    return RowsAt(inner.row, inner.pitch, first);
  }
  // A part of each row of the outer view, one part after another.
  if (inner.pitch == outer.row && is_in_one_row(inner.offset, inner.row)) {
    return RowsAt(inner.row, outer.pitch, first);
  }
  // Neighbours that are whole rows of the outer view.
  if (rows == 1 && inner.offset % outer.row == 0 && inner.row % outer.row == 0) {
    return RowsAt(outer.row, outer.pitch, first);
  }
  return {};
}

}  // namespace litevk
