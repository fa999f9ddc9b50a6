// Requantizes int8 sums of products, applies the steps that follow and stores the output: words of four channels of a pixel.
// The output has the binding before STEPS_BINDING; the steps use STEPS_BINDING and the next one.
//
// With PAIRS, if kStoresFour, lanes 4n to 4n + 3 of a subgroup exchange words and store four words of one pixel each. These
// lanes have neighbouring words of the same pixels. Include after the layout of the workgroup and common/quantized_words.glsl.
#include "common/requantize.glsl"
#include "common/result_rows.glsl"
#ifndef STEPS_BINDING
#define STEPS_BINDING 4
#endif
#include "common/integer_steps.glsl"
layout(std430, binding = STEPS_BINDING - 1) writeonly buffer result_scalars { uint result[]; };

layout(constant_id = 15) const bool kStoresFour = false;  // blocks of a group are a multiple of 4
// Algorithm that rescales sums (Rescaling of delegate/ops/conv/quantized_sums.h). With kRescaleOnce the left shift holds the
// multiplier's remainder. With kRescaleFolded the bias, shifted to the left, includes the rounding and the zero point
// (folded_multiplier.h there).
layout(constant_id = 17) const uint kRescaling = 0;
const uint kRescaleSmall = 1;
const uint kRescaleOnce = 2;
const uint kRescaleAboveZero = 3;
const uint kRescaleFolded = 4;

// `zeros`: the input's zero point in each byte; `least` and `most`: bounds of the output's values.
#define QUANTIZED_RESULT_PUSH \
  uint zeros;                 \
  int output_zero_point;      \
  int least, most;            \
  RESULT_ROWS_PUSH

// Rows of the wider tensor that contains the output, in words (ResultRowsOf of delegate/ops/conv/quantized_problem.h).
#define RESULT_ROWS_PUSH \
  uvec2 result_by_row;   \
  uint result_row, result_pitch, result_first;
#define TAKE_RESULT_ROWS \
  if (kResultRows) result_rows = Rows(result_row, result_pitch, result_first, 0, result_by_row);

struct Channels {
  ivec4 bias;
  ivec4 multiplier;
  ivec4 left;
  ivec4 right;
};
#define LOAD_CHANNELS(NAME, block)                                                                                 \
  Channels(ivec4(LoadVector_##NAME((block) * 4)), ivec4(LoadVector_##NAME((block) * 4 + 1)),                       \
           ivec4(LoadVector_##NAME((block) * 4 + 2)), ivec4(LoadVector_##NAME((block) * 4 + 3)))

#define Word(sum, channels) WordOf(sum, channels, output_zero_point, least, most)
uint WordOf(const ivec4 sum, const Channels to, const int zero_point, const int low, const int high) {
  const ivec4 value = sum + to.bias;
  ivec4 integers;
  if (kRescaling == kRescaleFolded) {
    ivec4 rest;
    imulExtended((sum << to.left) + to.bias, to.multiplier, integers, rest);
    integers = integers >> to.right;
  } else if (kRescaling == kRescaleSmall || kRescaling == kRescaleAboveZero) {
    integers = RescaleSmall(value, to.multiplier, to.right, TiesAnd(zero_point, to.right), kRescaling == kRescaleAboveZero);
  } else if (kRescaling == kRescaleOnce) {
    integers = RescaleOnce(value, to.multiplier, to.left, to.right, HalfAnd(zero_point, to.right));
  } else {
    integers = Rescale(value, to.multiplier, to.left, to.right) + zero_point;
  }
  // If the bounds cross, the upper one wins.
  return Packed(min(max(integers, ivec4(low)), ivec4(high)));
}

#ifdef PAIRS
#extension GL_KHR_shader_subgroup_shuffle : require
// Transposes words: lanes 4n to 4n + 3 each hold one word of the same four pixels. Returns the four words of pixel lane % 4.
uvec4 Transposed(const uvec4 words) {
  const uint lane = gl_SubgroupInvocationID;
  const bool is_odd = lane % 2 == 1;
  const uvec2 near = subgroupShuffle(is_odd ? words.xz : words.yw, lane ^ 1);
  const uvec2 first = is_odd ? uvec2(near.x, words.y) : uvec2(words.x, near.x);   // pixel 0 or 1
  const uvec2 second = is_odd ? uvec2(near.y, words.w) : uvec2(words.z, near.y);  // pixel 2 or 3
  const bool is_late = lane % 4 >= 2;
  const uvec2 far = subgroupShuffle(is_late ? first : second, lane ^ 2);
  return is_late ? uvec4(far, second) : uvec4(first, far);
}
#endif

#ifdef PAIRS
void StoreFour(const uvec4 words, const uint first, const uint end, const uint blocks, const uint block) {
  const uvec4 four = Transposed(words);
  const uint pixel = first + gl_SubgroupInvocationID % 4;
  if (pixel >= end) return;
  const uint word = (pixel * blocks + block) / 4 * 4;
  result_v4[WORD_IN_ROWS(word) / 4] = WithSteps4(four, word);
}

// Implements StoreWords for a multiple of four. Steps run in a loop that drivers do not unroll, since unrolled code takes long
// to compile.
void StoreFours(const uint words[kMaxTile], const uint count, const uint first, const uint end, const uint blocks,
                const uint block) {
  if (!HasSteps()) {
    [[unroll]] for (uint p = 0; p < count; p += 4) {
      StoreFour(uvec4(words[p], words[p + 1], words[p + 2], words[p + 3]), first + p, end, blocks, block);
    }
    return;
  }
  uint rest[kMaxTile] = words;
  [[dont_unroll]] for (uint p = 0; p < count; p += 4) {
    StoreFour(uvec4(rest[0], rest[1], rest[2], rest[3]), first + p, end, blocks, block);
    [[unroll]] for (uint i = 0; i + 4 < count; ++i) rest[i] = rest[i + 4];
  }
}
#endif

void StoreWord(const uint value, const uint word) {
  const uint stepped = WithSteps(value, word);
  if (kStoresFloats) {
    StoreFloats(stepped, word);
  } else {
    result[WORD_IN_ROWS(word)] = stepped;
  }
}

// Implements StoreWords with steps, in a loop that drivers do not unroll, since unrolled code takes long to compile.
void StoreInTurns(const uint words[kMaxTile], const uint count, const uint first, const uint end, const uint blocks,
                  const uint first_word) {
  uint rest[kMaxTile] = words;
  [[dont_unroll]] for (uint p = 0; p < count; ++p) {
    if (first + p < end) StoreWord(rest[0], first_word + p * blocks);
    [[unroll]] for (uint i = 0; i + 1 < count; ++i) rest[i] = rest[i + 1];
  }
}

// Stores `count` words, a constant expression, of consecutive pixels from `first` on that are below `end`. `blocks` is the
// number of words of a pixel, `block` this lane's index among them. Lanes of a subgroup must call together.
void StoreWords(const uint words[kMaxTile], const uint count, const uint first, const uint end, const uint blocks,
                const uint block) {
#ifdef PAIRS
  if (kStoresFour && !kStoresFloats && kResultAligned && count % 4 == 0) {
    StoreFours(words, count, first, end, blocks, block);
    return;
  }
#endif
  const uint first_word = first * blocks + block;
  if (HasSteps() && count > 2) {
    StoreInTurns(words, count, first, end, blocks, first_word);
    return;
  }
  [[unroll]] for (uint p = 0; p < count; ++p) {
    if (first + p < end) StoreWord(words[p], first_word + p * blocks);
  }
}
