#include "delegate/ops/conv/conv_algorithms.h"

#include <array>
#include <string>

namespace litevk {
bool HasFloat16(const Lowering& lowering) {
  using enum gpu::Storage;
  return lowering.InputStorage(kConvInput) == kFloat16 || lowering.OutputStorage() == kFloat16;
}

Status StoresNoFloat16(const Lowering& lowering) {
  if (!HasFloat16(lowering)) return {};
  return Unfit("the input or the output is stored as float16");
}

Algorithms<ConvProblem> Conv2dAlgorithms() {
  static constexpr std::array kAlgorithms = {&kConvGemv, &kConvTiled, &kConvWinograd, &kConvDepthwise,
                                             &kConvGrouped};
  return kAlgorithms;
}

Algorithms<ConvProblem> DepthwiseAlgorithms() {
  static constexpr std::array kAlgorithms = {&kConvDepthwise, &kConvGrouped};
  return kAlgorithms;
}

ConvProblem Conv2dProblem(const Lowering& lowering, const ir::Shape& input, const ir::Shape& output,
                          const ConvWindow& window, int groups, int activation) {
  ConvProblem problem = {.input = input,
                         .output = output,
                         .window = window,
                         .layout = {.groups = groups,
                                    .outputs = output[3] / groups,
                                    .taps = window.filter_h * window.filter_w,
                                    .inputs = input[3] / groups},
                         .activation = activation};
  if (IsPointwise(input, output, window)) {
    problem.input = ImageOf(static_cast<int>(output.Rows()), input[3], lowering.InputRows(kConvInput));
    problem.output = {1, problem.input[1], problem.input[2], output[3]};
  }
  problem.strides = lowering.InputStrides(kConvInput, problem.input);
  return problem;
}

void EmitConv(Lowering& lowering, const ConvProblem& problem, Algorithms<ConvProblem> algorithms) {
  const std::string parameters = ToString(problem.window) + " groups " +
                                 std::to_string(problem.layout.groups) +
                                 (lowering.view().input_is_known(kConvFilter) ? "" : " weights of a run");
  EmitChosen(lowering, parameters, problem, algorithms);
}

}  // namespace litevk
