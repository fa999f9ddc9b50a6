// The ways to compute a two-dimensional convolution of float32, each a row in a file of its own, which are
// offered to Lowering::Choose.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/ops/conv/conv_common.h"

namespace litevk {

// A convolution as every method sees it. Dims are NHWC.
struct ConvProblem {
  ir::Shape input;
  ir::Shape output;
  ImageStrides strides;  // of the input
  ConvWindow window;
  FilterLayout layout;  // without lanes, which each method decides for itself
  int activation = 0;
  // Whether the filter lies as [taps][channels], DEPTHWISE_CONV_2D's order, and not as
  // [outputs][taps][inputs].
  bool is_depthwise = false;

  // Whether the channels of every pixel and group are whole vectors of four.
  bool has_whole_inputs() const { return layout.inputs % 4 == 0 && strides.AreWhole(4); }
};

// One of a method's ways to split the work.
struct ConvWay {
  std::string name;  // told apart from every other method's
  double time = 0;   // estimated, in what TilePlan::time counts
};

struct ConvMethod {
  std::string_view name;
  // Whether it takes tensors that are stored as float16.
  bool converts_float16 = false;
  // Whether it computes the problem, keeps the limits and options, and is meant for such problems.
  bool (*fits)(const Lowering& lowering, const ConvProblem& problem);
  // Returns the method's ways, never none, in the order in which it would take them. A way behind another may
  // have the smaller estimate and yet be there for a tuner alone. The problem fits.
  std::vector<ConvWay> (*estimate)(const Lowering& lowering, const ConvProblem& problem);
  // Emits the problem with the node's constants and epilogue in a way of those that `estimate` returns.
  void (*emit)(Lowering& lowering, const ConvProblem& problem, size_t way);
};

// A method whose ways are plans, each with a name and an estimate: `kPlansFor` returns them, `kEmitPlan`
// emits one of them.
template <auto kPlansFor, auto kEmitPlan>
constexpr ConvMethod MethodOfPlans(std::string_view name, decltype(ConvMethod::fits) fits,
                                   bool converts_float16 = false) {
  return {.name = name,
          .converts_float16 = converts_float16,
          .fits = fits,
          .estimate =
              [](const Lowering& lowering, const ConvProblem& problem) {
                const auto plans = kPlansFor(lowering, problem);
                std::vector<ConvWay> ways;
                ways.reserve(plans.size());
                for (const auto& plan : plans) {
                  ways.push_back({NameOf(plan), static_cast<double>(plan.time)});
                }
                return ways;
              },
          .emit = [](Lowering& lowering, const ConvProblem& problem,
                     size_t way) { kEmitPlan(lowering, problem, kPlansFor(lowering, problem)[way]); }};
}

// Whether the input or the output of a convolution is stored as float16.
bool HasFloat16(const Lowering& lowering);

extern const ConvMethod kConvProduct;    // product.cc
extern const ConvMethod kConvTiled;      // tiled.cc
extern const ConvMethod kConvWinograd;   // winograd.cc
extern const ConvMethod kConvDepthwise;  // depthwise.cc
extern const ConvMethod kConvGrouped;    // grouped_conv.cc

// The methods of CONV_2D and FULLY_CONNECTED; at least one fits where FilterFits says so.
std::span<const ConvMethod* const> Conv2dMethods();
// The methods of DEPTHWISE_CONV_2D; one always fits.
std::span<const ConvMethod* const> DepthwiseMethods();

// The problem of a CONV_2D or FULLY_CONNECTED.
ConvProblem Conv2dProblem(const Lowering& lowering, const ir::Shape& input, const ir::Shape& output,
                          const ConvWindow& window, int groups, int activation);

// Emits the problem in the first way of the method whose first way has the smallest estimate among those that
// fit, or in the one that a tuner has found to be faster.
void EmitConv(Lowering& lowering, const ConvProblem& problem, std::span<const ConvMethod* const> methods);

}  // namespace litevk
