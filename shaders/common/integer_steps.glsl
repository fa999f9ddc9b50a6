// Steps that follow an 8-bit result, in words of four values (delegate/kernel/epilogue.h). First comes a function of the
// result and another tensor, which may lie in rows, then a lookup table, then conversion to floats.
//
// Include after defining ROWS and STEPS_BINDING, the first of two bindings after the result's, and after common/requantize.glsl
// and common/packed_int8.glsl.
#include "common/binding_rows.glsl"
layout(std430, binding = STEPS_BINDING) readonly buffer operand_scalars { uint operand[]; };
layout(std430, binding = STEPS_BINDING) readonly buffer operand_vectors { uvec4 operand_v4[]; };
DECLARE_ROWS(STEPS_BINDING, operand)
// The 16 constants that quantized_binary.comp reads, the last of them a mask; 256 table bytes; then the scale, zero point and
// mask for floats. A mask turns uint8 values into int8 ones, whose zero points and bounds are 128 less.
layout(std430, binding = STEPS_BINDING + 1) readonly buffer steps_words { uint steps[]; };
layout(constant_id = 53) const uint kStepFunction = 0;  // StepFunction of delegate/lower/fixed_point_binding.h
layout(constant_id = 54) const bool kHasTable = false;
const uint kStepProduct = 2;  // 1: a sum of the result and the operand, each times its sign
layout(constant_id = 56) const int kResultSign = 1;
layout(constant_id = 57) const int kOperandSign = 1;
layout(constant_id = 55) const bool kStoresFloats = false;  // the result is floats instead of words; it is dense
// The result as vectors; other declarations see it as words.
layout(std430, binding = STEPS_BINDING - 1) writeonly buffer result_vectors { uvec4 result_v4[]; };
bool HasOperand() { return kStepFunction != 0; }
bool HasSteps() { return HasOperand() || kHasTable; }

ivec4 StepScaled(const ivec4 values, const uint multiplier) {
  return Rescale(values, ivec4(int(steps[multiplier + 1])), ivec4(int(steps[multiplier + 2])), ivec4(int(steps[multiplier + 3])));
}

ivec4 StepOperand(const uint word, const uint multiplier) {
  const ivec4 above = Integers(word ^ steps[15]) - int(steps[multiplier]);
  return kStepFunction == kStepProduct ? above : StepScaled(above << int(steps[14]), multiplier);
}

uint StepWith(const uint word, const uint other) {
  const ivec4 l = StepOperand(word, 0);
  const ivec4 r = StepOperand(other, 4);
  const ivec4 combined = kStepFunction == kStepProduct ? l * r : l * kResultSign + r * kOperandSign;
  const ivec4 integers = StepScaled(combined, 8) + int(steps[8]);
  return Packed(min(max(integers, ivec4(int(steps[12]))), ivec4(int(steps[13])))) ^ steps[15];
}

uint StepFound(const uint integer) { return steps[16 + integer / 4] >> (integer % 4 * 8) & 0xff; }

uint Stepped(const uint word, const uint other) {
  uint result = word;
  if (HasOperand()) result = StepWith(result, other);
  if (kHasTable) {
    result = StepFound(result & 0xff) | StepFound(result >> 8 & 0xff) << 8 | StepFound(result >> 16 & 0xff) << 16 |
             StepFound(result >> 24) << 24;
  }
  return result;
}

// Returns `word` of the dense output after the steps.
uint WithSteps(const uint word, const uint offset) {
  if (!HasSteps()) return word;
  return Stepped(word, HasOperand() ? operand[OFFSET(operand, offset, 4)] : 0);
}

// Returns four words after the steps, from offset `offset` on, a multiple of four.
uvec4 WithSteps4(const uvec4 words, const uint offset) {
  if (!HasSteps()) return words;
  uvec4 others = uvec4(0);
  if (HasOperand()) {
    if (IS_WHOLE(operand, 16)) {
      others = operand_v4[OFFSET(operand, offset / 4, 16)];
    } else {
      others = uvec4(operand[OFFSET(operand, offset, 4)], operand[OFFSET(operand, offset + 1, 4)],
                     operand[OFFSET(operand, offset + 2, 4)], operand[OFFSET(operand, offset + 3, 4)]);
    }
  }
  // Drivers compile a loop body once; four copies of it would take four times as long.
  uvec4 left = words;
  [[dont_unroll]] for (uint i = 0; i < 4; ++i) {
    left = uvec4(left.yzw, Stepped(left.x, others.x));
    others = others.yzwx;
  }
  return left;
}

// Stores the floats that a word of quantized values represents, if the result is floats.
void StoreFloats(const uint word, const uint offset) {
  const ivec4 above = Integers(word ^ steps[82]) - int(steps[81]);
  precise const vec4 values = uintBitsToFloat(steps[80]) * vec4(above);
  result_v4[offset] = floatBitsToUint(values);
}
