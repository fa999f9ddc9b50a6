// Quantizes a vector of floats in a workgroup of 64 and multiplies it by integer weights, bit for bit as TFLite does. Recurrent
// layers use it, since they quantize their states at each step. Before the include the shader declares:
// `float VectorAt(source, index)`, a value of the vector `source`, which is a code of the shader.
// `uvec4 numbers[]`, coherent memory.
// `uvec4 quantized_weights[]`, [quad][block][input of the quad], with a word for the four outputs of a block.
#include "common/int64.glsl"
#include "common/quotient.glsl"
#include "common/row_scale.glsl"
#include "common/packed_int8.glsl"
#include "common/nearest_float.glsl"

const uint kVectorLanes = 64;
shared ivec2 ends_of_lanes[kVectorLanes];
shared float vector_scale, vector_inverse;
shared int vector_zero_point;

ivec2 WithEnds(const ivec2 ends, const float value) {
  const int order = OrderOf(IsNan(vec4(value)).x ? 0.0 : value);
  return ivec2(min(ends.x, order), max(ends.y, order));
}

// Computes the scale from the ends (minimum and maximum) that each lane has found.
RowScale ScaleOfLanes(const ivec2 own, const bool is_asymmetric) {
  const uint lane = gl_LocalInvocationID.x;
  ends_of_lanes[lane] = own;
  for (uint reach = kVectorLanes / 2; reach > 0; reach /= 2) {
    barrier();
    if (lane < reach) {
      const ivec2 l = ends_of_lanes[lane];
      const ivec2 r = ends_of_lanes[lane + reach];
      ends_of_lanes[lane] = ivec2(min(l.x, r.x), max(l.y, r.y));
    }
  }
  if (lane == 0) {
    const float least = FloatInOrder(ends_of_lanes[0].x);
    const float greatest = FloatInOrder(ends_of_lanes[0].y);
    const RowScale scale = is_asymmetric ? AsymmetricScale(least, greatest) : SymmetricScale(least, greatest);
    vector_scale = scale.scale;
    vector_inverse = scale.inverse;
    vector_zero_point = scale.zero_point;
  }
  barrier();
  return RowScale(vector_scale, vector_inverse, vector_zero_point);
}

// Writes the quantized vector, minus its zero point, from numbers[begin] on; returns its scale.
float QuantizeVector(const uint source, const uint size, const uint begin, const bool is_asymmetric) {
  const uint lane = gl_LocalInvocationID.x;
  ivec2 own = ivec2(0);
  for (uint i = lane; i < size; i += kVectorLanes) own = WithEnds(own, VectorAt(source, i));
  const RowScale scale = ScaleOfLanes(own, is_asymmetric);
  const uint last = size - 1;
  for (uint quad = lane; quad * 4 < size; quad += kVectorLanes) {
    const uint first = quad * 4;
    const vec4 values = vec4(VectorAt(source, first), VectorAt(source, min(first + 1, last)),
                             VectorAt(source, min(first + 2, last)), VectorAt(source, min(first + 3, last)));
    integers[begin + quad] = uvec4(IntegersOf(values, scale, is_asymmetric, quad < size / 8 * 2) - scale.zero_point);
  }
  memoryBarrierBuffer();
  barrier();
  return scale.scale;
}

// Returns the sums of four outputs. Padding of the vector to whole quads meets weights of 0.
ivec4 ProductOfVector(const uint begin, const uint quads, const uint first_weight, const uint blocks) {
  ivec4 sum = ivec4(0);
  for (uint quad = 0; quad < quads; ++quad) {
    const ivec4 values = ivec4(integers[begin + quad]);
    const uvec4 words = quantized_weights[first_weight + quad * blocks];
    sum += values.x * Integers(words.x) + values.y * Integers(words.y) + values.z * Integers(words.z) +
           values.w * Integers(words.w);
  }
  return sum;
}
