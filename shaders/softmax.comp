#version 450
// Computes out = epilogue(exp(beta * (in - max)) / sum), or its logarithm, over rows of `channels` values. The order of the
// additions is fixed, so the result is the same on every run.
// Iterations: 3 * Ceil(blocks, kLanes) + 128
// Variant texels: TEXELS FETCH SUBGROUPS
// Variant subgroups: SUBGROUPS
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"

layout(constant_id = 5) const bool kIsLog = false;

layout(push_constant) uniform Push {
  uint channels, blocks, rows;
  uint neighbours, source_row, source_pixel, source_first;
  float beta;
};
#include "common/row_lanes.glsl"
LANE_REDUCTION(MaximumOfLanes, float, max, subgroupMax)

void main() {
  const RowShare share = ShareOfRow();
  vec4 highest = vec4(-kLargest);
  for (uint block = share.lane; block < blocks; block += kLanes) {
    highest = max(highest, LoadBlock(share, block, -kLargest));
  }
  const vec2 pair = max(highest.xy, highest.zw);
  const float maximum = MaximumOfLanes(max(pair.x, pair.y), share.lane, 1, true);

  vec4 sums = vec4(0.0);
  for (uint block = share.lane; block < blocks; block += kLanes) {
    const vec4 weight = Exp((LoadBlock(share, block, maximum) - maximum) * beta);
    const bvec4 exists = lessThan(uvec4(0, 1, 2, 3), uvec4(channels - block * 4));
    sums += mix(vec4(0.0), weight, exists);
  }
  const float sum = SumOf(sums, share.lane);

  if (!share.stores) return;
  for (uint block = share.lane; block < blocks; block += kLanes) {
    const vec4 logit = (LoadBlock(share, block, maximum) - maximum) * beta;
    StoreBlock(share.first, block, kIsLog ? logit - Log(vec4(sum)) : Exp(logit) / sum);
  }
}
