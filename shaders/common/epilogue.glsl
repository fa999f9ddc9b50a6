// The elementwise program that runs on four neighbouring values before they are stored. Its steps are specialization constants,
// so a driver compiles only the steps that exist, as straight code. The steps' functions are generated from
// delegate/kernel/elementwise.inc. OperandKind in delegate/kernel/epilogue.h lists the kinds of operands.
//
// Include after defining EPILOGUE_BINDING. It is the first of three bindings for operand tensors; a fourth holds the parameters
// of rows. The kernels of elementwise operators also define ALL_STEPS.

#extension GL_EXT_control_flow_attributes : require
#include "common/functions.glsl"
#include "elementwise_steps.glsl"

layout(constant_id = 99) const uint kEpilogueCount = 0;  // steps
layout(constant_id = 100) const uint kEpilogueOp0 = 0;
layout(constant_id = 101) const uint kEpilogueOp1 = 0;
layout(constant_id = 102) const uint kEpilogueOp2 = 0;
layout(constant_id = 103) const uint kEpilogueOp3 = 0;
layout(constant_id = 104) const uint kEpilogueOp4 = 0;
layout(constant_id = 105) const uint kEpilogueOp5 = 0;
// OperandCode of delegate/kernel/epilogue.h: the kind, the binding from bit 3 on, and in bit 5 a flag for rows.
layout(constant_id = 110) const uint kEpilogueOperand0 = 0;
layout(constant_id = 111) const uint kEpilogueOperand1 = 0;
layout(constant_id = 112) const uint kEpilogueOperand2 = 0;
layout(constant_id = 113) const uint kEpilogueOperand3 = 0;
layout(constant_id = 114) const uint kEpilogueOperand4 = 0;
layout(constant_id = 115) const uint kEpilogueOperand5 = 0;
layout(constant_id = 120) const float kEpilogueScalar0 = 0.0;
layout(constant_id = 121) const float kEpilogueScalar1 = 0.0;
layout(constant_id = 122) const float kEpilogueScalar2 = 0.0;
layout(constant_id = 123) const float kEpilogueScalar3 = 0.0;
layout(constant_id = 124) const float kEpilogueScalar4 = 0.0;
layout(constant_id = 125) const float kEpilogueScalar5 = 0.0;
// Counts of a repeated operand, by binding.
layout(constant_id = 126) const uint kEpilogueOuter0 = 1;
layout(constant_id = 127) const uint kEpilogueOuter1 = 1;
layout(constant_id = 128) const uint kEpilogueOuter2 = 1;
layout(constant_id = 129) const uint kEpilogueInner0 = 1;
layout(constant_id = 130) const uint kEpilogueInner1 = 1;
layout(constant_id = 131) const uint kEpilogueInner2 = 1;
// True if an operand's rows begin and end with whole vec4s, by binding.
layout(constant_id = 132) const bool kOperandAligned0 = true;
layout(constant_id = 133) const bool kOperandAligned1 = true;
layout(constant_id = 134) const bool kOperandAligned2 = true;

// Operands translate their rows in OperandInRows, not in Load4_.
#ifdef ROWS
#undef DECLARE_ROWS
#define DECLARE_ROWS(BINDING, NAME) const uint kRow_##NAME = 0, kPitch_##NAME = 0, kFirst_##NAME = 0;
#define OffsetOf_epilogue0(unit, bytes) (unit)
#define OffsetOf_epilogue1(unit, bytes) (unit)
#define OffsetOf_epilogue2(unit, bytes) (unit)
#endif
// With RAGGED neither the output's channels nor an operand's are a multiple of four, so operands are read one by one.
#ifdef RAGGED
#define READ_OPERAND(BINDING, NAME) READ_SCALARS(BINDING, NAME)
#else
#define READ_OPERAND(BINDING, NAME) READ_TENSOR(BINDING, NAME)
#endif
READ_OPERAND(EPILOGUE_BINDING, epilogue0)
READ_OPERAND(EPILOGUE_BINDING + 1, epilogue1)
READ_OPERAND(EPILOGUE_BINDING + 2, epilogue2)

const uint kOperandScalar = 0;
const uint kOperandElement = 1;
const uint kOperandChannel = 2;
const uint kOperandSingle = 3;
const uint kOperandRepeated = 4;

vec4 EpilogueTensor(const uint slot, const bool aligned, const uint offset, const uint valid) {
  if (slot == 0) return Load4_epilogue0(aligned, offset, valid);
  if (slot == 1) return Load4_epilogue1(aligned, offset, valid);
  return Load4_epilogue2(aligned, offset, valid);
}

// Offset of a repeated operand's values for an offset of the output. With `aligned`, both offsets count vectors.
uint RepeatedOffset(const uint slot, const bool aligned, const uint offset) {
  const uint outer = OffsetIn(aligned, slot == 0 ? kEpilogueOuter0 : slot == 1 ? kEpilogueOuter1 : kEpilogueOuter2);
  const uint inner = OffsetIn(aligned, slot == 0 ? kEpilogueInner0 : slot == 1 ? kEpilogueInner1 : kEpilogueInner2);
  return offset / outer * inner + offset % inner;
}

// Parameters of rows (delegate/lower/bind_epilogue.cc): of the operands by binding, of the output, and of an elementwise
// kernel's first input. They are push constants with ROWS_PUSH, otherwise six words each in this binding. After these 24 words
// come the bounds that convert floats to quantized values (common/quantize_bounds.glsl).
const uint kRowsOfResult = 3;
const uint kRowsOfSource = 4;
layout(std430, binding = EPILOGUE_BINDING + 3) restrict readonly buffer EpilogueIntegers { uint epilogue_integers[]; };
#define BOUND_WORD(i) epilogue_integers[24 + (i)]
#include "common/quantize_bounds.glsl"
#ifdef ROWS_PUSH
Rows LoadRows(const uint whose) {
  const uint i = whose * 5;
  return Rows(row_integers[i], row_integers[i + 1], row_integers[i + 2], row_integers[25 + min(whose, 2)],
              uvec2(row_integers[i + 3], row_integers[i + 4]));
}
#else
Rows LoadRows(const uint whose) {
  const uint i = whose * 6;
  return Rows(epilogue_integers[i], epilogue_integers[i + 1], epilogue_integers[i + 2], epilogue_integers[i + 3],
              uvec2(epilogue_integers[i + 4], epilogue_integers[i + 5]));
}
#endif

// Loads an operand that lies in rows. Columns without a value are zeros: they read the last column that has one, so that every
// address exists.
vec4 OperandInRows(const uint slot, const bool aligned, const uint offset, const uint valid) {
  const Rows rows = LoadRows(slot);
  const bool whole = aligned && (slot == 0 ? kOperandAligned0 : slot == 1 ? kOperandAligned1 : kOperandAligned2);
  const uint element = aligned ? offset * 4 : offset;
  const uint index = Divide(element, rows.by_row);
  const uint column = element - index * rows.row;
  const uint near = min(column, rows.end - (whole ? 4 : 1));
  const uint there = OffsetIn(whole, rows.first + index * rows.pitch + near);
  const vec4 value = EpilogueTensor(slot, whole, there, min(valid, rows.end - near));
  return column == near ? value : vec4(0.0);
}

vec4 EpilogueOperand(const uint operand, const float scalar, const bool aligned, const uint offset, const uint channel,
                     const uint valid) {
  const uint kind = operand & 7u;
  const uint slot = operand >> 3 & 3u;
  const bool in_rows = operand >> 5 != 0;
  if (kind == kOperandScalar) return vec4(scalar);
  if (kind == kOperandSingle) {
    return vec4(in_rows ? OperandInRows(slot, false, 0, 1).x : EpilogueTensor(slot, false, 0, 1).x);
  }
  uint there = offset;
  if (kind == kOperandChannel) there = OffsetIn(aligned, channel);
  if (kind == kOperandRepeated) there = RepeatedOffset(slot, aligned, offset);
  return in_rows ? OperandInRows(slot, aligned, there, valid) : EpilogueTensor(slot, aligned, there, valid);
}

// Computes the step with TFLite's treatment of infinities and NaNs, which depends on the step's code.
vec4 EpilogueStep(const uint op, const vec4 v, const vec4 x) {
  const vec4 result = EpilogueInteger(op, v, x);
  if (op <= kLastFinite) return Finite(result);
  if (op > kLastClamp) return result;
  const vec4 kept = TakesRight(op) ? x : v;
  return mix(op <= kLastChoice ? mix(result, kept, IsNan(x)) : result, kept, IsNan(v));
}

vec4 EpilogueStepOf(const uint op, const uint operand, const float scalar, const vec4 value, const bool aligned,
                    const uint offset, const uint channel, const uint valid) {
  return EpilogueStep(op, value, EpilogueOperand(operand, scalar, aligned, offset, channel, valid));
}

// Quantizes four floats and returns them packed in a word, as the bits of a float.
float WordOfIntegers(const vec4 v) {
  const uvec4 integers = uvec4(QuantizedByBounds(v)) & 0xFF;
  return uintBitsToFloat(integers.x | integers.y << 8 | integers.z << 16 | integers.w << 24);
}

// Steps are written out: the host removes code for missing steps and for codes that do not occur. It could not know the codes
// in a loop (docs/design/live_code.md).
//
// `offset`: offset of the four values in the output, as for Store4_. `channel`: index of the first value along the innermost
// dim, in floats. `aligned`: the innermost dim is a multiple of 4.
#define EPILOGUE_STEP(n)                                                                                           \
  if (kEpilogueCount > n) {                                                                                        \
    v = EpilogueStepOf(kEpilogueOp##n, kEpilogueOperand##n, kEpilogueScalar##n, v, aligned, offset, channel, valid); \
  }
vec4 Epilogue(const vec4 value, const bool aligned, const uint offset, const uint channel, const uint valid) {
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  vec4 v = value;
  EPILOGUE_STEP(0)
  EPILOGUE_STEP(1)
  EPILOGUE_STEP(2)
  EPILOGUE_STEP(3)
  EPILOGUE_STEP(4)
  EPILOGUE_STEP(5)
  if (kStoresQuantized) v.x = WordOfIntegers(v);
  return v;
}
