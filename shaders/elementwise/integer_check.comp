#version 450
// Checks that each 8-bit or 16-bit value is at least `least`: sets flag[0] to 0 if all are, else to
// 1.
// Iterations: Ceil(elements, 64) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/quantized_values.glsl"
READ_INTEGERS(0, integers)
#include "common/flag.glsl"

layout(constant_id = 3) const uint kKind = 1;
layout(constant_id = 4) const uint kBytes = 1;

layout(push_constant) uniform Push {
  uint elements;
  int least;
};

void main() {
  uint is_below = 0;
  for (uint element = gl_LocalInvocationID.x; element < elements; element += 64) {
    if (Integer_integers(element, kKind, kBytes) < least) is_below = 1;
  }
  RaiseFlag(is_below);
}
