// The algorithms for convolutions of quantized values, each in a file of its own. All give the same bits.
#pragma once

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

using QuantizedConvAlgorithm = Algorithm<QuantizedProblem>;

// Tiles of pixels that share their weights (shaders/conv/int8_tile_conv_2d.comp). Products are added up
// exactly as floats, or by instructions for packed values.
extern const QuantizedConvAlgorithm kInt8Tile;  // int8_tile_conv_2d.cc
// Depthwise convolutions with one output for each input channel, in tiles whose pixels share what they read
// (shaders/conv/int8_tile_depthwise_conv_2d.comp).
extern const QuantizedConvAlgorithm kInt8ConvDepthwise;  // quantized_depthwise.cc
// F(2x2, 3x3) in exact integers (shaders/conv/int8_winograd_f2.comp).
extern const QuantizedConvAlgorithm kInt8WinogradF2;  // int8_winograd_f2.cc
// F(4x4, 3x3) in integers of 32 bits that may wrap around (docs/design/winograd.md): three dispatches, as in
// floats.
extern const QuantizedConvAlgorithm kInt8WinogradF4;  // int8_winograd_f4.cc
// Values of any type by shifts and masks (shaders/conv/quantized_conv_2d.comp). It always fits.
extern const QuantizedConvAlgorithm kQuantizedConvShifting;  // quantized_shifting.cc

// Returns all algorithms.
Algorithms<QuantizedProblem> QuantizedConvAlgorithms();

// True if image and filter are int8.
bool AreInt8(const NodeView& view, const ConvInputs& at);
// Returns ok if image and filter are int8 and the convolution is not transposed. Only kQuantizedConvShifting
// computes others.
Status IsPlainInt8(const Lowering& lowering, const QuantizedProblem& problem);

// Time of a multiply-add by shifts and masks relative to a float one.
inline constexpr double kShiftTime = 4;
// Returns the device's time for an integer operation relative to a float one, if image and filter are int8
// (docs/benchmarks/convolutions.md#int8).
double IntegerTime(const gpu::DeviceLimits& limits);

}  // namespace litevk
