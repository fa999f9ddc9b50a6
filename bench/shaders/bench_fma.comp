#version 450
// Peak rate of multiply-adds. Every invocation runs kChains independent chains of vec4, each `rounds` times kSteps
// steps long, and writes their sum as one float. The code is written as in the kernels: a compiler contracts it if the
// device has an instruction for it. A driver without one does not emulate its rounding, as it has to for fma().
// Iterations: rounds
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(constant_id = 3) const uint kChains = 1;  // at most kMaxChains
layout(set = 0, binding = 0) writeonly buffer Result { float result[]; };
layout(push_constant) uniform Push { uint rounds; };

const uint kMaxChains = 8;
const uint kSteps = 8;

void main() {
  const uint index = gl_GlobalInvocationID.x;
  // Values that no compiler can know; a factor just below 1 keeps the chains finite.
  const vec4 factor = vec4(1.0 - float(index % 7u) * 0.00000095);
  const vec4 addend = vec4(float(index & 15u));
  vec4 chains[kMaxChains];
  [[unroll]] for (uint i = 0; i < kChains; ++i) chains[i] = addend + float(i);
  for (uint round = 0; round < rounds; ++round) {
    [[unroll]] for (uint step = 0; step < kSteps; ++step) {
      [[unroll]] for (uint i = 0; i < kChains; ++i) chains[i] = chains[i] * factor + addend;
    }
  }
  vec4 sum = vec4(0.0);
  [[unroll]] for (uint i = 0; i < kChains; ++i) sum += chains[i];
  result[index] = dot(sum, vec4(1.0));
}
