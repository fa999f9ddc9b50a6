#include "kernels_cpu/matmul/quantized_fully_connected.h"

#include <type_traits>
#include <utility>

#include "kernels_cpu/matmul/integer_output.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_ref/common/layer_output.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {
namespace {

using WideOutput = ref::LayerOutput<int16_t, ref::DoubleScale<int64_t>>;

template <typename T>
DenseIntegerRows<T> RowsOf(const ref::KernelArgs& args, const LayerDims& dims) {
  return {args.inputs[0].data<T>(), args.outputs[0].dims().NumElements() / dims.outputs, dims.inputs};
}

template <typename T, typename Out>
class QuantizedFullyConnected : public PreparedKernel {
 public:
  QuantizedFullyConnected(IntegerLayer layer, IntegerOutput<Out> output)
      : layer_(std::move(layer)), output_(std::move(output)) {}

  Status Run(const ref::KernelArgs& args) const override {
    layer_.Compute(RowsOf<T>(args, layer_.dims()),
                   OutputSink<Out>(output_, layer_.dims().outputs, args.outputs[0].data<Out>()));
    return {};
  }

 private:
  IntegerLayer layer_;
  IntegerOutput<Out> output_;
};

// With sums of 64 bits.
class WideFullyConnected : public PreparedKernel {
 public:
  WideFullyConnected(IntegerLayer layer, WideOutput output)
      : layer_(std::move(layer)), output_(std::move(output)) {}

  Status Run(const ref::KernelArgs& args) const override {
    layer_.Compute(
        RowsOf<int16_t>(args, layer_.dims()),
        WideOutputSink<WideOutput>(output_, layer_.dims().outputs, args.outputs[0].data<int16_t>()));
    return {};
  }

 private:
  IntegerLayer layer_;
  WideOutput output_;
};

}  // namespace

template <typename T, typename Weight, typename Out>
std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected(const ref::PreparedNode& node, Isa isa) {
  const ir::Shape& weights = node.inputs[1]->dims;
  // A layer without inputs gives zeros without its bias, as in TFLite.
  if (!HasConstants(node) || weights.NumElements() == 0) return nullptr;
  const auto& params = node.params.As<abi::TfLiteFullyConnectedParams>();
  const IntegerConstants<Weight> constants(node);
  const ref::LayerTensors tensors = {.input = *node.inputs[0],
                                     .weights = *node.inputs[1],
                                     .output = *node.outputs[0],
                                     .bias = constants.bias(),
                                     .channels = weights[0],
                                     .activation = params.activation};
  const auto pack = [&](std::span<const int32_t> bias) {
    return IntegerLayer::Pack<T, Weight>(
        {.groups = 1, .outputs = weights[0], .inputs = weights[1]},
        {.values = constants.weights, .zero_point = ZeroPointOfWeights(*node.inputs[1])},
        node.inputs[0]->quantization.zero_points[0], bias, isa);
  };
  if constexpr (std::is_same_v<T, int16_t>) {
    if (!HasNarrowSums(params.quantized_bias_type)) {
      auto output = WideOutput::Of(tensors, ref::DoubleScale<int64_t>{DoubleMultipliersOf(tensors)});
      if (!output.ok()) return nullptr;
      return std::make_unique<WideFullyConnected>(pack({}), *std::move(output));
    }
  }
  auto output = IntegerOutput<Out>::ByDouble(tensors, DoubleMultipliersOf(tensors), isa);
  if (!output.has_value()) return nullptr;
  return std::make_unique<QuantizedFullyConnected<T, Out>>(pack(constants.NarrowBias()), *std::move(output));
}

template std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected<int8_t, int8_t, int8_t>(
    const ref::PreparedNode& node, Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected<uint8_t, uint8_t, uint8_t>(
    const ref::PreparedNode& node, Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected<uint8_t, uint8_t, int16_t>(
    const ref::PreparedNode& node, Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected<int16_t, int8_t, int16_t>(
    const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
