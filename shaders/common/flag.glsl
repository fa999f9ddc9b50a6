// Shared part of shaders that check for invalid values. One workgroup of 64 invocations checks all values, and sets flag[0] to
// 1 if any is invalid, else to 0.
layout(std430, binding = 1) writeonly buffer flag_words { uint flag[]; };

layout(local_size_x = 64) in;

shared uint found[64];

// Stores the combined flag. Every invocation calls this once.
void RaiseFlag(const uint is_broken) {
  const uint lane = gl_LocalInvocationID.x;
  found[lane] = is_broken;
  barrier();
  if (lane > 0) return;
  uint any_broken = is_broken;
  for (uint other = 1; other < 64; ++other) any_broken |= found[other];
  flag[0] = any_broken;
}
