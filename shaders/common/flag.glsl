// What shaders that look for broken rules share: one workgroup of 64 invocations looks at all values, and flag[0] becomes 1
// where any of them has found one, else 0.
layout(std430, binding = 1) writeonly buffer flag_words { uint flag[]; };

layout(local_size_x = 64) in;

shared uint found[64];

// Every invocation calls it once.
void RaiseFlag(const uint is_broken) {
  const uint lane = gl_LocalInvocationID.x;
  found[lane] = is_broken;
  barrier();
  if (lane > 0) return;
  uint any_broken = is_broken;
  for (uint other = 1; other < 64; ++other) any_broken |= found[other];
  flag[0] = any_broken;
}
