#version 450
// Memory bandwidth. Every invocation reads kLoads vec4, neighbours side by side, and writes the sums of each kReads of them;
// with kReads = 1 this is a copy. A higher ratio of reads to writes reduces the memory that a CPU fetches only to overwrite it.
// Variant texels: TEXELS PAIRS
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "../../shaders/common/tensor.glsl"
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
#include "../../shaders/common/local_index.glsl"

layout(constant_id = 3) const uint kReads = 1;  // 1, 2 or 4: results come in pairs

const uint kLoads = 8;

void main() {
  const uint read = gl_WorkGroupID.x * gl_WorkGroupSize.x * kLoads + LocalX();
  const uint written = gl_WorkGroupID.x * gl_WorkGroupSize.x * (kLoads / kReads) + LocalX();
  vec4 sums[kLoads];
  [[unroll]] for (uint i = 0; i < kLoads / kReads; ++i) {
    sums[i] = LoadVector_source(read + i * kReads * gl_WorkGroupSize.x);
    [[unroll]] for (uint j = 1; j < kReads; ++j) {
      sums[i] += LoadVector_source(read + (i * kReads + j) * gl_WorkGroupSize.x);
    }
  }
  [[unroll]] for (uint i = 0; i < kLoads / kReads; ++i) {
    Put_result(true, i, true, true, written + i * gl_WorkGroupSize.x, 4, sums[i]);
  }
}
