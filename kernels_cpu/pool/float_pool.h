// Pooling of float32 images.
#pragma once

#include <memory>

#include "kernels_cpu/simd/float_pixels.h"
#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// Returns a kernel that calls the function for each window, with the pixels inside the image. Returns null
// unless the image is float32.
std::unique_ptr<PreparedKernel> PreparePool(const ref::PreparedNode& node,
                                            void (*function)(const FloatWindow& window));

template <void (*FloatPixelFunctions::*kFunction)(const FloatWindow& window)>
std::unique_ptr<PreparedKernel> PrepareFloatPool(const ref::PreparedNode& node, Isa isa) {
  return PreparePool(node, FloatPixelFunctionsFor(isa).*kFunction);
}

}  // namespace litevk::cpu
