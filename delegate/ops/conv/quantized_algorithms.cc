#include "delegate/ops/conv/quantized_algorithms.h"

#include <array>

namespace litevk {
namespace {

// Times of an int8 multiply-add relative to a float one: with packed instructions, on drivers that use the
// CPU, and with floats for integer sums.
constexpr double kDotProductTime = 0.5;
constexpr double kCpuTime = 1.2;
constexpr double kFloatTime = 1.8;

}  // namespace

Algorithms<QuantizedProblem> QuantizedConvAlgorithms() {
  static constexpr std::array kAlgorithms = {&kInt8Tile, &kInt8ConvDepthwise, &kInt8WinogradF2,
                                             &kInt8WinogradF4, &kQuantizedConvShifting};
  return kAlgorithms;
}

bool AreInt8(const NodeView& view, const ConvInputs& at) {
  return view.input(at.image).type == ir::DataType::kInt8 &&
         view.input(at.filter).type == ir::DataType::kInt8;
}

Status IsPlainInt8(const Lowering& lowering, const QuantizedProblem& problem) {
  if (problem.transposed) return Unfit("the convolution is transposed");
  if (!AreInt8(lowering.view(), problem.at)) return Unfit("the image or the filter is not int8");
  return {};
}

double IntegerTime(const gpu::DeviceLimits& limits) {
  if (limits.dot_product == gpu::PackedDotProduct::kAccelerated) return kDotProductTime;
  return limits.runs_on_cpu ? kCpuTime : kFloatTime;
}

}  // namespace litevk
