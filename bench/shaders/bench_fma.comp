#version 450
// As many multiply-adds as the device can do: every invocation runs eight independent chains of vec4, each
// `rounds` times eight steps long, and writes the sum of them, one float for each invocation.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(set = 0, binding = 0) writeonly buffer Result { float result[]; };
layout(push_constant) uniform Push { uint rounds; };

void main() {
  const uint index = gl_GlobalInvocationID.x;
  // Values that no compiler can know: a factor just below 1 keeps the chains finite.
  const vec4 factor = vec4(1.0 - float(index % 7u) * 0.00000095);
  const vec4 addend = vec4(float(index & 15u));
  vec4 a = addend, b = addend + 1.0, c = addend + 2.0, d = addend + 3.0;
  vec4 e = addend + 4.0, f = addend + 5.0, g = addend + 6.0, h = addend + 7.0;
  for (uint round = 0; round < rounds; ++round) {
    for (int step = 0; step < 8; ++step) {
      a = fma(a, factor, addend);
      b = fma(b, factor, addend);
      c = fma(c, factor, addend);
      d = fma(d, factor, addend);
      e = fma(e, factor, addend);
      f = fma(f, factor, addend);
      g = fma(g, factor, addend);
      h = fma(h, factor, addend);
    }
  }
  result[index] = dot(a + b + c + d + e + f + g + h, vec4(1.0));
}
