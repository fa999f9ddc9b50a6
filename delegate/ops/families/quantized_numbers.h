// The numbers that shaders of quantized operators read in a binding, so that all nodes share a pipeline.
#pragma once

#include <cstdint>
#include <span>

#include "delegate/lower/lowering.h"
#include "runtime/ir/graph.h"

namespace litevk {

// The scale and the zero point of a tensor that has one of each.
inline float ScaleOf(const ir::Tensor& tensor) { return tensor.quantization.scales[0]; }
inline int ZeroPointOf(const ir::Tensor& tensor) { return tensor.quantization.zero_points[0]; }

// Adds a constant of these words, once for all nodes of a model that have the same ones.
gpu::TensorId AddNumbers(Lowering& lowering, std::span<const int32_t> numbers);

}  // namespace litevk
