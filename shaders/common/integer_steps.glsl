// What follows a result of int8 in words of four numbers (delegate/kernel/integer_step.h): a sum with another tensor, whose
// rows are found, then a table of what each number becomes. Include after defining ROWS and STEPS_BINDING, the first of two
// bindings, and common/requantize.glsl and common/bytes.glsl.
#include "common/binding_rows.glsl"
layout(std430, binding = STEPS_BINDING) readonly buffer operand_scalars { uint operand[]; };
layout(std430, binding = STEPS_BINDING) readonly buffer operand_vectors { uvec4 operand_v4[]; };
DECLARE_ROWS(STEPS_BINDING, operand)
// The 16 numbers of a sum that quantized_binary.comp reads, then 256 bytes.
layout(std430, binding = STEPS_BINDING + 1) readonly buffer steps_words { uint steps[]; };
layout(constant_id = 53) const bool kAddsOperand = false;
layout(constant_id = 54) const bool kHasTable = false;
bool HasSteps() { return kAddsOperand || kHasTable; }

ivec4 StepScaled(const ivec4 values, const uint factor) {
  return Rescale(values, ivec4(int(steps[factor + 1])), ivec4(int(steps[factor + 2])), ivec4(int(steps[factor + 3])));
}

ivec4 StepOperand(const uint word, const uint factor) {
  return StepScaled((Numbers(word) - int(steps[factor])) << int(steps[14]), factor);
}

uint StepSum(const uint word, const uint other) {
  const ivec4 numbers = StepScaled(StepOperand(word, 0) + StepOperand(other, 4), 8) + int(steps[8]);
  return Packed(min(max(numbers, ivec4(int(steps[12]))), ivec4(int(steps[13]))));
}

uint StepFound(const uint number) { return steps[16 + number / 4] >> (number % 4 * 8) & 0xff; }

uint Stepped(const uint word, const uint other) {
  uint result = word;
  if (kAddsOperand) result = StepSum(result, other);
  if (kHasTable) {
    result = StepFound(result & 0xff) | StepFound(result >> 8 & 0xff) << 8 | StepFound(result >> 16 & 0xff) << 16 |
             StepFound(result >> 24) << 24;
  }
  return result;
}

// `word` of the dense output, as the steps leave it.
uint WithSteps(const uint word, const uint place) {
  if (!HasSteps()) return word;
  return Stepped(word, kAddsOperand ? operand[PLACE(operand, place, 4)] : 0);
}

// Four words from `place` on, a multiple of four.
uvec4 WithSteps4(const uvec4 words, const uint place) {
  if (!HasSteps()) return words;
  uvec4 others = uvec4(0);
  if (kAddsOperand) {
    if (IS_WHOLE(operand, 16)) {
      others = operand_v4[PLACE(operand, place / 4, 16)];
    } else {
      others = uvec4(operand[PLACE(operand, place, 4)], operand[PLACE(operand, place + 1, 4)],
                     operand[PLACE(operand, place + 2, 4)], operand[PLACE(operand, place + 3, 4)]);
    }
  }
  // Drivers compile a turn once, which four words in a row would make four times as much of.
  uvec4 left = words;
  [[dont_unroll]] for (uint i = 0; i < 4; ++i) {
    left = uvec4(left.yzw, Stepped(left.x, others.x));
    others = others.yzwx;
  }
  return left;
}
