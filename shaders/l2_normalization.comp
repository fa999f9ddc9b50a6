#version 450
// out = epilogue(in / max(sqrt(sum of squares), 1e-6)), over rows of `channels` values. The order of the additions is fixed,
// so the result is the same on every run.
// Variant texels: TEXELS FETCH SUBGROUPS
// Variant subgroups: SUBGROUPS
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"

layout(push_constant) uniform Push { uint channels, blocks, rows; };
#include "common/row_lanes.glsl"

void main() {
  const RowShare share = ShareOfRow();
  vec4 squares = vec4(0.0);
  for (uint block = share.lane; block < blocks; block += kLanes) {
    const vec4 value = LoadBlock(share.first, block, 0.0);
    squares += value * value;
  }
  // The smallest norm of TFLite's reference kernel.
  const float norm = max(sqrt(SumOf(squares, share.lane)), 1e-6);
  if (!share.stores) return;
  for (uint block = share.lane; block < blocks; block += kLanes) {
    StoreBlock(share.first, block, LoadBlock(share.first, block, 0.0) / norm);
  }
}
