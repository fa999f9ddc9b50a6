// Elementwise operators of two float32 inputs, broadcast to the output at any rank.
#pragma once

#include <memory>

#include "kernels_cpu/simd/float_binary.h"
#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// Returns a kernel that calls the function for runs of the output. `has_activation`: the node has
// TfLiteArithmeticParams. Returns null unless the inputs are float32.
std::unique_ptr<PreparedKernel> PrepareBinary(const ref::PreparedNode& node, FloatPairsFunction function,
                                              bool has_activation);

template <FloatPairsFunction FloatBinaryFunctions::*kFunction>
std::unique_ptr<PreparedKernel> PrepareFloatBinary(const ref::PreparedNode& node, Isa isa) {
  return PrepareBinary(node, FloatBinaryFunctionsFor(isa).*kFunction, /*has_activation=*/false);
}

template <FloatPairsFunction FloatBinaryFunctions::*kFunction>
std::unique_ptr<PreparedKernel> PrepareFloatArithmetic(const ref::PreparedNode& node, Isa isa) {
  return PrepareBinary(node, FloatBinaryFunctionsFor(isa).*kFunction, /*has_activation=*/true);
}

}  // namespace litevk::cpu
