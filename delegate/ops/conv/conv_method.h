// The algorithms for two-dimensional convolutions of float32. Each is a ConvMethod in a file of its own, and
// its variants are offered to Lowering::Choose.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// A variant of an algorithm: one split of the work.
struct ConvWay {
  std::string name;  // differs from the names of all other variants
  double time = 0;   // estimated, in the unit of TilePlan::time
};

struct ConvMethod {
  std::string_view name;
  // True if the algorithm takes tensors that are stored as float16.
  bool converts_float16 = false;
  // True if the algorithm computes the problem, keeps the limits and options, and is meant for such problems.
  bool (*fits)(const Lowering& lowering, const ConvProblem& problem);
  // Returns the algorithm's variants, at least one, in order of preference. A later variant with a smaller
  // estimate may be there only for a tuner. The problem fits.
  std::vector<ConvWay> (*estimate)(const Lowering& lowering, const ConvProblem& problem);
  // Emits variant `way` of those that `estimate` returns, with the node's constants and epilogue.
  void (*emit)(Lowering& lowering, const ConvProblem& problem, size_t way);
};

// Returns an algorithm whose variants are plans, each with a name and an estimate. `kPlansFor` returns the
// plans, and `kEmitPlan` emits one.
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

// True if the input or the output of a convolution is stored as float16.
bool HasFloat16(const Lowering& lowering);

extern const ConvMethod kConvProduct;    // product.cc
extern const ConvMethod kConvTiled;      // tiled.cc
extern const ConvMethod kConvWinograd;   // winograd.cc
extern const ConvMethod kConvDepthwise;  // depthwise.cc
extern const ConvMethod kConvGrouped;    // grouped_conv.cc

// The algorithms of CONV_2D and FULLY_CONNECTED; at least one fits if FilterFits is true.
std::span<const ConvMethod* const> Conv2dMethods();
// The methods of DEPTHWISE_CONV_2D; one always fits.
std::span<const ConvMethod* const> DepthwiseMethods();

// Returns the problem of a CONV_2D or FULLY_CONNECTED.
ConvProblem Conv2dProblem(const Lowering& lowering, const ir::Shape& input, const ir::Shape& output,
                          const ConvWindow& window, int groups, int activation);

// Emits the variant that a tuner found fastest. Without a tuner, emits the first variant of a fitting
// algorithm, the one with the smallest estimate among these first variants.
void EmitConv(Lowering& lowering, const ConvProblem& problem, std::span<const ConvMethod* const> methods);

}  // namespace litevk
