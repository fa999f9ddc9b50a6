// Elementwise operators of two inputs of 8 or 16 bits, broadcast to the output at any rank.
#pragma once

#include <memory>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// Sums and differences of quantized values. Return null if the plain loops shift int16 by powers of two.
std::unique_ptr<PreparedKernel> PrepareQuantizedAdd(const ref::PreparedNode& node, Isa isa);
std::unique_ptr<PreparedKernel> PrepareQuantizedSub(const ref::PreparedNode& node, Isa isa);

std::unique_ptr<PreparedKernel> PrepareQuantizedMul(const ref::PreparedNode& node, Isa isa);
std::unique_ptr<PreparedKernel> PrepareQuantizedSquaredDifference(const ref::PreparedNode& node, Isa isa);

// Compare stored integers, whatever they represent. Return null for other types than those of 8 and 16 bits.
std::unique_ptr<PreparedKernel> PrepareIntegerMaximum(const ref::PreparedNode& node, Isa isa);
std::unique_ptr<PreparedKernel> PrepareIntegerMinimum(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
