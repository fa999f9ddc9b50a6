#version 450
// Answers that the host knows, from arithmetic that every plan relies on. A workgroup is a section: it reads four words for each
// of its 64 lanes and writes two. delegate/self_test/arithmetic.cc has the sections in this order.
// Iterations: rounds + 8
#extension GL_GOOGLE_include_directive : require
#include "common/divide.glsl"
#include "common/functions.glsl"
layout(std430, binding = 0) readonly buffer questions_words { uvec4 questions[]; };
layout(std430, binding = 1) writeonly buffer answers_words { uvec2 answers[]; };

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kSpecialized = 0;

// 128 bytes, which every device has.
layout(push_constant) uniform Push {
  uint rounds;
  uint words[31];
};

shared uint partial[64];

uvec2 Quotients(const uvec4 q) {
  const uint quotient = Divide(q.x, q.yz);
  return uvec2(quotient, q.x - quotient * q.w);
}

uvec2 HighWords(const uvec4 q) {
  uint high, low;
  umulExtended(q.x, q.y, high, low);
  int signed_high, signed_low;
  imulExtended(int(q.z), int(q.w), signed_high, signed_low);
  return uvec2(high, uint(signed_high));
}

uvec2 Bits(const uvec4 q) {
  const int field = bitfieldExtract(int(q.x), int(q.y % 4 * 8), 8);
  return uvec2(uint(field), packHalf2x16(unpackHalf2x16(q.z)));
}

uvec2 Functions(const vec4 v) { return floatBitsToUint(vec2(Exp(v.xxxx).x, Sqrt(v.yyyy).x)); }

uvec2 Quotients(const vec4 v) { return floatBitsToUint(vec2(Quotient(v.xxxx, v.yyyy).x, tanh(clamp(v.z, -10.0, 10.0)))); }

uvec2 NonFinite(const vec4 v) { return uvec2(uint(IsNan(v).x), floatBitsToUint(Finite(v).x)); }

// Returns the sum over the workgroup, and the value of the lane opposite.
uvec2 Shared(const uint value, const uint lane) {
  partial[lane] = value;
  barrier();
  const uint opposite = partial[63 - lane];
  for (uint reach = 32; reach > 0; reach /= 2) {
    barrier();
    if (lane < reach) partial[lane] += partial[lane + reach];
  }
  barrier();
  return uvec2(partial[0], opposite);
}

uvec2 Loop(const uvec4 q) {
  uint state = q.x;
  for (uint round = 0; round < rounds; ++round) state = state * 1664525 + q.y;
  return uvec2(state, words[30] ^ words[0] ^ kSpecialized);
}

void main() {
  const uint section = gl_WorkGroupID.x;
  const uint lane = gl_LocalInvocationID.x;
  const uint index = section * 64 + lane;
  const uvec4 q = questions[index];
  const vec4 v = uintBitsToFloat(q);
  uvec2 answer;
  if (section == 0) answer = Quotients(q);
  else if (section == 1) answer = HighWords(q);
  else if (section == 2) answer = Bits(q);
  else if (section == 3) answer = Functions(v);
  else if (section == 4) answer = Quotients(v);
  else if (section == 5) answer = NonFinite(v);
  else if (section == 6) answer = Shared(q.x, lane);
  else answer = Loop(q);
  answers[index] = answer;
}
