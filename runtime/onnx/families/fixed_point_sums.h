// Sums of products of numbers, as TFLite makes numbers of them.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/onnx/node_writer.h"
#include "runtime/opset/binary_factors.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::to_onnx {

// Says whether the node is to have TFLite's roundings: they are asked for, and these inputs and the output
// are numbers of 8 bits.
bool FollowsRoundings(const NodeWriter& node, const std::vector<size_t>& inputs);

// Returns the factors of a layer's sums, one for each channel or for all; nothing where it is not to have
// TFLite's roundings. `data` is what the weights, input 1, are multiplied with.
std::vector<FixedPoint> FactorsToFollow(const NodeWriter& node, size_t data, size_t bias);

// Returns whole numbers in float64 with a stored bias added to them. Channels lie in dim 1 of so many.
Name WithWideBias(NodeWriter& node, const Name& sums, size_t bias, size_t rank);

// Makes whole numbers in float64 output 0: times a factor, rounded, and shifted, rounded again. Several
// factors are those of the channels in dim 1.
Status WriteRescaled(NodeWriter& node, const Name& sums, const std::vector<FixedPoint>& factors,
                     int activation, const Order& order);

// Returns whole numbers in float64 times real factors, one for each channel in dim 1 of so many or for all,
// as numbers of output 0. Halves are rounded away from zero.
Name RoundedOnce(NodeWriter& node, const Name& sums, std::vector<double> factors, size_t rank);

// Returns the scales of a node of two inputs, which all have one.
BinaryScales ScalesOfBinary(const NodeWriter& node);

// Writes what an operator makes of two inputs that come to one scale first: their sum, their difference, or
// its square.
Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation);

}  // namespace litevk::to_onnx
