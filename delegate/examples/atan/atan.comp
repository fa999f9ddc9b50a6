#version 450

// y = atan(x + offset), element by element, of float32. Each invocation takes every so-many-th element, so that any
// number of workgroups does.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { float x[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float y[]; };
layout(push_constant) uniform Push {
  uint count;
  float offset;
};

void main() {
  const uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += step) y[i] = atan(x[i] + offset);
}
