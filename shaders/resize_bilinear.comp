#version 450
// Bilinear resampling: out = epilogue(resize(in)), dims NHWC. One invocation writes four neighbours along
// channels.
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"
#include "common/image_strides.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const bool kHalfPixel = false;

layout(push_constant) uniform Push {
  int in_h, in_w;
  IMAGE_STRIDES_PUSH
  uint out_h, out_w, channels;
  uint blocks;  // groups of four along channels, rounded up
  uint total;   // blocks times all other dims
  float scale_h, scale_w;  // input pixels per output pixel
};

// The two input positions around an output position, and its distance from the first. The distance is negative,
// or above 1, outside of the centers of the outermost pixels.
struct Tap {
  int lower;
  int upper;
  float fraction;
};

Tap MakeTap(const uint target, const float scale, const int size) {
  precise float position = float(target) * scale;
  if (kHalfPixel) {
    precise float center = (float(target) + 0.5) * scale;
    position = center - 0.5;
  }
  Tap tap;
  tap.lower = clamp(int(floor(position)), 0, size - 1);
  tap.upper = clamp(int(ceil(position)), 0, size - 1);
  tap.fraction = position - float(tap.lower);
  return tap;
}

vec4 LoadPixel(const uint element, const uint valid) {
  const bool whole = kAligned && kSourceAligned;
  return Load4_source(whole, OffsetIn(whole, element), valid);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, channels - channel);
  const Tap h = MakeTap((pixel / out_w) % out_h, scale_h, in_h);
  const Tap w = MakeTap(pixel % out_w, scale_w, in_w);

  const uint image = source_first + pixel / (out_w * out_h) * source_image + channel;
  const uint upper_row = image + uint(h.lower) * source_row;
  const uint lower_row = image + uint(h.upper) * source_row;
  const vec4 a = LoadPixel(upper_row + uint(w.lower) * source_pixel, valid);
  const vec4 b = LoadPixel(lower_row + uint(w.lower) * source_pixel, valid);
  const vec4 c = LoadPixel(upper_row + uint(w.upper) * source_pixel, valid);
  const vec4 d = LoadPixel(lower_row + uint(w.upper) * source_pixel, valid);
  const vec4 value = a * ((1.0 - h.fraction) * (1.0 - w.fraction)) + b * (h.fraction * (1.0 - w.fraction)) +
                     c * ((1.0 - h.fraction) * w.fraction) + d * (h.fraction * w.fraction);
  const uint offset = OffsetIn(kAligned, pixel * channels + channel);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
}
