#version 450
// Second half of a step of LSTM's basic kernel for uint8, bit for bit as TFLite's reference kernels. For each cell:
// `state` = sigmoid(sums[input gate]) * tanh(sums[candidate]) + sigmoid(sums[forget gate]) * last state;
// `activation` = sigmoid(sums[output gate]) * tanh(state).
// States have 4 integer bits, sums 3. One invocation computes four neighbours.
// Iterations: 48
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "recurrent/gates16.glsl"
READ_INTEGERS(0, sums)  // {batch, 4, cells}
READ_INTEGERS(1, last_state)
WRITE_INTEGERS(2, activation)
WRITE_INTEGERS(3, state)
WRITE_INTEGERS(4, next_activation)
WRITE_INTEGERS(5, next_state)

layout(constant_id = 3) const bool kKeepsActivation = false;  // stores it for the next run too
layout(constant_id = 4) const bool kKeepsState = false;

layout(push_constant) uniform Push {
  uint elements;  // batch times cells
  uint total;     // groups of four elements
  uint cells;
};

const int kStateBits = 4;
const int kGateBits = 3;

int SumAt(const uint element, const uint quarter) {
  const uint at = min(element, elements - 1);
  const uint row = at / cells;
  return Integer_sums((row * 3 + quarter) * cells + at, kSigned, 2);
}
ivec4 SumsAt(const uint first, const uint quarter) {
  return ivec4(SumAt(first, quarter), SumAt(first + 1, quarter), SumAt(first + 2, quarter), SumAt(first + 3, quarter));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint valid = min(elements - first, 4);
  const ivec4 last = Integers_last_state(index, valid, kSigned, 2);
  const ivec4 entering = HighProduct16(GateLogistic(SumsAt(first, 0)), GateTanh(SumsAt(first, 1), kGateBits));
  const ivec4 kept = HighProduct16(GateLogistic(SumsAt(first, 2)), last);
  const ivec4 next = Saturate16(RoundingShift(entering, kStateBits) + kept);
  const ivec4 shown = GateTanh(Saturate16(next << (kStateBits - kGateBits)), kGateBits);
  const ivec4 product = HighProduct16(GateLogistic(SumsAt(first, 3)), shown);
  const ivec4 integer = 128 + clamp(RoundingShift(product, 8), -0x80, 0x7F);
  StoreIntegers_activation(index, valid, 1, integer);
  StoreIntegers_state(index, valid, 2, next);
  if (kKeepsActivation) StoreIntegers_next_activation(index, valid, 1, integer);
  if (kKeepsState) StoreIntegers_next_state(index, valid, 2, next);
}
