// The rows of a walk over tensors of any rank up to six (runtime/ir/strided_walk.h): the walk's innermost dim is a row,
// and up to five dims number the rows, fastest first. Include after the push constants, which have
//   uint walk_size[4];  // sizes of these dims, but for the slowest, which is implied
// and for each operand `int NAME_stride[5]`, by which ROW_PLACE finds a row. Dims and strides are written out and not
// looped over: arrays of push constants are then indexed by constants alone, and dims that are not there cost nothing.
layout(constant_id = 40) const uint kWalkDims = 5;  // that number the rows

// Indices along the dims that number the rows, fastest first; 0 along those that are not there.
struct RowIndex {
  uint i0, i1, i2, i3, i4;
};

RowIndex SplitRow(const uint number) {
  RowIndex at = RowIndex(number, 0, 0, 0, 0);
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

// Where the row begins in an operand, in elements from where the walk begins.
#define ROW_PLACE(at, strides)                                                                                \
  (int(at.i0) * strides[0] + int(at.i1) * strides[1] + int(at.i2) * strides[2] + int(at.i3) * strides[3] + \
   int(at.i4) * strides[4])
