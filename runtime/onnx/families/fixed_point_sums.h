// Sums of products of numbers, as TFLite makes numbers of them.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "runtime/onnx/node_writer.h"
#include "runtime/opset/binary_factors.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::to_onnx {

// How whole numbers come to the scale of an output.
struct Rescaling {
  std::vector<FixedPoint> factors;  // one for each channel, in dim 1, or for all
  bool is_wide = false;             // numbers have 64 bits, and are rounded once
  double largest_sum = 0;           // of what is rescaled; matters where it is wide
};

// Says whether the node is to have TFLite's roundings: they are asked for, and these inputs and the output
// are numbers of 8 or 16 bits with a scale.
bool FollowsRoundings(const NodeWriter& node, const std::vector<size_t>& inputs);

// What is a little larger is no half, which would be rounded to the even number.
inline constexpr double kJustAboveOne = 1 + 0x1p-40;

// Numbers from here on are none of int32.
inline constexpr double kBeyondInt32 = 0x1p31;

// Returns numbers of float64 rounded, halves upwards.
Name RoundedUp(NodeWriter& node, const Name& value);

// Returns how the sums of a layer are rescaled, without factors where it is not to have TFLite's roundings.
// `data` is what the weights, input 1, are multiplied with.
Rescaling RescalingToFollow(const NodeWriter& node, size_t data, size_t bias);

// Returns an input's numbers above its zero point, in float64.
Name ReadWhole(NodeWriter& node, size_t index, const Order& order);

// Returns whole numbers in float64, or those of ReadWhole(), divided by 2^bits and rounded, halves away from
// zero.
Name Shifted(NodeWriter& node, const Name& numbers, int bits);
Name ReadShifted(NodeWriter& node, size_t index, const Order& order, int bits);

// Returns in float64 the sums of products that `multiply` makes of floats, which are exact below 2^24. The
// upper and the lower halves of numbers of 16 bits are multiplied by themselves.
Name WholeSums(NodeWriter& node, size_t data, const Order& order,
               const std::function<Name(const Name&)>& multiply);

// Returns whole numbers in float64 with a stored bias added to them. Channels lie in dim 1 of so many.
Name WithWideBias(NodeWriter& node, const Name& sums, size_t bias, size_t rank);

// Returns them so as an accumulator of 32 bits holds them, where sums of input `data` may leave that.
Name WithNarrowBias(NodeWriter& node, const Name& sums, size_t data, size_t bias, size_t rank);

// Returns the largest sum that input `data`, the weights and a stored bias may make.
double LargestSum(const NodeWriter& node, size_t data, size_t bias);

// Returns whole numbers in float64 with the upper bits gone that int32 does not have.
Name WrappedAround(NodeWriter& node, const Name& numbers);

// Returns whole numbers in float64 in an output's scale, whole numbers too.
Name Rescaled(NodeWriter& node, const Name& numbers, const Rescaling& rescaling, const Order& order);

// Returns whole numbers in float64 times factors, one for each element of a constant of those dims. They are
// rounded twice.
Name RescaledTwice(NodeWriter& node, const Name& numbers, const std::vector<FixedPoint>& factors,
                   const std::vector<int64_t>& dims);

// Makes whole numbers above the zero point of output 0 that output; and those that come to its scale first.
Status WriteSteps(NodeWriter& node, const Name& steps, int activation, const Order& order);
Status WriteRescaled(NodeWriter& node, const Name& sums, const Rescaling& rescaling, int activation,
                     const Order& order);

// Returns whole numbers in float64 times real factors, one for each channel in dim 1 of so many or for all.
// Halves are rounded away from zero.
Name StepsRoundedOnce(NodeWriter& node, const Name& sums, std::vector<double> factors, size_t rank);

// Returns whole numbers above the zero point of output 0 as its numbers; and those of sums times one factor.
Name NumbersOfSteps(NodeWriter& node, const Name& steps);
Name RoundedOnce(NodeWriter& node, const Name& sums, double factor);

// Makes the sums of input 0 along axes, times a factor, output 0.
Status WriteRescaledSums(NodeWriter& node, const std::vector<int64_t>& axes, bool keeps_dims,
                         const FixedPoint& factor);

// Returns the scales of a node of two inputs, which all have one.
BinaryScales ScalesOfBinary(const NodeWriter& node);

// Writes what an operator makes of two inputs that come to one scale first: their sum, their difference, or
// its square.
Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation);

}  // namespace litevk::to_onnx
