// Sums of a layer's products and bias, as TFLite adds them.
#pragma once

#include "onnx/common/fixed_point_sums.h"

namespace litevk::to_onnx {

// Returns the largest possible sum of input `data`, the weights and a stored bias.
double LargestSum(const NodeFacts& node, size_t data, size_t bias);

// True if a layer, whose weights are input 1, must have TFLite's roundings. Reports an approximation if its
// sums may wrap around and cannot be followed.
bool FollowsLayer(NodeWriter& node, size_t data, size_t bias, bool is_shifted);

// Returns the requantization of a layer's sums, without multipliers if it need not have TFLite's roundings.
// The weights, input 1, are multiplied with input `data`.
Rescaling RescalingToFollow(NodeWriter& node, size_t data, size_t bias);

// Returns integers in float64 plus a stored bias. Channels lie in dim 1 of `rank`.
Name WithWideBias(NodeWriter& node, const Name& sums, size_t bias, size_t rank);

// Returns the sums plus the bias, wrapped around like a 32-bit accumulator if sums of input `data` may
// overflow it.
Name WithNarrowBias(NodeWriter& node, const Name& sums, size_t data, size_t bias, size_t rank);

}  // namespace litevk::to_onnx
