#include "kernels_ref/common/layer_output.h"

#include <string>

namespace litevk::ref {

bool ShrinkingScale::Takes(const std::vector<FixedPoint>& factors) {
  return std::ranges::all_of(factors,
                             [](const FixedPoint& factor) { return factor.left == 0 && factor.right > 0; });
}

LayerTensors TensorsOfLayer(const KernelArgs& args, int channels, int activation) {
  return {.input = *args.inputs[0].tensor,
          .weights = *args.inputs[1].tensor,
          .output = *args.outputs[0].tensor,
          .bias = args.has_input(2) ? &args.inputs[2] : nullptr,
          .channels = channels,
          .activation = activation};
}

std::vector<double> RealFactorsOf(const LayerTensors& layer) {
  return litevk::RealFactorsOf(layer.input.quantization, layer.weights.quantization,
                               layer.output.quantization, layer.channels);
}

std::vector<FixedPoint> FixedFactorsOf(const LayerTensors& layer) {
  return FactorsOf(layer.input.quantization, layer.weights.quantization, layer.output.quantization,
                   layer.channels);
}

WideFixedPointScale WideScaleOf(const LayerTensors& layer) {
  return {WideFactorsOf(layer.input.quantization, layer.weights.quantization, layer.output.quantization,
                        layer.channels)};
}

std::vector<FixedPoint> FixedFactorOfFloats(const LayerTensors& layer) {
  return FactorsOfFloats(layer.input.quantization, layer.weights.quantization, layer.output.quantization,
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
