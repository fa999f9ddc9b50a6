#version 450
// Discrete Fourier transforms of lines of kPoints complex numbers, a power of two, by Stockham's algorithm in shared
// memory. Steps are radix 4; if a factor of two is left over, a step of radix 2 comes first. A line has kLanes
// invocations, and a workgroup kLines lines. A complex number is two words, the real part first.
//
// `kIsReal`: a line is a row of an image of floats, cropped or zero-padded to `length`. Two neighbours form one complex
// number. The transforms are separated again into `width` complex numbers: the half that is not redundant.
//
// Otherwise: a line is a column of an image with rows of `width` complex numbers, and stays one.
//
// `turns[i]` is exp(-2 pi i / count). Here count is the number of floats of a row, or of complex numbers of a column.
// Iterations: 10 * Ceil(kPoints, kLanes) + 16
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer source_values { uint source[]; };
DECLARE_ROWS(0, source)
layout(std430, binding = 1) readonly buffer turns_values { vec2 turns[]; };
layout(std430, binding = 2) writeonly buffer result_values { uint result[]; };
DECLARE_ROWS(2, result)

layout(constant_id = 3) const uint kPoints = 1;
layout(constant_id = 4) const uint kLanes = 1;
layout(constant_id = 5) const uint kLines = 1;
layout(constant_id = 6) const bool kIsReal = true;
layout(constant_id = 7) const bool kStartsWithTwo = false;  // kPoints is no power of four

layout(push_constant) uniform Push {
  uint lines;
  uint rows, width;  // size of the spectrum of an image
  uint length;       // length of a line: floats of a row, complex numbers of a column
  uint given_rows, given_columns;  // size of an image of floats
};

shared vec2 values[2 * kLines * kPoints];  // input and output of a step

uint lane, slot;

uint At(const uint side, const uint index) { return (side * kLines + slot) * kPoints + index; }

vec2 Times(const vec2 l, const vec2 r) { return vec2(l.x * r.x - l.y * r.y, l.x * r.y + l.y * r.x); }
// Multiplies v by -i.
vec2 TurnedBack(const vec2 v) { return vec2(v.y, -v.x); }

float FloatOf(const uint line, const uint column) {
  const uint row = line % rows;
  if (row >= given_rows || column >= min(given_columns, length)) return 0.0;
  return uintBitsToFloat(source[OFFSET(source, (line / rows * given_rows + row) * given_columns + column, 4)]);
}

uint OffsetInColumn(const uint line, const uint row) { return (line / width * rows + row) * width + line % width; }

void Load(const uint line) {
  for (uint i = lane; i < kPoints; i += kLanes) {
    if (kIsReal) {
      values[At(0, i)] = vec2(FloatOf(line, 2 * i), FloatOf(line, 2 * i + 1));
    } else {
      const uint word = 2 * OffsetInColumn(line, i);
      values[At(0, i)] = uintBitsToFloat(uvec2(source[word], source[word + 1]));
    }
  }
}

void StepOfTwo(const uint side) {
  for (uint i = lane; i < kPoints / 2; i += kLanes) {
    const vec2 first = values[At(side, i)];
    const vec2 second = values[At(side, i + kPoints / 2)];
    values[At(1 - side, 2 * i)] = first + second;
    values[At(1 - side, 2 * i + 1)] = first - second;
  }
}

// Combines transforms of `span` points, four at a time.
void StepOfFour(const uint side, const uint span) {
  for (uint i = lane; i < kPoints / 4; i += kLanes) {
    const uint offset = i % span;
    const uint turn = offset * (length / (4 * span));
    const vec2 a = values[At(side, i)];
    const vec2 b = Times(values[At(side, i + kPoints / 4)], turns[turn]);
    const vec2 c = Times(values[At(side, i + kPoints / 2)], turns[2 * turn]);
    const vec2 d = Times(values[At(side, i + kPoints / 4 * 3)], turns[3 * turn]);
    const vec2 back = TurnedBack(b - d);
    const uint first = (i - offset) * 4 + offset;
    values[At(1 - side, first)] = (a + c) + (b + d);
    values[At(1 - side, first + span)] = (a - c) + back;
    values[At(1 - side, first + 2 * span)] = (a + c) - (b + d);
    values[At(1 - side, first + 3 * span)] = (a - c) - back;
  }
}

// Writes a value. One that is real by symmetry gets the imaginary part -0, as in TFLite: ATAN2 of a negative one is then -pi.
void Put(const uint offset, const vec2 value, const bool is_real) {
  const uint word = OFFSET(result, offset, 8) * 2;
  result[word] = floatBitsToUint(value.x);
  result[word + 1] = is_real ? 0x80000000u : floatBitsToUint(value.y);
}

// True for the first value of a line and the middle one, which no other value mirrors.
bool IsOwnMirror(const uint index, const uint count) { return index == 0 || 2 * index == count; }

// Combines the transform of the floats with even indices and the twiddled transform of those with odd indices.
vec2 Joined(const uint side, const uint index) {
  const vec2 value = values[At(side, index % kPoints)];
  const vec2 mirrored = values[At(side, (kPoints - index) % kPoints)] * vec2(1.0, -1.0);
  return 0.5 * ((value + mirrored) + Times(TurnedBack(value - mirrored), turns[index]));
}

void Store(const uint line, const uint side) {
  if (kIsReal) {
    for (uint i = lane; i < width; i += kLanes) Put(line * width + i, Joined(side, i), IsOwnMirror(i, length));
  } else {
    const bool is_real = IsOwnMirror(line % width, 2 * (width - 1));
    for (uint i = lane; i < kPoints; i += kLanes) {
      Put(OffsetInColumn(line, i), values[At(side, i)], is_real && IsOwnMirror(i, length));
    }
  }
}

void main() {
  lane = LocalX() % kLanes;
  slot = LocalX() / kLanes;
  const uint line = FlatWorkgroup() * kLines + slot;
  Load(min(line, lines - 1));
  barrier();
  uint side = 0;
  uint span = 1;
  if (kStartsWithTwo) {
    StepOfTwo(side);
    barrier();
    side = 1;
    span = 2;
  }
  for (; span < kPoints; span *= 4) {
    StepOfFour(side, span);
    barrier();
    side = 1 - side;
  }
  if (line < lines) Store(line, side);
}
