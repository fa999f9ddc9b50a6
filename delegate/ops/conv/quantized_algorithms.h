// The algorithms for convolutions of quantized values, each in a file of its own. All give the same bits.
#pragma once

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

using QuantizedConvAlgorithm = Algorithm<QuantizedProblem>;

// Tiles of pixels that share their weights (shaders/conv/quantized_tile_conv.comp). Products are added up
// exactly as floats, or by instructions for packed values.
extern const QuantizedConvAlgorithm kInt8ConvTiled;  // quantized_tile.cc
// Depthwise convolutions with one output for each input channel, in tiles whose pixels share what they read
// (shaders/conv/quantized_tile_depthwise.comp).
extern const QuantizedConvAlgorithm kInt8ConvDepthwise;  // quantized_depthwise.cc
// F(2x2, 3x3) in exact integers (shaders/conv/quantized_winograd_conv.comp).
extern const QuantizedConvAlgorithm kInt8ConvWinograd;  // quantized_winograd.cc
// F(4x4, 3x3) in integers of 32 bits that may wrap around (docs/design/winograd.md): three dispatches, as in
// floats.
extern const QuantizedConvAlgorithm kInt8ConvWrappingWinograd;  // wrapping_winograd.cc
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
