// Index of the tile that this invocation computes. Panels of channel blocks lie along x. Tiles lie along y and, beyond
// the limit on the y count of workgroups, also along z. The host's counterpart is TileGroups
// (delegate/ops/conv/tile_plan.h). Include after the layout of the workgroup: gl_WorkGroupSize is 1 until it is
// declared.
#include "common/local_index.glsl"

uint TileIndex() {
  return (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * LocalHeight() + LocalY();
}
