// The rows of a walk over tensors of any rank up to six (runtime/ir/strided_walk.h). The walk's innermost dim is a row;
// up to five outer dims index the rows, fastest first. Include after the push constants, which contain:
//
//   uint walk_size[4];    // sizes of the outer dims except the slowest, which is implied
//   int NAME_stride[5];   // for each operand, for ROW_OFFSET
//
// Dims and strides are written out instead of looped over. Push constant arrays then have only constant indices, and
// absent dims cost nothing.
layout(constant_id = 40) const uint kWalkDims = 5;  // number of outer dims, which index the rows

// Indices along the outer dims, fastest first; 0 along absent ones.
struct RowIndex {
  uint i0, i1, i2, i3, i4;
};

RowIndex SplitRow(const uint index) {
  RowIndex at = RowIndex(index, 0, 0, 0, 0);
  if (kWalkDims > 1) {
    at.i1 = at.i0 / walk_size[0];
    at.i0 -= at.i1 * walk_size[0];
  }
  if (kWalkDims > 2) {
    at.i2 = at.i1 / walk_size[1];
    at.i1 -= at.i2 * walk_size[1];
  }
  if (kWalkDims > 3) {
    at.i3 = at.i2 / walk_size[2];
    at.i2 -= at.i3 * walk_size[2];
  }
  if (kWalkDims > 4) {
    at.i4 = at.i3 / walk_size[3];
    at.i3 -= at.i4 * walk_size[3];
  }
  return at;
}

// Offset of the row in an operand, in elements from the start of the walk.
#define ROW_OFFSET(at, strides)                                                                                \
  (int(at.i0) * strides[0] + int(at.i1) * strides[1] + int(at.i2) * strides[2] + int(at.i3) * strides[3] + \
   int(at.i4) * strides[4])
