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

// T is the type of the input, Out that of the output. `Output` makes values of sums.
template <typename T, typename Sum, typename Out, typename Output>
class QuantizedFullyConnected : public LayerKernel {
 public:
  QuantizedFullyConnected(IntegerLayer layer, Output output)
      : layer_(std::move(layer)), output_(std::move(output)) {}

  Status Compute(const ref::KernelArgs& args, const Epilogue* epilogue) const override {
    const LayerDims& dims = layer_.dims();
    const int64_t rows = args.outputs[0].dims().NumElements() / dims.outputs;
    layer_.Compute(
        DenseIntegerRows<T>(args.inputs[0].data<T>(), rows, dims.inputs, layer_.inputs()),
        OutputSink<Sum, Out, Output>(output_, dims.outputs, args.outputs[0].data<Out>(), epilogue));
    return {};
  }

 private:
  IntegerLayer layer_;
  Output output_;
};

}  // namespace

template <typename T, typename Weight, typename Out>
std::unique_ptr<PreparedKernel> PrepareQuantizedFullyConnected(const ref::PreparedNode& node, Isa isa) {
  const ir::Shape& weights = node.inputs[1]->dims;
  // A layer without inputs gives zeros without its bias, as in TFLite.
  if (!HasConstants(node) || weights.NumElements() == 0) return nullptr;
  const auto& params = node.params.As<abi::TfLiteFullyConnectedParams>();
  const IntegerConstants<Weight> constants(node);
  const ref::LayerTensors tensors = constants.TensorsOf(node, weights[0], params.activation);
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
      return std::make_unique<QuantizedFullyConnected<T, int64_t, int16_t, WideOutput>>(pack({}),
                                                                                        *std::move(output));
    }
  }
  auto output = IntegerOutput<Out>::ByDouble(tensors, DoubleMultipliersOf(tensors), isa);
  if (!output.has_value()) return nullptr;
  return std::make_unique<QuantizedFullyConnected<T, int32_t, Out, IntegerOutput<Out>>>(
      pack(constants.NarrowBias()), *std::move(output));
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
