#version 450
// An elementwise chain: out = epilogue(in). Input and output have the same dims, seen as rows of
// `channels` values. One invocation writes four neighbours of a row (fewer at its end).
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4

layout(push_constant) uniform Push {
  uint channels;
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint element = (index / blocks) * channels + channel;
  const uint valid = min(4u, channels - channel);
  const vec4 value = Load4_source(kAligned, element, valid);
  Store4_result(kAligned, element, valid, Epilogue(value, kAligned, element, channel, valid));
}
