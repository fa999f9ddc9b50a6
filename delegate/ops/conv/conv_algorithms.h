// The algorithms for two-dimensional convolutions of float32, each in a file of its own.
#pragma once

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/conv_common.h"

namespace litevk {

// A convolution as every algorithm sees it. Dims are NHWC.
struct ConvProblem {
  ir::Shape input;
  ir::Shape output;
  ImageStrides strides;  // strides of the input
  ConvWindow window;
  FilterLayout layout;  // without lanes, which each algorithm decides for itself
  int activation = 0;
  // True if the filter is [taps][channels], DEPTHWISE_CONV_2D's layout, and not [outputs][taps][inputs].
  bool is_depthwise = false;

  // True if the channels of every pixel and group are whole vectors of four.
  bool has_whole_inputs() const { return layout.inputs % 4 == 0 && strides.AreWhole(4); }
};

using ConvAlgorithm = Algorithm<ConvProblem>;

// True if the input or the output of a convolution is stored as float16.
bool HasFloat16(const Lowering& lowering);
// Returns ok if none is; else the reason why an algorithm does not fit that converts no float16.
Status StoresNoFloat16(const Lowering& lowering);

extern const ConvAlgorithm kConvGemv;       // gemv.cc
extern const ConvAlgorithm kConvTiled;      // tiled.cc
extern const ConvAlgorithm kConvWinograd;   // winograd.cc
extern const ConvAlgorithm kConvDepthwise;  // depthwise.cc
extern const ConvAlgorithm kConvGrouped;    // grouped_conv.cc

// Returns the algorithms of CONV_2D and FULLY_CONNECTED; at least one fits if FilterFits is true.
Algorithms<ConvProblem> Conv2dAlgorithms();
// Returns the algorithms of DEPTHWISE_CONV_2D; one always fits.
Algorithms<ConvProblem> DepthwiseAlgorithms();

// Returns the problem of a CONV_2D or FULLY_CONNECTED.
ConvProblem Conv2dProblem(const Lowering& lowering, const ir::Shape& input, const ir::Shape& output,
                          const ConvWindow& window, int groups, int activation);

// Emits the problem by the chosen one of the algorithms.
void EmitConv(Lowering& lowering, const ConvProblem& problem, Algorithms<ConvProblem> algorithms);

}  // namespace litevk
