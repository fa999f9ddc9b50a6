// Functions of a few pixels of an image, channel by channel.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// The pixels under a window, and the output's pixel. Results are clamped as TFLite clamps: NaNs pass.
struct FloatWindow {
  const float* const* pixels;  // the first channels
  int64_t count;
  int64_t channels;
  float* output;
  float min;
  float max;
};

struct FloatPixelFunctions {
  void (*average)(const FloatWindow& window);  // adds up pixels as they are listed
  void (*maximum)(const FloatWindow& window);  // passes over NaNs
};

// The instruction set must be one that IsaTable() says the processor has.
FloatPixelFunctions FloatPixelFunctionsFor(Isa isa);

}  // namespace litevk::cpu
