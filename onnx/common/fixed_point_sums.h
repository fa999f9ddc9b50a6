// Requantization of sums of products, as TFLite computes it. "Whole" in names means integers held in float64.
#pragma once

#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {

// Bound of a sum without a known bound.
inline constexpr double kAnySum = std::numeric_limits<double>::infinity();

// Multipliers and shifts that bring integer sums to the scale of an output.
struct Rescaling {
  std::vector<FixedPoint> multipliers;  // one for each channel, in dim 1, or one for all
  bool is_wide = false;                 // the sums have 64 bits, and are rounded once
  double largest_sum = kAnySum;         // largest magnitude of the sums
};

// True if these inputs and the output are quantized, with 8 or 16 bits and a scale.
bool HasQuantized(const NodeFacts& node, const std::vector<size_t>& inputs);

// True if a quantized node must have TFLite's roundings. That is so if the user asks for them, 32 bits may
// overflow, or the output's scale is 0. Floats would then give other results.
bool FollowsRoundings(const NodeFacts& node, const std::vector<size_t>& inputs, bool may_wrap = false);

// Factor that lifts a product off a tie, which Round would round to even.
inline constexpr double kJustAboveOne = 1 + 0x1p-40;

// The first value beyond int32.
inline constexpr double kBeyondInt32 = 0x1p31;

// Rounds float64 values, ties upwards.
Name RoundedUp(Emitter& onnx, const Name& value);

// Returns the largest magnitude of an 8-bit or 16-bit value less its zero point.
double LargestInteger(const ir::Tensor& tensor);

// True if TFLite's integers may overflow 32 bits, after a multiplication by the factor that the scales state.
// If the values are first shifted to the left, that shift decides.
bool MayWrap(double largest, double multiplier, bool is_shifted);

// Returns an input's quantized values less the zero point, in float64.
Name ReadWhole(NodeWriter& node, size_t index, const Permutation& permutation);

// Return integers in float64, or those of ReadWhole(), times 2^-bits. Ties are rounded away from zero.
Name Shifted(Emitter& onnx, const Name& integers, int bits);
Name ReadShifted(NodeWriter& node, size_t index, const Permutation& permutation, int bits);

// Returns the sums of products that `multiply` computes of floats, in float64. Float sums are exact below
// 2^24, so the upper and lower halves of 16-bit values are multiplied separately.
Name WholeSums(NodeWriter& node, size_t data, const Permutation& permutation,
               const std::function<Name(const Name&)>& multiply);

// Returns integers in float64, wrapped around like int32.
Name WrappedAround(Emitter& onnx, const Name& integers);

// Converts steps of output 0, integers in float64, to int32 as x86-64 does. Values beyond int32 become the
// lowest one. An 8-bit zero point is then added and wraps around; a 16-bit one is added after clamping.
Name InInt32(NodeWriter& node, const Name& steps);

// Returns integers in float64 requantized to an output's scale, as integers in float64.
Name Rescaled(NodeWriter& node, const Name& integers, const Rescaling& rescaling,
              const Permutation& permutation);

// Returns integers in float64 times factors, whose constant has these dims. They are rounded twice. Values
// that are first shifted to the left wrap around in 32 bits.
Name RescaledTwice(Emitter& onnx, const Name& integers, const std::vector<FixedPoint>& multipliers,
                   const std::vector<int64_t>& dims, double largest = kAnySum);

// WriteSteps writes integers less output 0's zero point as output 0. WriteRescaled first requantizes them.
Status WriteSteps(NodeWriter& node, const Name& steps, int activation, const Permutation& permutation);
Status WriteRescaled(NodeWriter& node, const Name& sums, const Rescaling& rescaling, int activation,
                     const Permutation& permutation);

// Returns integers in float64 times real factors, one for all or one for each channel in dim 1 of `rank`.
// Ties are rounded away from zero.
Name StepsRoundedOnce(Emitter& onnx, const Name& sums, std::vector<double> multipliers, size_t rank);

// Returns integers less output 0's zero point as its quantized values.
Name IntegersOfSteps(NodeWriter& node, const Name& steps);

// True if sums or means of `count` values of input 0 may overflow 32 bits in the scale of output 0.
bool SumsMayWrap(const NodeFacts& node, int64_t count);
// Writes the sums of input 0 along axes, times a factor, as output 0.
Status WriteRescaledSums(NodeWriter& node, const std::vector<int64_t>& axes, bool keeps_dims,
                         const FixedPoint& multiplier);

// Returns the scales of a node of two inputs. Each tensor has one scale.
BinaryScales ScalesOfBinary(const NodeFacts& node);

// Writes an operator on two inputs that are first brought to one scale: their sum, their difference, or the
// square of it.
Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation);

}  // namespace litevk::to_onnx
