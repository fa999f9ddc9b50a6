#version 450
// Gathers rows of a quantized table as floats: out = epilogue(number * scale), bit for bit as TFLite's reference kernel. The
// scale is that of the value's block, of its row or of the table. One invocation writes four neighbours of a row, fewer at its
// end. An index out of range picks an arbitrary row; gather_check.comp reports it.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/quantized_values.glsl"
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
READ_INTEGERS(0, source)
#include "common/indices.glsl"
READ_INDICES(1, indices)
layout(std430, binding = 2) readonly buffer scales_words { uint scales[]; };  // one for each `of_scale` values of the table
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;    // the innermost dim is a multiple of 4

layout(push_constant) uniform Push {
  uint inner;     // values of a row
  uint channels;  // channels of the output, which divide a row
  uint blocks;    // groups of four in the channels, rounded up
  uint total;     // blocks of all rows
  uint dim;       // rows of the table
  uint of_scale;  // values that share one scale
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = index % blocks * 4;
  const uint element = index / blocks * channels + channel;
  const uint valid = min(4u, channels - channel);
  const uint row = element / inner;
  const uint picked = min(LoadIndex_indices(row, dim), dim - 1);
  const uint first = picked * inner + (element - row * inner);
  const uint last = first + valid - 1;
  const vec4 integers = vec4(Integer_source(first, kSigned, 1), Integer_source(min(first + 1, last), kSigned, 1),
                            Integer_source(min(first + 2, last), kSigned, 1), Integer_source(min(first + 3, last), kSigned, 1));
  const uvec4 factors = uvec4(scales[first / of_scale], scales[min(first + 1, last) / of_scale],
                              scales[min(first + 2, last) / of_scale], scales[last / of_scale]);
  precise const vec4 value = integers * uintBitsToFloat(factors);
  const uint offset = OffsetIn(kAligned, element);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
}
