// Sums of products of numbers, as TFLite makes numbers of them.
#pragma once

#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "runtime/onnx/node_writer.h"
#include "runtime/opset/binary_factors.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::to_onnx {

// A sum that may be any number.
inline constexpr double kAnySum = std::numeric_limits<double>::infinity();

// Factors that bring whole numbers to the scale of an output.
struct Rescaling {
  std::vector<FixedPoint> factors;  // one for each channel, in dim 1, or for all
  bool is_wide = false;             // numbers have 64 bits, and are rounded once
  double largest_sum = kAnySum;     // of what is rescaled
};

// Says whether these inputs and the output are numbers of 8 or 16 bits with a scale.
bool HasNumbers(const NodeWriter& node, const std::vector<size_t>& inputs);

// Says whether a node of such inputs and output is to have TFLite's roundings: they are asked for, or numbers
// may leave 32 bits, or the scale of the output is 0, so that floats are something else.
bool FollowsRoundings(const NodeWriter& node, const std::vector<size_t>& inputs, bool may_wrap = false);

// What is a little larger is no half, which would be rounded to the even number.
inline constexpr double kJustAboveOne = 1 + 0x1p-40;

// Numbers from here on are none of int32.
inline constexpr double kBeyondInt32 = 0x1p31;

// Returns numbers of float64 rounded, halves upwards.
Name RoundedUp(NodeWriter& node, const Name& value);

// Returns the largest magnitude that a number of 8 or 16 bits has above its zero point.
double LargestNumber(const ir::Tensor& tensor);

// Says whether TFLite's numbers may leave 32 bits: sums times a factor that the scales state; or, where the
// numbers are shifted to the left before the product, what they are then.
bool MayWrap(double largest, double factor, bool is_shifted);

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

// Returns whole numbers in float64 with the upper bits gone that int32 does not have.
Name WrappedAround(NodeWriter& node, const Name& numbers);

// Returns steps of output 0, whole numbers in float64, as a processor makes int32 of them: the lowest one in
// place of all that it lacks. A zero point of 8 bits is added to that and wraps around, one of 16 bits to
// what is clamped.
Name InInt32(NodeWriter& node, const Name& steps);

// Returns whole numbers in float64 in an output's scale, whole numbers too.
Name Rescaled(NodeWriter& node, const Name& numbers, const Rescaling& rescaling, const Order& order);

// Returns whole numbers in float64 times factors, one for each element of a constant of those dims. They are
// rounded twice. Those that are shifted to the left first lose the bits that leave 32.
Name RescaledTwice(NodeWriter& node, const Name& numbers, const std::vector<FixedPoint>& factors,
                   const std::vector<int64_t>& dims, double largest = kAnySum);

// Makes whole numbers above the zero point of output 0 that output; and those that come to its scale first.
Status WriteSteps(NodeWriter& node, const Name& steps, int activation, const Order& order);
Status WriteRescaled(NodeWriter& node, const Name& sums, const Rescaling& rescaling, int activation,
                     const Order& order);

// Returns whole numbers in float64 times real factors, one for each channel in dim 1 of so many or for all.
// Halves are rounded away from zero.
Name StepsRoundedOnce(NodeWriter& node, const Name& sums, std::vector<double> factors, size_t rank);

// Returns whole numbers above the zero point of output 0 as its numbers.
Name NumbersOfSteps(NodeWriter& node, const Name& steps);

// Says whether sums or means of so many numbers of input 0 may leave 32 bits in the scale of output 0.
bool SumsMayWrap(const NodeWriter& node, int64_t count);
// Makes the sums of input 0 along axes, times a factor, output 0.
Status WriteRescaledSums(NodeWriter& node, const std::vector<int64_t>& axes, bool keeps_dims,
                         const FixedPoint& factor);

// Returns the scales of a node of two inputs, which all have one.
BinaryScales ScalesOfBinary(const NodeWriter& node);

// Writes what an operator makes of two inputs that come to one scale first: their sum, their difference, or
// its square.
Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation);

}  // namespace litevk::to_onnx
