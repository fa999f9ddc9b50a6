// Index of the tile that this invocation computes: panels of channel blocks lie along x, tiles along y and, where the
// limit on the y count of workgroups would be passed, z. The host's side is TileGroups (delegate/ops/conv/tile_plan.h).
// Include after the layout of the workgroup: gl_WorkGroupSize is 1 until it is declared.
#include "common/local_place.glsl"

uint TileIndex() {
  return (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * LocalHeight() + LocalY();
}
