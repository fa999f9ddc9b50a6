// Shared part of the two transformations of Winograd's convolution F(4x4, 3x3). An invocation has one tile of 4x4
// output pixels, times four channels or, where registers are scarce, one. Include after WRITE_TENSOR of `result`.
#include "common/divide.glsl"
#include "common/flat.glsl"
#include "conv/winograd_position.glsl"

layout(constant_id = 3) const bool kPaired = false;  // the number of columns of a matrix is even

// Stores value number `i` of this invocation, if it exists.
#ifdef TEXELS
#define Value vec4
void Store(const uint i, const bool exists, const uint index, const Value value) {
  Put_result(kPaired, i, exists, true, index, 4, value);
}
#else
#define Value float
void Store(const uint i, const bool exists, const uint index, const Value value) {
  if (exists) result[kResultRows ? OFFSET_IN_ROWS(false, index, result_rows) : index] = value;
}
#endif

const float kNear = 0.70710678;  // sqrt(1/2)
