// Transposed convolutions: a matmul of the image's pixels with the filter's taps, whose products are added up
// where they meet.
#pragma once

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

std::unique_ptr<PreparedKernel> PrepareFloatTransposeConv(const ref::PreparedNode& node, Isa isa);

// T is int8_t or uint8_t.
template <typename T>
std::unique_ptr<PreparedKernel> PrepareQuantizedTransposeConv(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
