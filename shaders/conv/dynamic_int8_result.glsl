// Converts sums of products to float results in hybrid layers: float inputs and integer weights. quantize_rows.comp quantizes
// the images. The operations are those of TFLite's kernels in their order. Include after READ_WORD_TEXELS(0, source).
#include "common/nearest_float.glsl"

layout(constant_id = 20) const bool kAsymmetric = false;       // images have zero points
layout(constant_id = 21) const bool kChannelsFirst = false;  // multiplies a sum by the channel's scale first, then the image's

struct DynamicInt8Channels {
  vec4 scales;
  vec4 bias;
  ivec4 sums_of_weights;
};
#define LOAD_DYNAMIC_INT8_CHANNELS(NAME, block)                                                                     \
  DynamicInt8Channels(uintBitsToFloat(LoadVector_##NAME((block) * 3)),                                             \
                 uintBitsToFloat(LoadVector_##NAME((block) * 3 + 1)), ivec4(LoadVector_##NAME((block) * 3 + 2)))

int ZeroPointOf(const uint image, const uint headers) {
  return kAsymmetric ? int(LoadWord_source(headers + image * 2 + 1)) : 0;
}

// Returns a word with the image's zero point in each byte.
uint ZerosOf(const uint image, const uint headers) { return uint(ZeroPointOf(image, headers) & 0xFF) * 0x01010101; }

// Dequantizes sums. Taps beside the image have read the zero point, so subtracting it times the sum of all weights is correct.
vec4 Scaled(const ivec4 sum, const DynamicInt8Channels of, const uint image, const uint headers) {
  const float scale = uintBitsToFloat(LoadWord_source(headers + image * 2));
  const vec4 whole = FloatsOf(sum - ZeroPointOf(image, headers) * of.sums_of_weights);
  precise const vec4 multiplier = scale * of.scales;
  precise const vec4 at_once = whole * multiplier;
  precise const vec4 by_channel = whole * of.scales;
  precise const vec4 one_by_one = by_channel * scale;
  precise const vec4 value = (kChannelsFirst ? one_by_one : at_once) + of.bias;
  return value;
}
