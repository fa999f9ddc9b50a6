#version 450
// Copies eight vec4 an invocation, neighbours side by side: what memory can do.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(set = 0, binding = 0) readonly buffer Source { vec4 source[]; };
layout(set = 0, binding = 1) writeonly buffer Result { vec4 result[]; };

void main() {
  const uint first = gl_WorkGroupID.x * gl_WorkGroupSize.x * 8 + gl_LocalInvocationID.x;
  for (uint i = 0; i < 8; ++i) {
    const uint index = first + i * gl_WorkGroupSize.x;
    result[index] = source[index];
  }
}
