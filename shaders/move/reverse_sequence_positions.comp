#version 450
// Computes for each row of a REVERSE_SEQUENCE the row of the source that it copies. Both tensors are {outer, first, between,
// second}, where one of `first` and `second` is the batch and the other the sequence.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/indices.glsl"
READ_INDICES(0, lengths)
layout(std430, binding = 1) writeonly buffer positions_words { uint positions[]; };

layout(constant_id = 3) const bool kSequenceFirst = false;

layout(push_constant) uniform Push {
  uint total;  // rows
  uint first, between, second;
};

void main() {
  const uint row = FlatInvocation();
  if (row >= total) return;
  const uint pitch = between * second;
  const uint at_first = row / pitch % first;
  const uint at_second = row % second;
  const uint step = kSequenceFirst ? at_first : at_second;
  const uint sequence = kSequenceFirst ? first : second;
  const uint length = LoadIndex_lengths(kSequenceFirst ? at_second : at_first, sequence + 1);
  const uint source_step = step < length ? length - 1 - step : step;
  positions[row] = row + (source_step - step) * (kSequenceFirst ? pitch : 1);
}
