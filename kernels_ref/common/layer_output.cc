#include "kernels_ref/common/layer_output.h"

#include <string>

namespace litevk::ref {

bool ShrinkingScale::Takes(const std::vector<FixedPoint>& multipliers) {
  return std::ranges::all_of(
      multipliers, [](const FixedPoint& multiplier) { return multiplier.left == 0 && multiplier.right > 0; });
}

LayerTensors TensorsOfLayer(const KernelArgs& args, int channels, int activation) {
  return {.input = *args.inputs[0].tensor,
          .weights = *args.inputs[1].tensor,
          .output = *args.outputs[0].tensor,
          .bias = args.has_input(2) ? &args.inputs[2] : nullptr,
          .channels = channels,
          .activation = activation};
}

std::vector<double> DoubleMultipliersOf(const LayerTensors& layer) {
  return litevk::DoubleMultipliersOf(layer.input.quantization, layer.weights.quantization,
                                     layer.output.quantization, layer.channels);
}

std::vector<FixedPoint> FixedMultipliersOf(const LayerTensors& layer) {
  return MultipliersOf(layer.input.quantization, layer.weights.quantization, layer.output.quantization,
                       layer.channels);
}

WideFixedPointScale WideScaleOf(const LayerTensors& layer) {
  return {WideMultipliersOf(layer.input.quantization, layer.weights.quantization, layer.output.quantization,
                            layer.channels)};
}

std::vector<FixedPoint> FixedMultiplierOfFloats(const LayerTensors& layer) {
  return MultipliersOfFloats(layer.input.quantization, layer.weights.quantization, layer.output.quantization,
                             layer.channels);
}

std::vector<int64_t> BiasesOf(const LayerTensors& layer) {
  std::vector<int64_t> biases(static_cast<size_t>(layer.channels));
  if (layer.bias == nullptr) return biases;
  if (layer.bias->type() == ir::DataType::kInt64) {
    std::copy_n(layer.bias->data<int64_t>(), biases.size(), biases.begin());
  } else {
    std::copy_n(layer.bias->data<int32_t>(), biases.size(), biases.begin());
  }
  return biases;
}

Status CheckBiasType(const ir::Tensor* bias, int quantized_bias_type) {
  const ir::DataType expected =
      HasNarrowSums(quantized_bias_type) ? ir::DataType::kInt32 : ir::DataType::kInt64;
  if (bias == nullptr || bias->type == expected) return {};
  return Unsupported("the bias is " + std::string(ir::Name(bias->type)) + ", expected " +
                     std::string(ir::Name(expected)) + " by the parameter quantized_bias_type");
}

}  // namespace litevk::ref
