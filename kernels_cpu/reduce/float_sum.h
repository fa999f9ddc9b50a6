// Sums of float32 along any axes.
#pragma once

#include "kernels_cpu/simd/float_sums.h"
#include "runtime/opset/kernel.h"

namespace litevk::cpu {

// Writes the sums of input 0 along the axes, input 1. Parts of the output are divided among threads.
void SumAlongAxes(const ref::KernelArgs& args, const FloatSumFunctions& functions);

}  // namespace litevk::cpu
