// Sums of a layer's products with its bias, as TFLite adds them up.
#pragma once

#include "runtime/onnx/families/fixed_point_sums.h"

namespace litevk::to_onnx {

// Returns the largest sum that input `data`, the weights and a stored bias may make.
double LargestSum(const NodeWriter& node, size_t data, size_t bias);

// Says whether a layer, whose weights are input 1, is to have TFLite's roundings. The report says so where
// its sums may wrap around and cannot be followed.
bool FollowsLayer(NodeWriter& node, size_t data, size_t bias, bool is_shifted);

// Returns how the sums of a layer are rescaled, without factors where it is not to have TFLite's roundings.
// `data` is what the weights, input 1, are multiplied with.
Rescaling RescalingToFollow(NodeWriter& node, size_t data, size_t bias);

// Returns whole numbers in float64 with a stored bias added to them. Channels lie in dim 1 of so many.
Name WithWideBias(NodeWriter& node, const Name& sums, size_t bias, size_t rank);

// Returns them so as an accumulator of 32 bits holds them, where sums of input `data` may leave that.
Name WithNarrowBias(NodeWriter& node, const Name& sums, size_t data, size_t bias, size_t rank);

}  // namespace litevk::to_onnx
