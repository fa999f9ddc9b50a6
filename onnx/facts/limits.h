// Limits of a written model.
#pragma once

#include <cstdint>

namespace litevk::to_onnx {

// Elements of a tensor that a model is to hold.
inline constexpr int64_t kMostElements = int64_t{1} << 28;

}  // namespace litevk::to_onnx
