#version 450
// Computes out = epilogue((in - mean) * factor) over rows of `channels` values. The factor is 1 / sqrt(x). For L2_NORMALIZATION
// x is the sum of the squares. Otherwise it is their mean, or the variance if values are centered, plus epsilon. The order of
// the additions is fixed, so the result is the same on every run.
// Iterations: 3 * Ceil(blocks, kLanes) + 128
// Variant texels: TEXELS FETCH SUBGROUPS
// Variant subgroups: SUBGROUPS
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"

layout(constant_id = 5) const bool kIsCentered = false;
layout(constant_id = 6) const bool kIsMean = false;

layout(push_constant) uniform Push {
  uint channels, blocks, rows;
  uint neighbours, source_row, source_pixel, source_first;
  float epsilon;  // without kIsMean: the smallest root
};
#include "common/row_lanes.glsl"

// Returns a NaN for a NaN sum of squares: max would drop it.
float FactorOf(const float squares) {
  if (kIsMean) return 1.0 / sqrt(squares / float(channels) + epsilon);
  return IsNan(vec4(squares)).x ? squares : 1.0 / max(sqrt(squares), epsilon);
}

void main() {
  const RowShare share = ShareOfRow();
  float mean = 0.0;
  if (kIsCentered) {
    vec4 sums = vec4(0.0);
    for (uint block = share.lane; block < blocks; block += kLanes) sums += LoadBlock(share, block, 0.0);
    mean = SumOf(sums, share.lane) / float(channels);
  }
  vec4 squares = vec4(0.0);
  for (uint block = share.lane; block < blocks; block += kLanes) {
    const vec4 value = LoadBlock(share, block, mean) - mean;
    squares += value * value;
  }
  const float factor = FactorOf(SumOf(squares, share.lane));
  if (!share.stores) return;
  for (uint block = share.lane; block < blocks; block += kLanes) {
    StoreBlock(share.first, block, (LoadBlock(share, block, mean) - mean) * factor);
  }
}
