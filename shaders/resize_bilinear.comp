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

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const bool kHalfPixel = false;

layout(push_constant) uniform Push {
  int in_h, in_w;
  uint out_h, out_w, channels;
  uint blocks;  // groups of four along channels, rounded up
  uint total;   // blocks times all other dims
  float scale_h, scale_w;  // input pixels per output pixel
};

// The two input positions that an output position lies between, and its distance from the first; that is
// negative, or above 1, outside of the centers of the outermost pixels.
struct Tap {
  int lower;
  int upper;
  float fraction;
};

Tap MakeTap(uint target, float scale, int size) {
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

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, channels - channel);
  const Tap h = MakeTap((pixel / out_w) % out_h, scale_h, in_h);
  const Tap w = MakeTap(pixel % out_w, scale_w, in_w);

  const uint rows = pixel / (out_w * out_h) * uint(in_h);
  const uint upper_row = (rows + uint(h.lower)) * uint(in_w);
  const uint lower_row = (rows + uint(h.upper)) * uint(in_w);
  const vec4 a = Load4_source(kAligned, PlaceIn(kAligned, (upper_row + uint(w.lower)) * channels + channel), valid);
  const vec4 b = Load4_source(kAligned, PlaceIn(kAligned, (lower_row + uint(w.lower)) * channels + channel), valid);
  const vec4 c = Load4_source(kAligned, PlaceIn(kAligned, (upper_row + uint(w.upper)) * channels + channel), valid);
  const vec4 d = Load4_source(kAligned, PlaceIn(kAligned, (lower_row + uint(w.upper)) * channels + channel), valid);
  const vec4 value = a * ((1.0 - h.fraction) * (1.0 - w.fraction)) + b * (h.fraction * (1.0 - w.fraction)) +
                     c * ((1.0 - h.fraction) * w.fraction) + d * (h.fraction * w.fraction);
  const uint place = PlaceIn(kAligned, pixel * channels + channel);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, channel, valid));
}
